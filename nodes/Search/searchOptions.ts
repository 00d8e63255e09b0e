import type { INodeProperties } from 'n8n-workflow';
import {
	InputError,
	type ParameterValues,
	readTextList,
	readWholeNumber,
} from '../shared/items/parameterValues';
import type { SearchRequest } from '../shared/jobTypes/searchJob';
import { readChoices } from '../shared/fields/choice';
import { choicesField, namedFields, numberField, textField } from '../shared/fields/field';

const domains = namedFields({
	excludeDomains: textField(
		"No results from these domains. Cannot be combined with 'Include Domains'.",
		{ placeholder: 'e.g. example.com, example.org' },
	),
	includeDomains: textField(
		"Only results from these domains. Cannot be combined with 'Exclude Domains'.",
		{ placeholder: 'e.g. example.com, example.org' },
	),
});

export const domainOptions = Object.values(domains);

/** `https://www.example.com/page` pasted for a domain becomes `www.example.com`. */
function toDomain(text: string): string {
	return text
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		.replace(/[/?#:].*/s, '')
		.toLowerCase();
}

/** @throws InputError when an entry is no domain */
function readList(options: ParameterValues, field: INodeProperties): string[] {
	const entries = readTextList(options, field);
	const list = entries.map(toDomain);
	const wrong = list.findIndex((domain) => !/^[\p{L}\p{M}\p{N}*_.-]+$/u.test(domain));
	if (wrong === -1) return list;
	throw new InputError(
		field.displayName,
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
	const includeDomains = readList(options, domains.includeDomains);
	const excludeDomains = readList(options, domains.excludeDomains);
	if (includeDomains.length > 0 && excludeDomains.length > 0) {
		throw new InputError(
			'Include Domains',
			"is set together with 'Exclude Domains'",
			'Remove one of them: with included domains, all others are left out anyway.',
		);
	}
	return {
		...(includeDomains.length > 0 && { includeDomains }),
		...(excludeDomains.length > 0 && { excludeDomains }),
	};
}

const scraping = namedFields({
	scrapeFormats: choicesField(
		[],
		{
			markdown: 'Markdown: The content of each page',
			screenshot: 'Screenshot: An image of each page',
		},
		'What to get from each web result in addition to its snippet. Costs as much as scraping the pages.',
		{ displayName: 'Scrape Results' },
	),
	scrapeMaxResults: numberField(
		5,
		"How many of the web results to scrape. Needs 'Scrape Results'.",
		[1],
		{ displayName: 'Max Results to Scrape' },
	),
});

export const hitScrapingOptions: readonly INodeProperties[] = Object.values(scraping);

/**
 * Reads what to fetch of each hit; undefined for nothing.
 * @throws InputError when a value is not one of the choices
 */
export function readHitScraping(options: ParameterValues): SearchRequest['scrapeOptions'] {
	const formats = readChoices(options, scraping.scrapeFormats);
	if (formats.length === 0) return undefined;
	const maxResults = readWholeNumber(options, scraping.scrapeMaxResults);
	return { formats, ...(maxResults !== undefined && { maxResults }) };
}
