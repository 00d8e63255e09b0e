import type { IN8nHttpFullResponse } from 'n8n-workflow';
import type { Clock } from './clock';
import { requestOptions, type ServiceConnection } from './connection';
import { readServiceWords } from './explainAnswer';
import { isFileAddress } from './fileAddress';
import type { FileToSend } from './fileToSend';
import { lowerCaseNames, type RequestContext } from './httpExchange';
import { redact } from './redact';
import { backoffMs } from './retryDelay';
import { tryParseJson } from './serviceBody';
import { WebDataError } from './webDataError';

/** The bytes must be sent within 15 minutes (`api/openapi.yaml`, POST /parse/uploads). */
const UPLOAD_TIMEOUT_MS = 900_000;

/** Sending the same bytes again costs nothing. */
const MAX_TRIES = 3;

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
			"Files are sent to the host of 'Base URL' in the credential, or over https to others outside of private networks. Check the address under which the service takes uploads.",
		);
	}
	let reason = 'the connection broke';
	for (let tries = 1; tries <= MAX_TRIES && signal?.aborted !== true; tries += 1) {
		const response = await put(context, url, file, { connection, signal }).catch(() => undefined);
		if (response && isStored(response)) return;
		if (response) {
			// n8n parses only the answers to requests that ask for JSON.
			const parsed = tryParseJson(String(response.body));
			const body = 'value' in parsed ? parsed.value : response.body;
			reason = redact(readServiceWords(body) ?? `HTTP status ${response.statusCode}`);
			if (response.statusCode < 500 && !isSuccess(response)) break;
		}
		if (tries < MAX_TRIES) await clock.sleep(backoffMs(tries, 1), signal);
	}
	throw new WebDataError(
		`The file '${file.fileName}' could not be uploaded: ${reason}`,
		'Nothing was charged. Run the node again; an upload must be complete within 15 minutes.',
	);
}

function isSuccess({ statusCode }: IN8nHttpFullResponse): boolean {
	return statusCode >= 200 && statusCode < 300;
}

/** A web page with a success status is that of a sign-in or a captive portal. */
function isStored(response: IN8nHttpFullResponse): boolean {
	const isPage = /^text\/html/i.test(lowerCaseNames(response.headers)['content-type'] ?? '');
	return isSuccess(response) && !isPage;
}

/** The bytes as n8n's helper takes them: a stream, or a buffer. A list of chunks it would send as JSON. */
async function openBytes(file: FileToSend): Promise<object> {
	const content = await file.open();
	return Array.isArray(content) ? Buffer.concat(content as Uint8Array[]) : content;
}

async function put(
	context: Pick<RequestContext, 'helpers'>,
	url: string,
	file: FileToSend,
	{ connection, signal }: { connection: ServiceConnection; signal: AbortSignal | undefined },
): Promise<IN8nHttpFullResponse> {
	const response: IN8nHttpFullResponse = await context.helpers.httpRequest({
		...requestOptions(url, connection, { signal, timeoutMs: UPLOAD_TIMEOUT_MS }),
		method: 'PUT',
		body: await openBytes(file),
		headers: {
			'content-type': 'application/octet-stream',
			...(file.sizeBytes !== undefined && { 'content-length': String(file.sizeBytes) }),
		},
	});
	return response;
}
