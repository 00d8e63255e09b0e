import type { IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { isByteStream, readTextStart, type ByteStream } from './byteStream';
import { lowerCaseNames } from './httpExchange';
import { WebDataError } from './webDataError';

/** Longest wait for the first byte of a file. */
const LINK_TIMEOUT_MS = 120_000;

export interface LinkContext {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest'>;
}

/** A file behind a signed link, still to be read. */
export interface LinkedBody {
	stream: ByteStream;
	headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens a file behind a signed link. The link carries its own permission, so the API key is never
 * sent there.
 * @param what names the file in messages: "The screenshot"
 * @throws WebDataError when it can't be read
 */
export async function openSignedLink(
	context: LinkContext,
	url: string,
	what: string,
	signal: AbortSignal | undefined,
): Promise<LinkedBody> {
	const host = URL.canParse(url) ? new URL(url).host : 'its address';
	const reply = await context.helpers
		.httpRequest({
			method: 'GET',
			url,
			encoding: 'stream',
			timeout: LINK_TIMEOUT_MS,
			ignoreHttpStatusErrors: true,
			returnFullResponse: true,
			...(signal && { abortSignal: signal }),
		})
		.then(
			(response: IN8nHttpFullResponse) => ({ response }),
			() => undefined,
		);
	if (!reply) {
		throw new WebDataError(
			`${what} could not be read: the connection to ${host} broke`,
			'Read the job again by its ID to get a fresh link, and check the network.',
		);
	}
	const { statusCode, body, headers } = reply.response;
	if (!isByteStream(body)) {
		throw new WebDataError(
			`${what} could not be read from ${host}`,
			'Read the job again by its ID.',
		);
	}
	if (statusCode < 200 || statusCode >= 300) {
		await readTextStart(body, 1);
		throw new WebDataError(
			`${what} could not be read: ${host} answered with HTTP status ${statusCode}`,
			'Signed links are valid for one hour. Read the job again by its ID to get a fresh one.',
		);
	}
	return { stream: body, headers: lowerCaseNames(headers) };
}
