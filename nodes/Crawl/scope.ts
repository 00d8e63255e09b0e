import type { INodeProperties } from 'n8n-workflow';
import {
	countCharacters,
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
	excludePaths: textField('Paths to leave out, separated by commas or line breaks', {
		placeholder: 'e.g. /tag/*, /login',
	}),
	ignoreQueryParams: flagField(
		'Whether addresses that differ only in their query count as the same page',
		{ displayName: 'Ignore Query Parameters' },
	),
	includePaths: textField(
		'Follow only pages whose path matches one of these, separated by commas or line breaks',
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

/** `api/openapi.yaml`, CrawlRequest.includePaths and excludePaths. */
const MAX_PATHS = 1_000;

/** `api/openapi.yaml`, PathPattern. */
const MAX_PATH_LENGTH = 2_000;

function readPaths(options: ParameterValues, field: INodeProperties): string[] {
	const paths = readTextList(options, field);
	if (paths.length > MAX_PATHS) {
		throw new InputError(
			field.displayName,
			`has ${paths.length} paths`,
			`Enter at most ${MAX_PATHS}. A path with * covers many, e.g. /blog/*.`,
		);
	}
	for (const path of paths) checkPath(path, field);
	return paths;
}

function checkPath(path: string, { displayName }: INodeProperties): void {
	const shown = `'${path.slice(0, 100)}'`;
	if (/^https?:\/\//i.test(path)) {
		throw new InputError(
			displayName,
			`contains ${shown}, which is an address, not a path`,
			'Write the part after the host, with * for any characters, e.g. /blog/*.',
		);
	}
	const length = countCharacters(path);
	if (length > MAX_PATH_LENGTH) {
		throw new InputError(
			displayName,
			`contains ${shown}, which has ${length} characters`,
			`Shorten it to ${MAX_PATH_LENGTH} characters, with * for any characters.`,
		);
	}
}

/**
 * Reads the scope; only what is set.
 * @throws InputError when the depth is not a whole number, a path is an address or too long, or there
 * are too many
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
