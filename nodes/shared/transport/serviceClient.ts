import { createHash } from 'node:crypto';
import {
	isByteStream,
	readConnection,
	type ServiceConnection,
	exchange,
	type RequestContext,
} from './httpExchange';
import { type Clock, withTimeLimit } from './clock';
import { classifyResponse, isOwnError } from './classifyResponse';
import { explainConnection } from './connectionError';
import { explainAnswer, nameMissing } from './explainAnswer';
import {
	maskSecrets,
	redact,
	readTypedTexts,
	requestSecrets,
	mapWords,
	type TextKind,
} from './redact';
import type { FileToSend } from './fileToSend';
import { gateOf, type RateGate } from './rateGate';
import { backoffMs } from './allowance';
import {
	isUnreached,
	notSentError,
	ServiceError,
	unreadableAnswerError,
	type ServiceErrorFacts,
} from './serviceError';
import { isSuccess, type ServiceAnswer, type ServiceRequest } from './serviceRequest';
import { uploadFile } from './signedFiles';

/** Longest wait for one answer. `wait` of parse and search holds an answer up to 20 s (`api/openapi.yaml`). */
const ANSWER_TIMEOUT_MS = 60_000;

/** Longest wait for the answer to a body of any size: an upload of 50 MB over a slow line. */
const UPLOAD_TIMEOUT_MS = 900_000;

/** Least time for an answer that only reads, however near the deadline is. */
const MIN_READ_TIMEOUT_MS = 5_000;

/** How often a call is sent again after lost connections and gateway answers, when not said otherwise. */
const DEFAULT_RETRIES = 4;

/**
 * How often a call is sent again when the service could not be reached and has not answered at all
 * yet: its address is more likely wrong than that it is starting.
 */
const RETRIES_BEFORE_FIRST_ANSWER = 1;

/** A shorter wait at the gate is not worth a line. */
const REPORTED_WAIT_MS = 5_000;

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
	/** How often the call is sent again after lost connections and gateway answers. Default 4. */
	retries?: number;
	/** Longest wait for the answer to one try, in milliseconds. Default: by method and time left. */
	answerTimeoutMs?: number;
	/** Sent at once and only once, past the rate gate: for cancelling after Stop. */
	urgent?: boolean;
}

/**
 * How long to wait for one answer. Reading ends soon after the deadline; a submit that was sent is
 * waited for in full, because its answer names the job.
 */
function defaultAnswerTimeoutMs({ method, form }: ServiceRequest, leftMs: number): number {
	if (form) return UPLOAD_TIMEOUT_MS;
	if (method === 'POST') return ANSWER_TIMEOUT_MS;
	return Math.min(ANSWER_TIMEOUT_MS, Math.max(MIN_READ_TIMEOUT_MS, leftMs));
}

/** Whether a call that failed may have reached the service and been done. */
function mayHaveArrived({ outcome, endedAt }: ServiceErrorFacts): boolean {
	return (outcome === 'retry' || outcome === 'unknown') && endedAt !== 'beforeSending';
}

/** What came in place of an answer of the API: an unread stream by its headers, else by the body too. */
function kindOf({ status, headers, body }: ServiceAnswer) {
	const { 'content-type': type = '', 'content-length': length } = headers;
	const text = typeof body === 'string' ? body.trim() : undefined;
	if (status === 204 || length === '0' || text === '' || body === undefined) return 'nothing';
	if (text === undefined && !isByteStream(body)) return 'json';
	if (/html/i.test(type)) return 'page';
	if (type !== '') return /^text\//i.test(type) ? 'text' : 'json';
	return text?.startsWith('<') ? 'page' : 'text';
}

/** A shorter key is part of many a word, and left alone in what was read of pages. */
const MIN_KEY_LENGTH = 8;

/** The one door to the service. */
export class ServiceClient {
	readonly gate: RateGate;

	/** Called with a line for people before a longer wait. */
	onWait: ((line: string) => void) | undefined;

	/** The last moment that `onWait` was called with. */
	#reportedMs = 0;

	/** Whether the service itself has answered this client; until then its address may be wrong. */
	hasAnswered = false;

	readonly #context: RequestContext;

