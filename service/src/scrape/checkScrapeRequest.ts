import { CookieFormatError, parseCookies } from '../browser/cookies.ts';
import type { Config } from '../config.ts';
import { checkSchema } from '../content/extraction/schemaRules.ts';
import { ApiError } from '../http/apiError.ts';
import { chooseProxy, ProxySettingError } from '../net/proxyUrl.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';

/**
 * Refuses, before anything is queued, what the contract cannot see: a schema with mistakes, cookies
 * that cannot be read, a proxy that this service does not have.
 * @throws ApiError 422 with every mistake of the schema; 400 for the others
 */
export function checkScrapeRequest(request: ScrapeRequest, { proxy }: Pick<Config, 'proxy'>): void {
	refuseBrokenAddresses(request);
	const { schema, cookies } = request;
	const errors = schema === undefined ? [] : checkSchema(schema).errors;
	if (errors.length > 0) throw new ApiError(422, 'The extraction schema is invalid.', { errors });
	try {
		if (cookies !== undefined) parseCookies(cookies);
		chooseProxy(request, proxy);
	} catch (error) {
		if (!isRefusal(error)) throw error;
		throw new ApiError(400, error.message);
	}
}

function isRefusal(error: unknown): error is CookieFormatError | ProxySettingError {
	return error instanceof CookieFormatError || error instanceof ProxySettingError;
}

function refuseBrokenAddresses({ urls }: ScrapeRequest): void {
	const index = urls.findIndex(({ url }) => !URL.canParse(url));
	if (index === -1) return;
	throw new ApiError(400, `urls[${index}].url is not a valid web address: ${urls[index]?.url}`);
}
