import type { INodeProperties } from 'n8n-workflow';
import { choiceField, readChoice, splitField } from '../shared/fields/choice';
import {
	readOnFailedExtraction,
	readOnFailedPart,
	readRowView,
	rowChoice,
	rowOptions,
	readSimplify,
	simplifyField,
} from '../shared/fields/results';
import {
	readFlag,
	readGroup,
	readText,
	type ParameterValues,
} from '../shared/items/parameterValues';
import type { ParseView } from './parseItems';
import type { ParseOptions } from './parseJob';

const outputChoice = choiceField({
	displayName: 'Output',
	name: 'output',
	displayOptions: { show: { simplify: [true] } },
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: 'The extracted fields if there are any, otherwise the Markdown',
		},
		{ name: 'Fields', value: 'fields', description: 'Only the extracted fields' },
		{ name: 'Markdown', value: 'markdown', description: 'Only the Markdown' },
		{ name: 'Markdown and Fields', value: 'both', description: 'Both in one item' },
	],
	default: 'auto',
	description:
		'What to return of the document. The Markdown of a whole document is often too long for a spreadsheet cell.',
});

const splitChoice = splitField(
	[
		{ name: 'One Item per Document', value: 'document', description: 'The whole document' },
		{ name: 'One Item per Page', value: 'page', description: 'The Markdown of each page' },
		rowChoice,
	],
	'document',
);

/** How parsed documents become items. */
export const parseResultFields: readonly INodeProperties[] = [
	outputChoice,
	splitChoice,
	simplifyField,
];

/** Entries of the options collection of every operation that returns documents. */
export const parseResultOptions: readonly INodeProperties[] = [
	{
		displayName: 'Markdown As File',
		name: 'markdownAsFile',
		type: 'boolean',
		default: false,
		description: 'Whether to put the Markdown into a binary field instead of the item',
	},
	{
		displayName: 'Output Data Field Name',
		name: 'markdownFileField',
		type: 'string',
		default: 'markdown',
		placeholder: 'e.g. markdown',
		description: "The binary field that gets the file. Needs 'Markdown As File'.",
	},
	...rowOptions,
];

/**
 * Reads how to show documents.
 * @param asked whether fields were asked for; without them nothing can fail to be extracted
 * @throws InputError when a value is not one of the choices
 */
export function readParseView(
	values: ParameterValues,
	asked: Pick<ParseOptions, 'prompt' | 'schema'> = {},
): ParseView {
	const isAsked = asked.prompt !== undefined || asked.schema !== undefined;
	const onFailedExtraction = readOnFailedExtraction(values);
	const options = readGroup(values, 'options');
	return {
		output: readChoice(values, outputChoice),
		splitInto: readChoice(values, splitChoice),
		rows: readRowView(values),
		isSimplified: readSimplify(values),
		markdownFileField: readFlag(options, 'markdownAsFile', 'Markdown As File')
			? readText(options, 'markdownFileField', 'Output Data Field Name') || 'markdown'
			: undefined,
		onFailedDocument: readOnFailedPart(values, 'Document'),
		onFailedExtraction: isAsked ? onFailedExtraction : 'return',
	};
}
