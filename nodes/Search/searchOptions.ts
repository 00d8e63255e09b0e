import type { INodeProperties } from 'n8n-workflow';
import {
	InputError,
	type ParameterValues,
	readTextList,
	readWholeNumber,
} from '../shared/items/parameterValues';
import type { SearchRequest } from '../shared/jobTypes/searchJob';
import { choicesField, readChoices } from '../shared/fields/choice';

/** Entries of the options collection that bound a search to domains. */
export const domainOptions: readonly INodeProperties[] = [
	{
		displayName: 'Exclude Domains',
		name: 'excludeDomains',
		type: 'string',
		default: '',
		placeholder: 'e.g. example.com, example.org',
		description: "No results from these domains. Cannot be combined with 'Include Domains'.",
	},
	{
		displayName: 'Include Domains',
		name: 'includeDomains',
		type: 'string',
		default: '',
		placeholder: 'e.g. example.com, example.org',
		description: "Only results from these domains. Cannot be combined with 'Exclude Domains'.",
	},
];

/** `https://www.example.com/page` pasted for a domain becomes `www.example.com`. */
function toDomain(text: string): string {
	return text
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		.replace(/[/?#:].*/s, '')
		.toLowerCase();
}

/** @throws InputError when an entry is no domain */
function readList(value: unknown, field: string): string[] {
	const entries = readTextList(value, field);
	const domains = entries.map(toDomain);
	const wrong = domains.findIndex((domain) => !/^[\p{L}\p{M}\p{N}*_.-]+$/u.test(domain));
	if (wrong === -1) return domains;
	throw new InputError(
		field,
		`contains '${entries[wrong]?.slice(0, 100)}', which is not a domain`,
		'Enter domains separated by commas, e.g. example.com, example.org.',
	);
}

/**
 * Reads the domains; only what is set.
 * @throws InputError when both lists are given, or an entry is no domain
 */
export function readDomains(
	options: ParameterValues,
): Pick<SearchRequest, 'includeDomains' | 'excludeDomains'> {
	const includeDomains = readList(options.includeDomains, 'Include Domains');
	const excludeDomains = readList(options.excludeDomains, 'Exclude Domains');
	if (includeDomains.length > 0 && excludeDomains.length > 0) {
		throw new InputError(
			'Include Domains',
			"is set together with 'Exclude Domains'",
			'Keep one of the two: included domains already leave out all others.',
		);
	}
	return {
		...(includeDomains.length > 0 && { includeDomains }),
		...(excludeDomains.length > 0 && { excludeDomains }),
	};
}

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
