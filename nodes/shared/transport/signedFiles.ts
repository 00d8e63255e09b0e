import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import {
	isByteStream,
	type ByteStream,
	readConnection,
	requestOptions,
	type ServiceConnection,
	lowerCaseNames,
	type RequestContext,
} from './httpExchange';
import { isOwnError } from './classifyResponse';
import { WebDataError } from './webDataError';
import { type Clock, withTimeLimit } from './clock';
import { readServiceWords } from './explainAnswer';
import type { FileToSend } from './fileToSend';
import { parseUrl } from './parseUrl';
import { redact } from './redact';
import { backoffMs } from './allowance';
import { tryParseJson } from './serviceBody';
import { isRedirect, isSuccess } from './serviceRequest';

/** Sending or reading the same bytes again costs nothing. */
const MAX_TRIES = 3;

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
	{ clock, signal }: { clock: Clock; signal: AbortSignal | undefined },
): Promise<{ stream: ByteStream; headers: Readonly<Record<string, string | undefined>> }> {
	const connection = await readConnection(context);
	let url = link;
	for (let redirects = 0; ; redirects += 1) {
		if (!isFileAddress(url, connection.baseUrl)) {
			throw new WebDataError(
				`${what} could not be read: the service's link leads to ${parseUrl(url)?.host ?? 'its address'}, which is not a host of its files`,
				"Files are read from the host of 'Base URL' in the credential, or over https from other hosts outside private networks. Check the public address that the service uses in its links.",
			);
		}
		const response = await fetchLink(context, url, connection, { clock, signal });
		const { host } = new URL(url);
		if (!response) {
			throw new WebDataError(
				`${what} could not be read: the connection to ${host} broke`,
				'Read the job again by its ID to get a fresh link, and check the network.',
			);
		}
		const headers = lowerCaseNames(response.headers);
		const { location } = headers;
		if (!isRedirect(response.statusCode) || location === undefined || redirects === MAX_REDIRECTS) {
			return { stream: bodyOf(response, what, host), headers };
		}
		if (isByteStream(response.body)) response.body.destroy();
		url = parseUrl(location, url)?.href ?? location;
	}
}

/** The answer to a link, in several tries; undefined when the connection broke each time. */
async function fetchLink(
	context: Pick<RequestContext, 'helpers'>,
	url: string,
	connection: ServiceConnection,
	{ clock, signal }: { clock: Clock; signal: AbortSignal | undefined },
): Promise<IN8nHttpFullResponse | undefined> {
	const limits = { timeoutMs: LINK_TIMEOUT_MS, signal };
	const open = async (end: AbortSignal): Promise<IN8nHttpFullResponse> => {
		const options: IHttpRequestOptions = {
			...requestOptions(url, connection, { signal: end, timeoutMs: LINK_TIMEOUT_MS }),
			method: 'GET',
			encoding: 'stream',
		};
		return await context.helpers.httpRequest(options);
	};
	for (let tries = 1; ; tries += 1) {
		const response = await withTimeLimit(limits, open).catch(() => undefined);
		const isFinal = (response && !mayPass(response)) || tries === MAX_TRIES;
		if (isFinal || signal?.aborted === true) return response;
		if (isByteStream(response?.body)) response.body.destroy();
		await clock.sleep(backoffMs(tries - 1, 1), signal);
	}
}

/**
 * Whether the same request may work a moment later: the store failed or is busy, or the page of a proxy
 * replaces its answer. What a store rejects by itself is XML or JSON.
 */
function mayPass({ statusCode, headers }: IN8nHttpFullResponse): boolean {
	if (statusCode >= 500 || statusCode === 408 || statusCode === 429) return true;
	const type = lowerCaseNames(headers)['content-type'] ?? '';
	return statusCode >= 400 && /^text\/(html|plain)/i.test(type);
}

function bodyOf(
	{ statusCode, body }: IN8nHttpFullResponse,
	what: string,
	host: string,
): ByteStream {
	if (!isByteStream(body)) {
		throw new WebDataError(
			`${what} could not be read from ${host}`,
			'Read the job again by its ID.',
		);
	}
	if (isSuccess(statusCode)) return body;
	body.destroy();
	throw new WebDataError(
		`${what} could not be read: ${host} answered with HTTP status ${statusCode}`,
		'Signed links are valid for one hour. Read the job again by its ID to get a fresh link.',
	);
}

/** The bytes must be sent within 15 minutes (`api/openapi.yaml`, POST /parse/uploads). */
const UPLOAD_TIMEOUT_MS = 900_000;

/**
 * Sends the bytes of a file to a signed address. The address carries its own permission, so the API
 * key is never sent there.
 * @throws WebDataError when they did not arrive
 */
