import { normalizeBaseUrl } from './baseUrl';
import type { Clock } from './clock';
import { explainConnection } from './connectionError';
import { explainAnswer } from './explainAnswer';
import { CREDENTIAL_TYPE, exchange, type RequestContext } from './httpExchange';
import { RateGate } from './rateGate';
import { backoffMs } from './retryDelay';
import { decideRetry, DEFAULT_BACKOFF_RETRIES, type Attempt } from './retryPolicy';
import type { FileToSend } from './fileToSend';
import { ServiceError } from './serviceError';
import type { ServiceAnswer, ServiceRequest } from './serviceRequest';
import { uploadFile } from './signedUpload';

/** Longest wait for one answer. `wait` of parse and search holds an answer up to 20 s (reference). */
const ANSWER_TIMEOUT_MS = 60_000;

/** Longest wait for the answer to a body of any size: an upload of 50 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 900_000;

/** Least time for an answer that only reads, however near the deadline is. */
const MIN_READ_TIMEOUT_MS = 5_000;

/** Time for one call with its retries, when the caller sets no deadline. */
const DEFAULT_BUDGET_MS = 300_000;

export interface SendOptions {
	/** No try begins after this moment (milliseconds since the Unix epoch). Default: in 5 minutes. */
	deadlineMs?: number;
	/** Ends the call when it aborts. */
	signal?: AbortSignal | undefined;
	/**
	 * Ends the waits before and between tries when it aborts, but not a request on its way: a submit
	 * that was sent names the job it started. Default: `signal`.
	 */
	waitSignal?: AbortSignal | undefined;
	/** How often a lost connection or a gateway's answer is tried again. Default 4. */
	backoffRetries?: number;
	/** Sent at once and only once, past the rate gate: for cancelling after Stop. */
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
	/**
	 * Uploads a file to a signed address, without the API key.
	 * @throws WebDataError when it did not arrive
	 */
	upload(url: string, file: FileToSend, signal?: AbortSignal): Promise<void>;
}

/** What came of one try, and how it reads as an error. */
type Outcome = Attempt & { error: ServiceError };

function isSuccess(outcome: Outcome): outcome is Outcome & { answer: ServiceAnswer } {
	return (
		outcome.answer !== undefined && outcome.answer.status >= 200 && outcome.answer.status < 300
	);
}

/**
 * How long to wait for one answer. Reading ends soon after the deadline; a submit that was sent is
 * waited for in full, because its answer names the job.
 */
function answerTimeoutMs({ method, form }: ServiceRequest, leftMs: number): number {
	if (form) return UPLOAD_TIMEOUT_MS;
	if (method === 'POST') return ANSWER_TIMEOUT_MS;
	return Math.min(ANSWER_TIMEOUT_MS, Math.max(MIN_READ_TIMEOUT_MS, leftMs));
}

function withDefaults(options: SendOptions, nowMs: number) {
	return {
		signal: options.signal,
		waitSignal: options.waitSignal ?? options.signal,
		deadlineMs: options.deadlineMs ?? nowMs + DEFAULT_BUDGET_MS,
		urgent: options.urgent ?? false,
		backoffRetries: options.backoffRetries ?? DEFAULT_BACKOFF_RETRIES,
	};
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
		const { signal, waitSignal, deadlineMs, urgent, backoffRetries } = withDefaults(
			options,
			this.#clock.now(),
		);
		let lastError: ServiceError | undefined;
		for (let retries = 0; ;) {
			if (!urgent && !(await this.gate.pass(deadlineMs, waitSignal))) {
				throw lastError ?? this.#notSentError(waitSignal);
			}
			const outcome = await this.#try(request, signal, deadlineMs);
			if (isSuccess(outcome)) return outcome.answer;
			lastError = outcome.error;
			const decision = urgent ? 'return' : decideRetry(request, outcome, backoffRetries - retries);
			if (decision === 'return' || waitSignal?.aborted === true) throw outcome.error;
			if (decision === 'gate') continue;
			const delayMs = backoffMs(retries, Math.random());
			if (this.#clock.now() + delayMs >= deadlineMs) throw outcome.error;
			await this.#clock.sleep(delayMs, waitSignal);
			retries += 1;
		}
	}

	async upload(url: string, file: FileToSend, signal?: AbortSignal): Promise<void> {
		await uploadFile(this.#context, url, file, { clock: this.#clock, signal });
	}

	async #try(
		request: ServiceRequest,
		signal: AbortSignal | undefined,
		deadlineMs: number,
	): Promise<Outcome> {
		const sentAtMs = this.#clock.now();
		const timeoutMs = answerTimeoutMs(request, deadlineMs - sentAtMs);
		const reply = await exchange(this.#context, this.#baseUrl, request, { signal, timeoutMs }).then(
			(answer) => ({ answer }),
			(error: unknown) => ({ error }),
		);
		if ('error' in reply) {
			const error = explainConnection(reply.error, new URL(this.#baseUrl).host);
			const certainty = error.facts.certainty === 'notSent' ? 'notSent' : 'unknown';
			return { error, certainty };
		}
		this.gate.observe(reply.answer, sentAtMs);
		return { ...reply, error: explainAnswer(reply.answer, this.#secrets) };
	}

	#notSentError(signal: AbortSignal | undefined): ServiceError {
		if (signal?.aborted === true) {
			return new ServiceError({
				message: 'The request was not sent',
				description: 'The execution ended before.',
				certainty: 'notSent',
			});
		}
		if (this.gate.openAtMs <= this.#clock.now()) {
			return new ServiceError({
				message: 'The time for the request was over before it was sent',
				description: "Nothing was started by it. Raise 'Timeout' in Options.",
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
	return new HttpServiceClient(context, clock, baseUrl, [String(credential.apiKey ?? '').trim()]);
}
