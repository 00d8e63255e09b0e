import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INode,
	Logger,
} from 'n8n-workflow';
import { CREDENTIAL_TYPE, requestOptions, type ServiceConnection } from './connection';
import { toFormData } from './fileToSend';
import { isRecord, tryParseJson } from './serviceBody';
import type { ServiceAnswer, ServiceRequest } from './serviceRequest';
import { isByteStream, readTextStart } from './byteStream';

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

/** n8n's options for one try. Built anew each time: n8n's helper adds the API key to them. */
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
	const isRefusedFile = isByteStream(body) && (statusCode < 200 || statusCode >= 300);
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