export async function uploadFile(
	context: Pick<RequestContext, 'helpers'>,
	url: string,
	file: FileToSend,
	{
		clock,
		connection,
		signal,
	}: { clock: Clock; connection: ServiceConnection; signal: AbortSignal | undefined },
): Promise<void> {
	if (!isFileAddress(url, connection.baseUrl)) {
		throw new WebDataError(
			`The file '${file.fileName}' was not uploaded: the service's upload address is not on a host of its files`,
			"Files are sent to the host of 'Base URL' in the credential, or over https to other hosts outside private networks. Check the public address that the service uses for uploads.",
		);
	}
	const isOwnHost = new URL(url).host === new URL(connection.baseUrl).host;
	let reason = 'the connection broke';
	const deadlineMs = clock.now() + UPLOAD_TIMEOUT_MS;
	for (let tries = 1; tries <= MAX_TRIES && signal?.aborted !== true; tries += 1) {
		const limits = { timeoutMs: deadlineMs - clock.now(), signal };
		if (limits.timeoutMs <= 0) break;
		const response = await put(context, url, file, { connection, ...limits }).catch(
			() => undefined,
		);
		const refusal = response && readRefusal(response, isOwnHost, tries);
		if (response && !refusal) return;
		if (refusal) ({ reason } = refusal);
		if (refusal?.isFinal) break;
		if (tries < MAX_TRIES) await clock.sleep(backoffMs(tries, 1), signal);
	}
	throw new WebDataError(
		`The file '${file.fileName}' could not be uploaded: ${reason}`,
		'Nothing was charged. Run the node again; an upload must be complete within 15 minutes.',
	);
}

/**
 * Why the bytes of an upload were not taken, and whether that is final; undefined when they were.
 * @param tries how often they have been sent
 */
function readRefusal(
	response: IN8nHttpFullResponse,
	isOwnHost: boolean,
	tries: number,
): { reason: string; isFinal: boolean } | undefined {
	const { statusCode, headers } = response;
	// A web page with a success status is that of a sign-in or a captive portal. All other answers count: what
	// a service says to stored bytes is its own matter, and parsing a file that has not arrived is refused.
	const isPage = /^text\/html/i.test(lowerCaseNames(headers)['content-type'] ?? '');
	if (isSuccess(statusCode) && !isPage) return undefined;
	// n8n parses only the answers to requests that ask for JSON.
	const parsed = tryParseJson(String(response.body));
	const body = 'value' in parsed ? parsed.value : response.body;
	const isOwn = isOwnError({ body });
	// The try before, whose answer was lost, has stored them.
	if (tries > 1 && statusCode === 409 && isOwn) return undefined;
	// On its own host, only the service refuses: the JSON of a gateway is none of its words.
	const isForeign = isSuccess(statusCode) || (isOwnHost && !isOwn);
	const words = readServiceWords(body);
	const answered = `something in front of the service answered with HTTP status ${statusCode}`;
	const reason = isForeign ? [answered, words].filter(Boolean).join(': ') : words;
	return {
		reason: redact(reason ?? `HTTP status ${statusCode}`),
		isFinal: !isForeign && !mayPass(response),
	};
}

async function put(
	context: Pick<RequestContext, 'helpers'>,
	url: string,
	file: FileToSend,
	{
		connection,
		...limits
	}: { connection: ServiceConnection; timeoutMs: number; signal: AbortSignal | undefined },
): Promise<IN8nHttpFullResponse> {
	const content = await file.open();
	// n8n's helper takes a stream or a buffer; a list of chunks it would send as JSON.
	const body = Array.isArray(content) ? Buffer.concat(content as Uint8Array[]) : content;
	return await withTimeLimit(limits, async (signal) => {
		const options: IHttpRequestOptions = {
			...requestOptions(url, connection, { ...limits, signal }),
			method: 'PUT',
			body,
			headers: {
				'content-type': 'application/octet-stream',
				...(file.sizeBytes !== undefined && { 'content-length': String(file.sizeBytes) }),
			},
		};
		return await context.helpers.httpRequest(options);
	});
}

/** Names and addresses of this machine and of private networks, as hosts of URLs are spelled. */
const PRIVATE_HOST = [
	/(^|\.)localhost$|^[^.:]+$|\.(local|internal|lan|home\.arpa)$/i,
	/^(0|10|127)\./,
	/^(169\.254|192\.168)\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
	/^\[(::|fe[89ab]|f[cd])/i,
];

function isPrivate({ hostname }: URL): boolean {
	return PRIVATE_HOST.some((pattern) => pattern.test(hostname));
}

/**
 * Whether an address that the service named is one for files: on the service's own host, or elsewhere
 * over https. A service on the internet may not send n8n to the private network that n8n is in; one
 * that is itself private may name any host. Names that only resolve to a private address are not seen.
 * @param baseUrl of the service
 */
function isFileAddress(address: string, baseUrl: string): boolean {
	const url = parseUrl(address);
	if (!url) return false;
	const service = new URL(baseUrl);
	if (url.host === service.host)
		return url.protocol === service.protocol || url.protocol === 'https:';
	if (isPrivate(service)) return /^https?:$/.test(url.protocol);
	return url.protocol === 'https:' && !isPrivate(url);
}
