import type { INodeProperties } from 'n8n-workflow';
import { readChoice } from '../shared/fields/choice';
import { flagField, namedFields, textField } from '../shared/fields/field';
import {
	flattenRowsOption,
	includeDocumentMetadataOption,
	includeMarkdownOption,
	readShownParts,
	simplifyField,
} from '../shared/fields/results';
import { sectionOptions, splitDocumentField } from '../shared/fields/sections';
import { documentGetField, type Wanted } from '../shared/fields/whatToGet';
import { columnsOf } from '../shared/items/extractionSchema/asRows';
import {
	readAddedFlag,
	readFlag,
	readGroup,
	readText,
	type ParameterValues,
} from '../shared/items/parameterValues';
import type { ParseView } from './parseItems';

const file = namedFields({
	markdownAsFile: flagField('Whether to put the Markdown into a binary field instead of the item'),
	markdownFileField: textField("The binary field that gets the file. Needs 'Markdown As File'.", {
		displayName: 'Output Data Field Name',
		default: 'markdown',
		placeholder: 'e.g. markdown',
	}),
});

/** For documents that were parsed earlier: what for. */
export const earlierDocumentFields: readonly INodeProperties[] = [
	{ ...documentGetField, description: 'What the document was parsed for' },
	splitDocumentField,
	simplifyField,
];

export const parseResultOptions: readonly INodeProperties[] = [
	...Object.values(file),
	includeDocumentMetadataOption,
	flattenRowsOption,
	...sectionOptions,
];

/**
 * Reads how to show documents.
 * @param wanted what they are parsed for
 * @throws InputError when a value is not one of the choices
 */
export function readParseView(values: ParameterValues, { get, schema = {} }: Wanted): ParseView {
	const options = readGroup(values, 'options');
	const parts = readShownParts(values, 'Document');
	return {
		...parts,
		get,
		columns: columnsOf(schema),
		splitInto: get === 'markdown' ? readChoice(values, splitDocumentField) : 'document',
		includesMarkdown: readAddedFlag(options, includeMarkdownOption),
		markdownFileField: readFlag(options, file.markdownAsFile)
			? readText(options, file.markdownFileField) || 'markdown'
			: undefined,
		// Without fields or a prompt nothing can fail to be extracted.
		onFailedExtraction: get === 'markdown' ? 'return' : parts.onFailedExtraction,
	};
}

/**
 * The same for documents that were parsed earlier, of which nothing is known but what the user says.
 * @throws InputError when a value is not one of the choices
 */
export function readEarlierParseView(values: ParameterValues): ParseView {
	const view = readParseView(values, { get: readChoice(values, documentGetField) });
	return { ...view, onFailedExtraction: 'return' };
}
