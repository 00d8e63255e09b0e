import type { INodeProperties } from 'n8n-workflow';
import { readOnFailedPart } from '../shared/fields/onFailedPart';
import { simplifyField } from '../shared/fields/simplify';
import { InputError } from '../shared/items/inputError';
import {
	readFlag,
	readGroup,
	readText,
	type ParameterValues,
} from '../shared/items/parameterValues';
import type { ParseView } from './parseItems';

/** How parsed documents become items. */
export const parseResultFields: readonly INodeProperties[] = [
	simplifyField,
	{
		displayName: 'Split Into Items',
		name: 'splitInto',
		type: 'options',
		displayOptions: { show: { simplify: [true] } },
		options: [
			{ name: 'One Item per Document', value: 'document', description: 'The whole document' },
			{ name: 'One Item per Page', value: 'page', description: 'The Markdown of each page' },
		],
		default: 'document',
		description: 'What one item of the output stands for',
	},
];

/** Entries of the options collection for the Markdown as a file. */
export const markdownFileOptions: readonly INodeProperties[] = [
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
		description: "The binary field that gets the file. Works together with 'Markdown As File'.",
	},
];

/**
 * Reads how to show documents.
 * @throws InputError when a value is not one of the choices
 */
export function readParseView(values: ParameterValues): ParseView {
	const { splitInto = 'document' } = values;
	const options = readGroup(values, 'options');
	if (splitInto !== 'document' && splitInto !== 'page') {
		throw new InputError(
			'Split Into Items',
			`is ${JSON.stringify(splitInto)}`,
			'Choose document or page.',
		);
	}
	return {
		splitInto,
		isSimplified: readFlag(values, 'simplify', 'Simplify'),
		markdownFileField: readFlag(options, 'markdownAsFile', 'Markdown As File')
			? readText(options, 'markdownFileField', 'Output Data Field Name') || 'markdown'
			: undefined,
		onFailedDocument: readOnFailedPart(values, 'Document'),
	};
}
