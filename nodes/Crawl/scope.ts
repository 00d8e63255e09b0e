import type { INodeProperties } from 'n8n-workflow';
import {
	InputError,
	readFlag,
	readWholeNumber,
	type ParameterValues,
	readTextList,
} from '../shared/items/parameterValues';
import { flagField, namedFields, numberField, textField } from '../shared/fields/field';
import type { CrawlRequest } from '../shared/jobTypes/crawlJob';

const scope = namedFields({
	allowSubdomains: flagField('Whether to also follow links to subdomains of the start URL'),
	crawlEntireDomain: flagField('Whether to also follow links outside the path of the start URL'),
	excludePaths: textField(
		'Never follow pages whose path matches one of these, separated by commas or lines',
		{ placeholder: 'e.g. /tag/*, /login' },
	),
	ignoreQueryParams: flagField(
		'Whether addresses that differ only in their query count as the same page',
		{ displayName: 'Ignore Query Parameters' },
	),
	includePaths: textField(
		'Follow only pages whose path matches one of these, separated by commas or lines',
		{ placeholder: 'e.g. /blog/*' },
	),
	maxDepth: numberField(
		3,
		'Maximum number of links between the start URL and a page; 0 is the start URL only',
		[0],
	),
});

/** Entries of the options collection for which pages belong to the crawl, beside its instruction. */
export const scopeOptions = Object.values(scope);

function readPaths(options: ParameterValues, field: INodeProperties): string[] {
	const paths = readTextList(options, field);
	const address = paths.find((path) => /^https?:\/\//i.test(path));
	if (address === undefined) return paths;
	throw new InputError(
		field.displayName,
		`contains '${address}', which is an address and not a path`,
		'Write the part after the host, with * for any characters, e.g. /blog/*.',
	);
}

/**
 * Reads the scope; only what is set.
 * @throws InputError when the depth is not a whole number, or a path is an address
 */
export function readScope(options: ParameterValues): Partial<CrawlRequest> {
	const includePaths = readPaths(options, scope.includePaths);
	const excludePaths = readPaths(options, scope.excludePaths);
	const maxDepth = readWholeNumber(options, scope.maxDepth);
	return {
		...(maxDepth !== undefined && { maxDepth }),
		...(includePaths.length > 0 && { includePaths }),
		...(excludePaths.length > 0 && { excludePaths }),
		...(readFlag(options, scope.allowSubdomains) && { allowSubdomains: true }),
		...(readFlag(options, scope.crawlEntireDomain) && { crawlEntireDomain: true }),
		...(readFlag(options, scope.ignoreQueryParams) && { ignoreQueryParams: true }),
	};
}
