import type {
	ICredentialDataDecryptedObject,
	IAllExecuteFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
	Logger,
} from 'n8n-workflow';
import { WebDataError } from './webDataError';
import { toFormData } from './fileToSend';
import { parseUrl } from './parseUrl';
import { isRecord, tryParseJson } from './serviceBody';
import { isSuccess, type ServiceAnswer, type ServiceRequest } from './serviceRequest';

export const CREDENTIAL_TYPE = 'webDataExtractionApi';

export interface ServiceConnection {
	baseUrl: string;
	apiKey: string;
	/** Whether a certificate that can't be checked is accepted, of the service's host alone. */
	ignoresSslIssues: boolean;
}

/**
 * Reads the credential of a node.
 * @throws WebDataError when its base URL can't be used
 */
export async function readConnection(context: {
	getCredentials(type: string): Promise<ICredentialDataDecryptedObject>;
}): Promise<ServiceConnection> {
	const { baseUrl, apiKey, ignoreSslIssues } = await context.getCredentials(CREDENTIAL_TYPE);
	return {
		baseUrl: normalizeBaseUrl(String(baseUrl ?? '')),
		apiKey: String(apiKey ?? '').trim(),
		ignoresSslIssues: ignoreSslIssues === true,
	};
}

/**
 * n8n's options that all requests share. Answers are judged here, not by n8n's own texts; redirects are
 * not followed, so that the API key reaches no other host and no body is kept in memory; certificates of
 * other hosts than the service's are always checked.
 */
export function requestOptions(
	url: string,
	{ baseUrl, ignoresSslIssues }: ServiceConnection,
	{ signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number },
) {
	const isOfService = new URL(url).host === new URL(baseUrl).host;
	return {
		url,
		timeout: timeoutMs,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true as const,
		...(ignoresSslIssues && isOfService && { skipSslCertificateValidation: true }),
		...(signal && { abortSignal: signal }),
	};
}

const EXAMPLE = 'e.g. http://127.0.0.1:8330/api';

/**
 * The base address as requests use it: without trailing slashes, query or fragment. It ends
 * with the path segment /api (`api/openapi.yaml`, servers).
 * @throws WebDataError naming the field and the fix
 */
export function normalizeBaseUrl(text: string): string {
	const url = parseUrl(text.trim());
	if (!url || !/^https?:$/.test(url.protocol)) {
		throw new WebDataError(
			"'Base URL' in the credential is not a web address",
			`Enter the address of the service, starting with http:// or https:// and ending in /api, ${EXAMPLE}`,
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new WebDataError(
			"'Base URL' in the credential contains a user name or password",
			`Remove it, because only the API key is sent: ${url.origin}${url.pathname}. A proxy with its own login must let requests to the API through.`,
		);
	}
	const path = url.pathname.replace(/\/{1,9}$/, '');
	if (!path.endsWith('/api')) {
		// What follows /api belongs to a version or an endpoint; other spellings of it are other paths.
		const prefix = /^(.*?)\/api(?:\/|$)/i.exec(path)?.[1] ?? path;
		throw new WebDataError(
			"'Base URL' in the credential does not end in /api",
			`Enter ${url.origin}${prefix}/api as 'Base URL'.`,
		);
	}
	return `${url.origin}${path}`;
}

/** The parts of an n8n context that a request needs; execution and option loading both have them. */
export interface RequestContext {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
	getCredentials(type: string): Promise<ICredentialDataDecryptedObject>;
	getNode(): INode;
	logger: Logger;
}

/**
 * The context that n8n's request helper is called on. Called on the execution's own context, the
 * helper replaces `abortSignal` with the execution's, so that after Stop a cancel never leaves the
 * machine (n8n-core 2.41, request-helpers/authentication). This one has no
 * `getExecutionCancelSignal`: the signal that a call names is the one that counts.
 */
function contextWithoutSignal(context: RequestContext): IAllExecuteFunctions {
	const lean: RequestContext = {
		helpers: context.helpers,
		getCredentials: async (type) => await context.getCredentials(type),
		getNode: () => context.getNode(),
		logger: context.logger,
	};
	return lean as unknown as IAllExecuteFunctions;
}

/** Header names in lower case, values as text. */
export function lowerCaseNames(headers: unknown): Record<string, string | undefined> {
	if (!isRecord(headers)) return {};
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			value === undefined || value === null ? undefined : String(value),
		]),
	);
}

/** n8n's options for one try. Built each time: n8n's helper adds the API key to them. */
function toHttpOptions(
	connection: ServiceConnection,
	request: ServiceRequest,
	options: Parameters<typeof exchange>[3],
): IHttpRequestOptions {
	const url = `${connection.baseUrl}${request.path}`;
	const body = request.form ? toFormData(request.form) : request.body;
	return {
		...requestOptions(url, connection, options),
		method: request.method,
		...(request.answer === 'stream' ? { encoding: 'stream' } : { json: true }),
		...(request.query && { qs: request.query }),
		...(body && { body }),
	};
}

/** Longest refusal that is read of an answer that should have been a file. */
const MAX_REFUSAL_BYTES = 64 * 1024;

async function readBody({ statusCode, body }: IN8nHttpFullResponse): Promise<unknown> {
	const isRefusedFile = isByteStream(body) && !isSuccess(statusCode);
	if (!isRefusedFile) return body;
	const text = await readTextStart(body, MAX_REFUSAL_BYTES);
	const parsed = tryParseJson(text);
	return 'value' in parsed ? parsed.value : text;
}

/**
 * Sends a request once, with the API key.
 * @param options.timeoutMs how long to wait for the answer
 * @throws what n8n's helper throws when there is no answer
 */
export async function exchange(
	context: RequestContext,
	connection: ServiceConnection,
	request: ServiceRequest,
	options: { signal: AbortSignal | undefined; timeoutMs: number },
): Promise<ServiceAnswer> {
	const response: IN8nHttpFullResponse = await context.helpers.httpRequestWithAuthentication.call(
		contextWithoutSignal(context),
		CREDENTIAL_TYPE,
		toHttpOptions(connection, request, options),
	);
	return {
		status: response.statusCode,
		headers: lowerCaseNames(response.headers),
		body: await readBody(response),
	};
}

/** A body that is still to be read: the stream that n8n's binary helpers take. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

export function isByteStream(value: unknown): value is ByteStream {
	return (
		typeof value === 'object' &&
		value !== null &&
		'pipe' in value &&
		typeof value.pipe === 'function'
	);
}

/** The start of a stream as text; the rest is thrown away. */
export async function readTextStart(stream: ByteStream, maxBytes: number): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		const buffer = Buffer.from(chunk as Uint8Array);
		chunks.push(buffer);
		bytes += buffer.length;
		if (bytes >= maxBytes) break;
	}
	return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}
