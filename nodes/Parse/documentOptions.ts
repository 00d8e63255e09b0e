import type { INodeProperties } from 'n8n-workflow';
import { withAdditionalFields } from '../shared/fields/additionalFields';
import { readChoice } from '../shared/fields/choice';
import {
	choiceField,
	flagField,
	named,
	namedFields,
	numberField,
	textField,
} from '../shared/fields/field';
import { readIncludeSources } from '../shared/fields/results';
import { splitDocumentField } from '../shared/fields/sections';
import { wantedFields, type Wanted } from '../shared/fields/whatToGet';
import {
	readFlag,
	readGroup,
	readText,
	readWholeNumber,
	type ParameterValues,
	InputError,
} from '../shared/items/parameterValues';
import type { ParseOptions } from './parseJob';

export const modeField = named(
	'mode',
	choiceField(
		'auto',
		{
			auto: 'Automatic: Text recognition only for scanned pages',
			fast: 'Fast: Never recognize text in images',
			ocr: 'OCR: Recognize text in the image of every page',
		},
		'How pages are read',
	),
);

/** What to get of a document. */
export const documentFields: readonly INodeProperties[] = [
	...wantedFields('document'),
	splitDocumentField,
];

const pageRange = namedFields({
	maxPages: numberField(10, 'Maximum number of pages to parse. Credits are charged per page.', [1]),
	pages: textField('PDF pages to parse. Leave empty for all.', {
		placeholder: 'e.g. 1-5, 8 or 10-',
	}),
});

export const pageRangeOptions = Object.values(pageRange);

const markdown = namedFields({
	includePages: flagField("Whether to also return the Markdown of each page, in 'pages'"),
	pageMarkers: flagField(
		'Whether to put a comment with the page number before each page in the Markdown',
	),
});

export const markdownOptions = Object.values(markdown);

/**
 * Reads how documents are parsed; only what differs from the service's defaults.
 * @throws InputError when a value can't be used
 */
export function readParseOptions(
	values: ParameterValues,
	{ get, schema, prompt }: Wanted,
): ParseOptions {
	const options = readGroup(values, 'options');
	const mode = readChoice(options, modeField);
	const pages = readPageSelection(readText(options, pageRange.pages));
	const maxPages = readWholeNumber(options, pageRange.maxPages);
	// Sections say on which page they are.
	const isByPage = get === 'markdown' && readChoice(values, splitDocumentField) !== 'document';
	const includePages = readFlag(options, markdown.includePages) || isByPage;
	const request = {
		...(mode !== 'auto' && { mode }),
		...(pages !== '' && { pages }),
		...(maxPages !== undefined && { maxPages }),
		...(includePages && { includePages }),
		...(readFlag(options, markdown.pageMarkers) && { pageMarkers: true }),
		...(prompt !== undefined && { prompt }),
		...(schema && { schema }),
		...readIncludeSources(options, prompt !== undefined || schema !== undefined),
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
