import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { isByteStream, readTextStart, type ByteStream } from './byteStream';
import { readConnection, requestOptions, type ServiceConnection } from './connection';
import { isFileAddress } from './fileAddress';
import { lowerCaseNames, type RequestContext } from './httpExchange';
import { WebDataError } from './webDataError';

/** Longest wait for the first byte of a file. */
const LINK_TIMEOUT_MS = 120_000;

/** Times that a link may lead on to another address: a service may keep its files elsewhere. */
const MAX_REDIRECTS = 3;

/**
 * Opens a file behind a signed link. The link carries its own permission, so the API key is never
 * sent there; neither it nor where it leads may be an address that `isFileAddress` refuses.
 * @param what names the file in messages: "The screenshot"
 * @returns the file, still to be read
 * @throws WebDataError when it can't be read
 */
export async function openSignedLink(
	context: Pick<RequestContext, 'helpers' | 'getCredentials'>,
	link: string,
	what: string,
	signal: AbortSignal | undefined,
): Promise<{ stream: ByteStream; headers: Readonly<Record<string, string | undefined>> }> {
	const connection = await readConnection(context);
	let url = link;
	for (let redirects = 0; ; redirects += 1) {
		if (!isFileAddress(url, connection.baseUrl)) throw foreignAddressError(what, url);
		const response = await fetchLink(context, url, connection, signal);
		const { host } = new URL(url);
		if (!response) {
			throw new WebDataError(
				`${what} could not be read: the connection to ${host} broke`,
				'Read the job again by its ID to get a fresh link, and check the network.',
			);
		}
		const headers = lowerCaseNames(response.headers);
		const { location } = headers;
		if (!isRedirect(response) || location === undefined || redirects === MAX_REDIRECTS) {
			return { stream: await readBody(response, what, host), headers };
		}
		if (isByteStream(response.body)) await readTextStart(response.body, 1);
		url = URL.canParse(location, url) ? new URL(location, url).href : location;
	}
}

async function fetchLink(
	context: Pick<RequestContext, 'helpers'>,
	url: string,
	connection: ServiceConnection,
	signal: AbortSignal | undefined,
): Promise<IN8nHttpFullResponse | undefined> {
	const options: IHttpRequestOptions = {
		...requestOptions(url, connection, { signal, timeoutMs: LINK_TIMEOUT_MS }),
		method: 'GET',
		encoding: 'stream',
	};
	return await context.helpers.httpRequest(options).then(
		(response: IN8nHttpFullResponse) => response,
		() => undefined,
	);
}

function isRedirect({ statusCode }: IN8nHttpFullResponse): boolean {
	return statusCode >= 300 && statusCode < 400;
}

async function readBody(
	{ statusCode, body }: IN8nHttpFullResponse,
	what: string,
	host: string,
): Promise<ByteStream> {
	if (!isByteStream(body)) {
		throw new WebDataError(
			`${what} could not be read from ${host}`,
			'Read the job again by its ID.',
		);
	}
	if (statusCode >= 200 && statusCode < 300) return body;
	await readTextStart(body, 1);
	throw new WebDataError(
		`${what} could not be read: ${host} answered with HTTP status ${statusCode}`,
		'Signed links are valid for one hour. Read the job again by its ID to get a fresh one.',
	);
}

function foreignAddressError(what: string, url: string): WebDataError {
	const host = URL.canParse(url) ? new URL(url).host : 'its address';
	return new WebDataError(
		`${what} could not be read: the service's link leads to ${host}, which is not a host of its files`,
		"Files are read from the host of 'Base URL' in the credential, or over https from others outside of private networks. Check the address under which the service gives out its links.",
	);
}
