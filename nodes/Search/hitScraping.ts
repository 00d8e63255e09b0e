import type { INodeProperties } from 'n8n-workflow';
import { choicesField, readChoices } from '../shared/fields/choice';
import { readWholeNumber, type ParameterValues } from '../shared/items/parameterValues';
import type { SearchRequest } from '../shared/jobTypes/searchJob';

const formatsField = choicesField({
	displayName: 'Scrape Results',
	name: 'scrapeFormats',
	options: [
		{ name: 'Markdown', value: 'markdown', description: 'The content of each page' },
		{ name: 'Screenshot', value: 'screenshot', description: 'An image of each page' },
	],
	default: [],
	description:
		'What to get from each web result in addition to its snippet. Costs as much as scraping the pages.',
});

/** Entries of the options collection that have the web hits scraped as well. */
export const hitScrapingOptions: readonly INodeProperties[] = [
	formatsField,
	{
		displayName: 'Max Results to Scrape',
		name: 'scrapeMaxResults',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 5,
		description: "How many of the web results to scrape. Needs 'Scrape Results'.",
	},
];

/**
 * Reads what to fetch of each hit; undefined for nothing.
 * @throws InputError when a value is not one of the choices
 */
export function readHitScraping(options: ParameterValues): SearchRequest['scrapeOptions'] {
	const formats = readChoices(options, formatsField);
	if (formats.length === 0) return undefined;
	const maxResults = readWholeNumber(options, 'scrapeMaxResults', 'Max Results to Scrape', {
		min: 1,
	});
	return { formats, ...(maxResults !== undefined && { maxResults }) };
}
