import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	Logger,
	INode,
	IExecuteFunctions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { normalizeBaseUrl } from './baseUrl';
import type { Clock } from './clock';
import { explainAnswer } from './explainAnswer';
import { explainConnection } from './connectionError';
import { RateGate } from './rateGate';
import { backoffMs } from './retryDelay';
import { decideRetry, type Attempt } from './retryPolicy';
import { isRecord } from './serviceBody';
import { ServiceError } from './serviceError';
import type { ServiceAnswer, ServiceRequest } from './serviceRequest';

/** The credential type of names.md. */
export const CREDENTIAL_TYPE = 'webDataExtractionApi';

/** Longest wait for one answer. `wait` of parse and search holds an answer up to 20 s (reference). */
const REQUEST_TIMEOUT_MS = 60_000;

/** Time for one call with its retries, when the caller sets no deadline. */
const DEFAULT_BUDGET_MS = 300_000;

export interface SendOptions {
	/** No try begins after this moment (milliseconds since the Unix epoch). Default: in 5 minutes. */
	deadlineMs?: number;
	/** Ends the call when it aborts. */
	signal?: AbortSignal | undefined;
	/** Sent at once, past the rate gate: for cancelling after Stop, when nothing may wait. */
	urgent?: boolean;
}

/** The one door to the service. */
export interface ServiceClient {
	readonly gate: RateGate;
	/**
	 * Sends a request, waiting and retrying as the service asks and `retryPolicy` allows.
	 * @returns an answer with a 2xx status
	 * @throws ServiceError for everything else
	 */
	send(request: ServiceRequest, options?: SendOptions): Promise<ServiceAnswer>;
}

/** The parts of an n8n context that a request needs; execution and option loading both have them. */
export interface RequestContext {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
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
function leanContext(context: RequestContext): IAllExecuteFunctions {
	const lean: RequestContext = {
		helpers: context.helpers,
		getCredentials: async (type) => await context.getCredentials(type),
		getNode: () => context.getNode(),
		logger: context.logger,
	};
	return lean as unknown as IAllExecuteFunctions;
}

function lowerCaseNames(headers: unknown): Record<string, string | undefined> {
	if (!isRecord(headers)) return {};
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [
			name.toLowerCase(),
			value === undefined || value === null ? undefined : String(value),
		]),
	);
}

/** n8n options for one try. Built anew each time: n8n's helper adds the API key to them. */
function toHttpOptions(
	baseUrl: string,
	request: ServiceRequest,
	signal: AbortSignal | undefined,
): IHttpRequestOptions {
	return {
		method: request.method,
		url: `${baseUrl}${request.path}`,
		json: true,
		timeout: REQUEST_TIMEOUT_MS,
		// The API key must reach no other host, and n8n's own texts must not replace the service's.
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		returnFullResponse: true,
		...(request.query && { qs: request.query }),
		...(request.body && { body: request.body }),
		...(signal && { abortSignal: signal }),
	};
}

/** What came of one try, and how it reads as an error. */
type Outcome = Attempt & { error: ServiceError };

function isSuccess(outcome: Outcome): outcome is Outcome & { answer: ServiceAnswer } {
	return (
		outcome.answer !== undefined && outcome.answer.status >= 200 && outcome.answer.status < 300
	);
}

class HttpServiceClient implements ServiceClient {
	readonly gate: RateGate;

	readonly #context: RequestContext;

	readonly #clock: Clock;

	readonly #baseUrl: string;

	readonly #secrets: readonly string[];

	constructor(context: RequestContext, clock: Clock, baseUrl: string, secrets: readonly string[]) {
		this.gate = new RateGate(clock);
		this.#context = context;
		this.#clock = clock;
		this.#baseUrl = baseUrl;
		this.#secrets = secrets;
	}

	async send(request: ServiceRequest, options: SendOptions = {}): Promise<ServiceAnswer> {
		const { signal, urgent = false } = options;
		const deadlineMs = options.deadlineMs ?? this.#clock.now() + DEFAULT_BUDGET_MS;
		let lastError: ServiceError | undefined;
		for (let backoffRetries = 0; ;) {
			if (!urgent && !(await this.gate.pass(deadlineMs, signal))) {
				throw lastError ?? this.#closedGateError(signal);
			}
			const outcome = await this.#try(request, signal);
			if (isSuccess(outcome)) return outcome.answer;
			lastError = outcome.error;
			const decision = urgent ? 'return' : decideRetry(request, outcome, backoffRetries);
			if (decision === 'return' || signal?.aborted === true) throw outcome.error;
			if (decision === 'gate') continue;
			const delayMs = backoffMs(backoffRetries, Math.random());
			if (this.#clock.now() + delayMs >= deadlineMs) throw outcome.error;
			await this.#clock.sleep(delayMs, signal);
			backoffRetries += 1;
		}
	}

	async #try(request: ServiceRequest, signal: AbortSignal | undefined): Promise<Outcome> {
		const reply = await this.#call(request, signal).then(
			(response) => ({ response }),
			(error: unknown) => ({ error }),
		);
		if ('error' in reply) {
			const error = explainConnection(reply.error, new URL(this.#baseUrl).host);
			const certainty = error.facts.certainty === 'notSent' ? 'notSent' : 'unknown';
			return { error, certainty };
		}
		const answer: ServiceAnswer = {
			status: reply.response.statusCode,
			headers: lowerCaseNames(reply.response.headers),
			body: reply.response.body,
		};
		this.gate.observe(answer);
		return { answer, error: explainAnswer(answer, this.#secrets) };
	}

	async #call(
		request: ServiceRequest,
		signal: AbortSignal | undefined,
	): Promise<IN8nHttpFullResponse> {
		const response: IN8nHttpFullResponse =
			await this.#context.helpers.httpRequestWithAuthentication.call(
				leanContext(this.#context),
				CREDENTIAL_TYPE,
				toHttpOptions(this.#baseUrl, request, signal),
			);
		return response;
	}

	#closedGateError(signal: AbortSignal | undefined): ServiceError {
		if (signal?.aborted === true) {
			return new ServiceError({
				message: 'The request was not sent',
				description: 'The execution was stopped.',
				certainty: 'notSent',
			});
		}
		return new ServiceError({
			message: 'The rate limit of the service is reached',
			description: `The service takes requests again at ${new Date(this.gate.openAtMs).toISOString()}, after the time limit of this node. Raise 'Timeout' or lower 'Max Concurrent Jobs' in Options.`,
			certainty: 'notSent',
			status: 429,
			cause: 'rate-limited',
		});
	}
}

/**
 * Opens the door to the service that the credential names.
 * @throws WebDataError when the credential's base URL can't be used
 */
export async function openServiceClient(
	context: RequestContext,
	clock: Clock,
): Promise<ServiceClient> {
	const credential = await context.getCredentials(CREDENTIAL_TYPE);
	const baseUrl = normalizeBaseUrl(String(credential.baseUrl ?? ''));
	return new HttpServiceClient(context, clock, baseUrl, [String(credential.apiKey ?? '')]);
}
