import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../shared/items/inputError';
import type { ParameterValues } from '../shared/items/parameterValues';
import { readTextList } from '../shared/items/textList';
import type { SearchRequest } from '../shared/jobTypes/searchJob';

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

/**
 * Reads the domains; only what is set.
 * @throws InputError when both lists are given
 */
export function readDomains(
	options: ParameterValues,
): Pick<SearchRequest, 'includeDomains' | 'excludeDomains'> {
	const includeDomains = readTextList(options.includeDomains, 'Include Domains').map(toDomain);
	const excludeDomains = readTextList(options.excludeDomains, 'Exclude Domains').map(toDomain);
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
