import type { INodeProperties } from 'n8n-workflow';
import { withAdditionalFields } from '../shared/fields/additionalFields';
import { choiceField, readChoice } from '../shared/fields/choice';
import { extractionSchemaFields, readSchema } from '../shared/fields/extractionSchema';
import {
	readFlag,
	readGroup,
	readPrompt,
	readText,
	readWholeNumber,
	type ParameterValues,
	InputError,
} from '../shared/items/parameterValues';
import type { ParseOptions } from './parseJob';

export const modeField = choiceField({
	displayName: 'Mode',
	name: 'mode',
	options: [
		{ name: 'Automatic', value: 'auto', description: 'Text recognition only for scanned pages' },
		{ name: 'Fast', value: 'fast', description: 'Never recognize text in images' },
		{ name: 'OCR', value: 'ocr', description: 'Recognize text in the image of every page' },
	],
	default: 'auto',
	description: 'How pages are read',
});

/** What to extract from documents. */
export const parseExtractionFields: readonly INodeProperties[] = [
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Invoice number, date and total',
		description:
			'Fields to extract, in plain words, at most 5,000 characters. Leave empty to get only the Markdown.',
	},
	...extractionSchemaFields,
];

/** Entries of the options collection that bound what is read. */
export const pageRangeOptions: readonly INodeProperties[] = [
	{
		displayName: 'Max Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 10,
		description: 'Maximum number of pages to parse. Credits are charged per page.',
	},
	{
		displayName: 'Pages',
		name: 'pages',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1-5, 8 or 10-',
		description: 'PDF pages to parse. Leave empty for all.',
	},
];

/** Entries of the options collection that say what the Markdown holds. */
export const markdownOptions: readonly INodeProperties[] = [
	{
		displayName: 'Include Pages',
		name: 'includePages',
		type: 'boolean',
		default: false,
		description: "Whether to also return the Markdown of each page, in 'pages'",
	},
	{
		displayName: 'Page Markers',
		name: 'pageMarkers',
		type: 'boolean',
		default: false,
		description: 'Whether to put a comment with the page number before each page in the Markdown',
	},
];

/**
 * Reads how documents are parsed; only what differs from the service's defaults.
 * @throws InputError when a value can't be used
 */
export function readParseOptions(values: ParameterValues): ParseOptions {
	const options = readGroup(values, 'options');
	const mode = readChoice(values, modeField);
	const pages = readPageSelection(readText(options, 'pages', 'Pages'));
	const prompt = readPrompt(values, 'prompt');
	const schema = readSchema(values);
	const maxPages = readWholeNumber(options, 'maxPages', 'Max Pages', { min: 1 });
	const includePages =
		readFlag(options, 'includePages', 'Include Pages') || values.splitInto === 'page';
	const request = {
		...(mode !== 'auto' && { mode }),
		...(pages !== '' && { pages }),
		...(maxPages !== undefined && { maxPages }),
		...(includePages && { includePages }),
		...(readFlag(options, 'pageMarkers', 'Page Markers') && { pageMarkers: true }),
		...(prompt !== '' && { prompt }),
		...(schema && { schema }),
	};
	return withAdditionalFields(request, options);
}

const FORMS = 'Enter pages such as 1-5, or 1-3,8, or 10-.';
const SELECTION = /^\d+(-\d*)?(,\d+(-\d*)?)*$/;

function checkRange(range: string): void {
	const [first = '', last = ''] = range.split('-');
	if (Number(first) < 1 || (last !== '' && Number(last) < 1)) {
		throw new InputError('Pages', `has the page '${range}'`, 'The first page is 1.');
	}
	if (last !== '' && Number(last) < Number(first)) {
		throw new InputError(
			'Pages',
			`has the range '${range}', which ends before it starts`,
			`Enter the smaller number first: ${last}-${first}.`,
		);
	}
}

/**
 * Checks which pages are wanted, so that no document is sent for a range that the service refuses
 * (`api/openapi.yaml`, POST /parse, option `pages`: "in forms like 1-5, 1-3, 8 or 10-").
 * @returns the selection without blanks; empty for all pages
 * @throws InputError
 */
export function readPageSelection(text: string): string {
	const selection = text.replace(/[–—]/g, '-').replace(/\s{0,9}([,-])\s{0,9}/g, '$1');
	if (selection === '') return '';
	if (!SELECTION.test(selection)) throw new InputError('Pages', `is '${text}'`, FORMS);
	for (const range of selection.split(',')) checkRange(range);
	return selection;
}