	readonly #clock: Clock;

	readonly #connection: ServiceConnection;

	/** Of the requests so far: the status of a job may repeat what its submit held. */
	readonly #secrets = new Set<string>();

	/** Those of a login, which are not even shown in addresses. */
	readonly #login = new Set<string>();

	readonly #nameFields: (text: string) => string;

	constructor(
		context: RequestContext,
		clock: Clock,
		connection: ServiceConnection,
		nameFields: (text: string) => string,
	) {
		this.#nameFields = nameFields;
		const account = createHash('sha256')
			.update(JSON.stringify([connection.baseUrl, connection.apiKey]))
			.digest('hex');
		this.gate = gateOf(clock, account);
		this.#context = context;
		this.#clock = clock;
		this.#connection = connection;
	}

	/**
	 * Sends a request, waiting and retrying as the service asks and `classifyResponse` allows.
	 * @returns an answer with a 2xx status
	 * @throws ServiceError for everything else
	 */
	async send(request: ServiceRequest, options: SendOptions = {}): Promise<ServiceAnswer> {
		const deadlineMs = options.deadlineMs ?? this.#clock.now() + DEFAULT_BUDGET_MS;
		const waitSignal = options.waitSignal ?? options.signal;
		let lastError: ServiceError | undefined;
		let mayAlreadyBeDone = false;
		let retries = 0;
		while (true) {
			if (options.urgent !== true) this.#noteWait();
			if (options.urgent !== true && !(await this.gate.waitUntilOpen(deadlineMs, waitSignal))) {
				throw this.#givenUp(lastError, waitSignal);
			}
			const outcome = await this.#try(request, options, deadlineMs);
			if ('answer' in outcome) return outcome.answer;
			const { error } = outcome;
			const { facts } = error;
			lastError = mayAlreadyBeDone
				? new ServiceError({ ...facts, mayAlreadyBeDone }, error.details)
				: error;
			mayAlreadyBeDone ||= mayHaveArrived(facts);
			if (!this.#mayTryAgain(facts, options, retries)) throw lastError;
			if (facts.outcome === 'rateLimited') continue;
			const delayMs = backoffMs(retries, Math.random());
			if (this.#clock.now() + delayMs >= deadlineMs) throw lastError;
			await this.#clock.sleep(delayMs, waitSignal);
			retries += 1;
		}
	}

	/** Keeps what a request must not show out of all answers, for a job that was started before. */
	hide({ body, login = [] }: ServiceRequest): void {
		for (const secret of requestSecrets(body)) this.#secrets.add(secret);
		for (const text of readTypedTexts(body)) if (login.includes(text)) this.#login.add(text);
	}

	/**
	 * Uploads a file to a signed address, without the API key.
	 * @throws WebDataError when it did not arrive
	 */
	async upload(url: string, file: FileToSend, signal?: AbortSignal): Promise<void> {
		const [clock, connection] = [this.#clock, this.#connection];
		await uploadFile(this.#context, url, file, { clock, connection, signal });
	}

	/** Reports a longer wait at the closed gate, once for each moment that it opens at. */
	#noteWait(): void {
		const { openAtMs } = this.gate;
		if (openAtMs - this.#clock.now() < REPORTED_WAIT_MS || openAtMs === this.#reportedMs) return;
		this.#reportedMs = openAtMs;
		this.onWait?.(
			`The service accepts requests of this account again at ${new Date(openAtMs).toISOString()}`,
		);
	}

	/** Why a call is not sent (again): a refusal says until when the account has to wait. */
	#givenUp(lastError: ServiceError | undefined, waitSignal: AbortSignal | undefined): ServiceError {
		const notSent = notSentError(this.gate.openAtMs, this.#clock.now(), waitSignal);
		if (!lastError) return notSent;
		if (notSent.facts.outcome !== 'rateLimited') return lastError;
		const { description } = notSent;
		return new ServiceError({ ...lastError.facts, description }, lastError.details);
	}

	/** Whether a failed call may be sent again: after a pause for everybody, or as often as allowed. */
	#mayTryAgain(
		facts: ServiceErrorFacts,
		{ urgent, signal, waitSignal = signal, retries: wanted = DEFAULT_RETRIES }: SendOptions,
		retries: number,
	): boolean {
		if (urgent === true || waitSignal?.aborted === true) return false;
		if (facts.outcome === 'rateLimited') return true;
		const mayBeWrong = !this.hasAnswered && isUnreached(facts);
		const allowed = mayBeWrong ? Math.min(wanted, RETRIES_BEFORE_FIRST_ANSWER) : wanted;
		return facts.outcome === 'retry' && retries < allowed;
	}

	async #try(
		request: ServiceRequest,
		{ signal, answerTimeoutMs }: SendOptions,
		deadlineMs: number,
	): Promise<{ answer: ServiceAnswer } | { error: ServiceError }> {
		const sentAtMs = this.#clock.now();
		this.hide(request);
		const timeoutMs = answerTimeoutMs ?? defaultAnswerTimeoutMs(request, deadlineMs - sentAtMs);
		this.gate.count();
		const call = async (end: AbortSignal) =>
			await exchange(this.#context, this.#connection, request, { signal: end, timeoutMs });
		const answer = await withTimeLimit({ timeoutMs, signal }, call).catch((error: unknown) =>
			explainConnection(error, new URL(this.#connection.baseUrl).host, request),
		);
		if (answer instanceof ServiceError) return { error: answer };
		const outcome = classifyResponse(request, answer);
		if (outcome === 'accepted' || isOwnError(answer)) this.hasAnswered = true;
		if (outcome === 'accepted') {
			this.gate.update(answer, sentAtMs);
			return { answer: this.#withWords(answer) };
		}
		const error = this.#explain(request, answer, outcome);
		this.gate.update(answer, sentAtMs, error);
		return { error };
	}

	/** An answer with its errors and warnings as they may be shown, and nowhere with the API key. */
	#withWords(answer: ServiceAnswer): ServiceAnswer {
		if (isByteStream(answer.body)) return answer;
		const { apiKey } = this.#connection;
		const key = apiKey.length < MIN_KEY_LENGTH ? [] : [apiKey];
		const secrets = [apiKey, ...this.#secrets];
		const login = [...key, ...this.#login];
		const change = (text: string, kind: TextKind) => {
			if (kind === 'other') return maskSecrets(text, key);
			if (kind === 'address') return maskSecrets(text, login);
			const safe = maskSecrets(text, secrets);
			return kind === 'content' ? safe : this.#nameFields(safe);
		};
		return { ...answer, body: mapWords(answer.body, change) };
	}

	#explain(
		request: ServiceRequest,
		answer: ServiceAnswer,
		outcome: ServiceErrorFacts['outcome'],
	): ServiceError {
		const { status, body } = answer;
		if (isSuccess(status)) {
			const kind = kindOf(answer);
			if (isByteStream(body)) body.destroy();
			return unreadableAnswerError({ status, outcome, kind });
		}
		const secrets = [this.#connection.apiKey, ...this.#secrets];
		const toWords = (text: string) => this.#nameFields(redact(text, secrets));
		const error = explainAnswer(request, answer, outcome, { toWords, nowMs: this.#clock.now() });
		const { id } = request;
		return outcome === 'missing' && id !== undefined ? nameMissing(error, id) : error;
	}
}

/**
 * Sends a request, whose failure is a result.
 * @throws what is no word about the service: a defect
 */
export async function trySend(
	client: ServiceClient,
	request: ServiceRequest,
	options: SendOptions,
): Promise<{ body: unknown } | { error: ServiceError }> {
	return await client.send(request, options).then(
		({ body }) => ({ body }),
		(error: unknown) => {
			if (error instanceof ServiceError) return { error };
			throw error;
		},
	);
}

/**
 * Opens the door to the service that the credential names.
 * @param nameFields shows names of the API in texts of the service as the node shows its fields
 * @throws WebDataError when the credential's base URL can't be used
 */
export async function openServiceClient(
	context: RequestContext,
	clock: Clock,
	nameFields: (text: string) => string = (text) => text,
): Promise<ServiceClient> {
	return new ServiceClient(context, clock, await readConnection(context), nameFields);
}
