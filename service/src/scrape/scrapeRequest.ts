import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { BrowserAction, ItemAction } from '../browser/actions/action.ts';
import { CookieFormatError, parseCookies } from '../net/cookies.ts';
import type { Config } from '../config.ts';
import { findSelectorMistakes } from '@web-data-extraction/fields/pinnedSchema';
import { checkSchema } from '@web-data-extraction/fields/schema';
import { ApiError } from '../http/apiError.ts';
import { chooseProxy, ProxySettingError } from '../net/upstreamProxy.ts';

/** Body of POST /scrape, checked. */
export type ScrapeRequest = components['schemas']['ScrapeRequest'];

/** One page of a request. */
export type ScrapeTarget = components['schemas']['ScrapeTarget'];

/**
 * Rejects, before anything is queued, what the API schema cannot express: a schema with mistakes, cookies
 * that cannot be parsed or whose host is unclear, a proxy that this service does not have.
 * @throws ApiError 422 with every mistake of the schema; 400 for the others
 */
export function checkScrapeRequest(request: ScrapeRequest, { proxy }: Pick<Config, 'proxy'>): void {
	const index = request.urls.findIndex(({ url }) => !URL.canParse(url));
	if (index !== -1) {
		const { url } = request.urls[index] ?? {};
		throw new ApiError(400, `urls[${index}].url is not a valid web address: ${url}`);
	}
	checkActionLimits(request);
	checkReading(request, proxy);
	refuse(CookieFormatError, () => checkCookies(request));
}

/**
 * Checks what requests for one and for many pages have in common: the schema and the proxy.
 * @throws ApiError 422 with every mistake of the schema; 400 for its CSS selectors and the proxy
 */
export function checkReading(
	request: Pick<ScrapeRequest, 'schema' | 'useProxy' | 'proxyCountry'>,
	proxy: Config['proxy'],
): void {
	const { errors, schema } = checkSchema(request.schema ?? { type: 'object' });
	if (errors.length > 0) throw new ApiError(422, 'The extraction schema is invalid.', { errors });
	const mistakes = findSelectorMistakes(schema);
	if (mistakes.length > 0) throw new ApiError(400, mistakes.join(' '));
	refuse(ProxySettingError, () => chooseProxy(request, proxy));
}

function refuse(
	kind: typeof CookieFormatError | typeof ProxySettingError,
	check: () => void,
): void {
	try {
		check();
	} catch (error) {
		throw error instanceof kind ? new ApiError(400, error.message) : error;
	}
}

// Cookies are secrets of one host: sent to every address of a request, they would reach strangers.
function checkCookies({ cookies, urls }: ScrapeRequest): void {
	const parsed = cookies === undefined ? [] : parseCookies(cookies);
	const hosts = new Set(urls.map(({ url }) => new URL(url).hostname.replace(/^www\./, '')));
	if (hosts.size < 2 || parsed.every(({ domain }) => domain !== undefined)) return;
	throw new ApiError(
		400,
		`cookies given as name=value pairs belong to one host, and urls has ${hosts.size}: ` +
			'send one request for each host, or give the cookies with their domains, as the cookie table of a browser’s developer tools has them.',
	);
}

/** Maximum actions on one page, including those inside a forEach. */
const MOST_ACTIONS = 100;

/** Maximum total pauses for an address; a forEach's own count once. */
const LONGEST_PAUSES_MS = 300_000;

/**
 * Rejects more actions, or longer pauses, than one page may use.
 * @throws ApiError 400 naming the address
 */
export function checkActionLimits({ urls }: ScrapeRequest): void {
	for (const [index, { actions = [] }] of urls.entries()) {
		const all = actions.flatMap((action): Array<BrowserAction | ItemAction> =>
			action.type === 'forEach' ? [action, ...(action.actions ?? [])] : [action],
		);
		if (all.length > MOST_ACTIONS) {
			const message = `urls[${index}].actions asks for ${all.length} actions: at most ${MOST_ACTIONS} are run on a page.`;
			throw new ApiError(400, message);
		}
		const pausesMs = all.reduce((sum, action) => sum + readPauseMs(action), 0);
		if (pausesMs > LONGEST_PAUSES_MS) {
			const message = `urls[${index}].actions asks for pauses of ${pausesMs} ms together: at most ${LONGEST_PAUSES_MS} ms are waited on a page.`;
			throw new ApiError(400, message);
		}
	}
}

function readPauseMs(action: BrowserAction | ItemAction): number {
	if (action.type === 'wait') return action.duration;
	return action.type === 'forEach' ? (action.waitAfterClick ?? 0) : 0;
}

const requestWithSchema = z.object({ schema: z.record(z.unknown()) });

/**
 * Unsupported keywords of a request's schema, as a body field that is present only when
 * there are any (api/openapi.yaml, SchemaWarnings).
 */
export function describeSchemaWarnings(request: unknown): { schema_warnings?: string[] } {
	const { data } = requestWithSchema.safeParse(request);
	const warnings = data === undefined ? [] : checkSchema(data.schema).warnings;
	return warnings.length > 0 ? { schema_warnings: warnings } : {};
}
