import type { INodeProperties } from 'n8n-workflow';
import { readChoice, splitField } from '../shared/fields/choice';
import { choiceField, flagField, named, namedFields, textField } from '../shared/fields/field';
import { readShownParts, rowChoice, rowOptions, simplifyField } from '../shared/fields/results';
import {
	readFlag,
	readGroup,
	readText,
	type ParameterValues,
} from '../shared/items/parameterValues';
import type { ParseView } from './parseItems';
import type { ParseOptions } from './parseJob';

const outputChoice = named(
	'output',
	choiceField(
		'auto',
		{
			auto: 'Automatic: The extracted fields if there are any, otherwise the Markdown',
			fields: 'Fields: Only the extracted fields',
			markdown: 'Markdown: Only the Markdown',
			both: 'Markdown and Fields: Both in one item',
		},
		'What to return of the document. The Markdown of a whole document is often too long for a spreadsheet cell.',
		{ displayOptions: { show: { simplify: [true] } } },
	),
);

const splitChoice = splitField('document', {
	document: 'One Item per Document: The whole document',
	page: 'One Item per Page: The Markdown of each page',
	...rowChoice,
});

const file = namedFields({
	markdownAsFile: flagField('Whether to put the Markdown into a binary field instead of the item'),
	markdownFileField: textField("The binary field that gets the file. Needs 'Markdown As File'.", {
		displayName: 'Output Data Field Name',
		default: 'markdown',
		placeholder: 'e.g. markdown',
	}),
});

export const parseResultFields: readonly INodeProperties[] = [
	outputChoice,
	splitChoice,
	simplifyField,
];

export const parseResultOptions: readonly INodeProperties[] = [
	...Object.values(file),
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
	const options = readGroup(values, 'options');
	const parts = readShownParts(values, 'Document');
	return {
		...parts,
		output: readChoice(values, outputChoice),
		splitInto: readChoice(values, splitChoice),
		markdownFileField: readFlag(options, file.markdownAsFile)
			? readText(options, file.markdownFileField) || 'markdown'
			: undefined,
		onFailedExtraction: isAsked ? parts.onFailedExtraction : 'return',
	};
}
