import { Agent, fetch, type Response } from 'undici';
import type { JsonValue } from '@web-data-extraction/page/json';
import { readJson } from '../../net/readJson.ts';
import {
	type AnswerHeaders,
	EndpointError,
	lacksVersion,
	toEndpointError,
} from './endpointError.ts';
import type { EndpointAddress } from './endpointAddress.ts';

/** More bytes than any answer needs; longer answers are not read. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** A model on a CPU is silent for minutes: each question's signal limits the wait. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } });

/** An endpoint's answer, whatever it says. */
export interface EndpointAnswer {
	status: number;
	headers: AnswerHeaders;
	text: string;
	/** Undefined when the text is not JSON. */
	json: JsonValue | undefined;
}

/**
 * Sends one request and reads the answer, as JSON whatever its content type.
 * @param body undefined for GET
 * @throws EndpointError for failed connections, streams, redirects and answers that are too long; the
 *   signal's reason
 */
export async function exchange(
	url: URL,
	{ headers }: Pick<EndpointAddress, 'headers'>,
	body: object | undefined,
	signal: AbortSignal,
): Promise<EndpointAnswer> {
	const response = await send(url, { headers, body: body && JSON.stringify(body) }, signal);
	const type = response.headers.get('content-type') ?? '';
	try {
		if (response.status >= 300 && response.status < 400) {
			throw unusable(
				`it redirects to ${response.headers.get('location')}: set LLM_BASE_URL to where it leads`,
			);
		}
		if (/event-stream/iu.test(type)) throw streamError();
		const text = await readBounded(response);
		if (/^\s*data:/u.test(text)) throw streamError();
		return { status: response.status, headers: response.headers, text, json: readJson(text) };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof EndpointError) throw error;
		throw unreachable(error);
	} finally {
		if (!response.bodyUsed) await response.body?.cancel().catch(() => undefined);
	}
}

/**
 * Asks for a chat completion.
 * @returns the body of a good answer
 * @throws EndpointError when there is none; the signal's reason
 */
export async function postChat(
	{ chatUrl, headers }: EndpointAddress,
	body: object,
	signal: AbortSignal,
): Promise<JsonValue> {
	const { status, text, json, ...answer } = await exchange(chatUrl, { headers }, body, signal);
	if (status >= 400) {
		throw toEndpointError({ status, text, json, headers: answer.headers, chatUrl });
	}
	if (json !== undefined) return json;
	const hint = lacksVersion(chatUrl) ? 'is /v1 missing in LLM_BASE_URL?' : 'check LLM_BASE_URL';
	if (text.trim() === '') throw unusable('its answer is empty');
	const what = /^\s*</u.test(text) ? 'it answers with an HTML page' : 'its answer is not JSON';
	throw unusable(`${what}, ${hint}`);
}

async function send(
	url: URL,
	{ headers, body }: { headers: Readonly<Record<string, string>>; body: string | undefined },
	signal: AbortSignal,
): Promise<Response> {
	const method = body === undefined ? 'GET' : 'POST';
	try {
		return await fetch(url, {
			...{ method, headers, body: body ?? null, signal, dispatcher },
			redirect: 'manual',
		});
	} catch (error) {
		signal.throwIfAborted();
		throw unreachable(error);
	}
}

async function readBounded({ body }: Response): Promise<string> {
	if (body === null) return '';
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of body) {
		length += part.length;
		if (length > MAX_ANSWER_BYTES) {
			throw unusable(`its answer is longer than ${MAX_ANSWER_BYTES / 1024 / 1024} MB`);
		}
		parts.push(part);
	}
	return Buffer.concat(parts)
		.toString('utf8')
		.replace(/^\uFEFF/u, '');
}

const unusable = (what: string): EndpointError =>
	new EndpointError(`The model endpoint failed: ${what}.`, { trouble: 'unusable' });

const streamError = (): EndpointError =>
	unusable(
		'it answers with a stream, although none was requested; turn streaming off in its settings',
	);

function unreachable(error: unknown): EndpointError {
	const cause = error instanceof Error ? (error.cause ?? error) : error;
	const { message, code } = Object(cause);
	const detail = message || code || String(cause);
	return new EndpointError(
		`The model endpoint failed: Connection error. ${detail}`,
		{ trouble: 'unreachable' },
		error,
	);
}
