import type { INodeProperties } from 'n8n-workflow';
import {
	InputError,
	readFlag,
	readWholeNumber,
	type ParameterValues,
	readTextList,
} from '../shared/items/parameterValues';
import type { CrawlRequest } from '../shared/jobTypes/crawlJob';

/** Entries of the options collection for which pages belong to the crawl, beside its instruction. */
export const scopeOptions: readonly INodeProperties[] = [
	{
		displayName: 'Allow Subdomains',
		name: 'allowSubdomains',
		type: 'boolean',
		default: false,
		description: 'Whether to also follow links to subdomains of the start URL',
	},
	{
		displayName: 'Crawl Entire Domain',
		name: 'crawlEntireDomain',
		type: 'boolean',
		default: false,
		description: 'Whether to also follow links outside the path of the start URL',
	},
	{
		displayName: 'Exclude Paths',
		name: 'excludePaths',
		type: 'string',
		default: '',
		placeholder: 'e.g. /tag/*, /login',
		description: 'Never follow pages whose path matches one of these, separated by commas or lines',
	},
	{
		displayName: 'Ignore Query Parameters',
		name: 'ignoreQueryParams',
		type: 'boolean',
		default: false,
		description: 'Whether addresses that differ only in their query count as the same page',
	},
	{
		displayName: 'Include Paths',
		name: 'includePaths',
		type: 'string',
		default: '',
		placeholder: 'e.g. /blog/*',
		description: 'Follow only pages whose path matches one of these, separated by commas or lines',
	},
	{
		displayName: 'Max Depth',
		name: 'maxDepth',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 3,
		description:
			'Maximum number of links between the start URL and a page; 0 is the start URL only',
	},
];

function readPaths(value: unknown, field: string): string[] {
	const paths = readTextList(value, field);
	const address = paths.find((path) => /^https?:\/\//i.test(path));
	if (address === undefined) return paths;
	throw new InputError(
		field,
		`contains '${address}', which is an address and not a path`,
		'Write the part after the host, with * for any characters, e.g. /blog/*.',
	);
}

/**
 * Reads the scope; only what is set.
 * @throws InputError when the depth is not a whole number, or a path is an address
 */
export function readScope(options: ParameterValues): Partial<CrawlRequest> {
	const includePaths = readPaths(options.includePaths, 'Include Paths');
	const excludePaths = readPaths(options.excludePaths, 'Exclude Paths');
	const maxDepth = readWholeNumber(options, 'maxDepth', 'Max Depth', { min: 0 });
	return {
		...(maxDepth !== undefined && { maxDepth }),
		...(includePaths.length > 0 && { includePaths }),
		...(excludePaths.length > 0 && { excludePaths }),
		...(readFlag(options, 'allowSubdomains', 'Allow Subdomains') && { allowSubdomains: true }),
		...(readFlag(options, 'crawlEntireDomain', 'Crawl Entire Domain') && {
			crawlEntireDomain: true,
		}),
		...(readFlag(options, 'ignoreQueryParams', 'Ignore Query Parameters') && {
			ignoreQueryParams: true,
		}),
	};
}
