import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@web-data-extraction/page/json';
import { type ChatForm, FormMemory, listForms } from './endpoint/answerForms.ts';
import { postChat } from './endpoint/chatExchange.ts';
import { checkEndpoint } from './endpoint/checkEndpoint.ts';
import { NothingSaid, readCompletion } from './endpoint/completion.ts';
import { type EndpointAddress, readEndpointAddress } from './endpoint/endpointAddress.ts';
import { EndpointError, type Trouble } from './endpoint/endpointError.ts';
import { EndpointGate } from './endpoint/endpointGate.ts';
import { EndpointHealth, type EndpointLog } from './endpoint/endpointHealth.ts';
import type {
	Model,
	ModelAnswer,
	ModelFormat,
	ModelMessage,
} from '@web-data-extraction/fields/model';
import { ModelFailure, TextTooLong } from '@web-data-extraction/fields/model';

/** How a model endpoint is reached. Any endpoint with OpenAI's chat completions API will do. */
export interface ModelSettings {
	/** Address up to and including the version, such as `http://127.0.0.1:11434/v1` (LLM_BASE_URL). */
	baseUrl: string;
	/** Model name as the endpoint knows it (LLM_MODEL). */
	model: string;
	/** API key of the endpoint (LLM_API_KEY); local endpoints need none. */
	apiKey?: string | undefined;
	/**
	 * How long a question waits for an endpoint that answers nobody, including retries and pauses, in
	 * milliseconds (LLM_TIMEOUT_SECONDS). @default 180_000
	 */
	timeoutMs?: number | undefined;
	/**
	 * Retries after the first try. @default 2 on errors; limits and models that are loading are waited for as
	 * long as `timeoutMs` allows
	 */
	maxRetries?: number | undefined;
	/** Most characters of page text sent to the model per question (LLM_MAX_CHARACTERS). @default 60_000 */
	maxPageCharacters?: number | undefined;
	/** Further fields of each request, such as `temperature` (LLM_EXTRA_BODY). */
	extraBody?: JsonObject | undefined;
}

/** How long to wait for an endpoint that does not answer (`LLM_TIMEOUT_SECONDS`). */
export const DEFAULT_TIMEOUT_MS = 180_000;
const DEFAULT_MAX_RETRIES = 2;
/** About 15,000 tokens: fits the context of current local models and keeps answers affordable. */
export const DEFAULT_MAX_PAGE_CHARACTERS = 60_000;
/** A shorter text cannot be what is too long. */
const MIN_PAGE_CHARACTERS = 2_000;

const RETRY_DELAY_MS = 500;
/** An endpoint that is briefly unreachable is tried again soon. */
const UNREACHABLE_STOP_MS = 10_000;
/** One that was reachable before may be restarting. */
const LOST_PATIENCE_MS = 30_000;
/** An endpoint is never left alone for longer than this, whatever it says. */
const MAX_STOP_MS = 10 * 60_000;
const DENIED_STOP_MS = 60_000;

/** Connects to an OpenAI-compatible endpoint; nothing is sent before the first question. */
export function createModel(settings: ModelSettings, log?: EndpointLog): Model {
	return new EndpointModel(settings, log);
}

/** The endpoint works; only this question was rejected. */
const ANSWERED: ReadonlySet<Trouble> = new Set(['refused', 'tooLong']);

/** One question and its history. */
interface Question {
	/** Among all questions; earlier ones go first. */
	order: number;
	/** When it was first let in; undefined before. */
	startedAtMs: number | undefined;
	tries: number;
	signal: AbortSignal;
}

class EndpointModel implements Model {
	maxPageCharacters: number;
	private readonly settings: ModelSettings;
	private readonly address: EndpointAddress;
	private readonly timeoutMs: number;
	private readonly gate = new EndpointGate();
	private readonly forms = new FormMemory();
	private readonly log: EndpointLog | undefined;
	private readonly health: EndpointHealth;
	private questionCount = 0;

	constructor(settings: ModelSettings, log?: EndpointLog) {
		this.settings = settings;
		this.address = readEndpointAddress(settings.baseUrl, settings.apiKey);
		this.timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
		this.maxPageCharacters = settings.maxPageCharacters ?? DEFAULT_MAX_PAGE_CHARACTERS;
		this.log = log;
		this.health = new EndpointHealth(log);
	}

	get trouble(): string | undefined {
		return this.health.trouble;
	}

	async checkAtStart(signal: AbortSignal): Promise<void> {
		const finding = await checkEndpoint(this.settings, signal);
		if (signal.aborted) return;
		const { baseUrl, model } = this.settings;
		const facts = { endpoint: baseUrl.replace(/\/\/[^/@]*@/u, '//'), model };
		this.log?.[finding.isGood ? 'info' : 'warn'](facts, `language model: ${finding.message}`);
		if (!finding.isGood) this.health.suspected(`Language model, at start: ${finding.message}`);
	}

	async ask(
		messages: readonly ModelMessage[],
		format: ModelFormat,
		signal: AbortSignal,
	): Promise<ModelAnswer> {
		this.questionCount += 1;
		const question = { order: this.questionCount, startedAtMs: undefined, tries: 0, signal };
		try {
			return await this.askInForms(listForms(messages, format), format, question);
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof EndpointError && error.trouble === 'tooLong') {
				this.readLess(messages);
				throw new TextTooLong(error.message, {}, error);
			}
			throw error;
		}
	}

	/** Asks in the forms that the endpoint may accept until it accepts one. */
	private async askInForms(
		forms: readonly ChatForm[],
		{ kind }: ModelFormat,
		question: Question,
	): Promise<ModelAnswer> {
		const refused = new Map<ChatForm, string>();
		const last = forms.at(-1);
		let form = forms[this.forms.firstFor(kind, forms)];
		let silence: NothingSaid | undefined;
		let refusal: EndpointError | undefined;
		while (form !== undefined) {
			try {
				const answer = await this.askPatiently(form, question);
				if (refused.size > 0) this.forms.learn(kind, form, refused);
				return add(answer, silence);
			} catch (error) {
				if (error instanceof EndpointError && error.trouble === 'refused') {
					refused.set(form, error.message);
					refusal = error;
					form = forms[forms.indexOf(form) + 1];
				} else if (error instanceof NothingSaid && form !== last) {
					// Some models return nothing when they are forced into a format.
					silence = error;
					form = last;
				} else if (error instanceof ModelFailure && silence !== undefined) {
					throw new ModelFailure(error.message, add(error, silence), error);
				} else throw error;
			}
		}
		// Neither the address nor the model exists, whoever asks.
		if (refusal?.status === 404) this.gate.stop(refusal.message, DENIED_STOP_MS);
		if (refusal !== undefined) this.health.failed(refusal.message);
		throw refusal;
	}

	/** Asks in one form, and again while the endpoint may still answer in time. */
	private async askPatiently(form: ChatForm, question: Question): Promise<ModelAnswer> {
		for (;;) {
			await this.gate.enter(question.order, question.signal);
			question.startedAtMs ??= Date.now();
			const deadlineMs = this.deadlineOf(question);
			let delayMs = 0;
			try {
				const answer = await this.askOnce(form, deadlineMs, question.signal);
				this.gate.answered();
				this.health.answered();
				return answer;
			} catch (error) {
				question.signal.throwIfAborted();
				if (!(error instanceof ModelFailure)) throw error;
				error.message = this.withoutKey(error.message);
				delayMs = this.decideDelay(error, question, deadlineMs);
			} finally {
				this.gate.leave();
			}
			question.tries += 1;
			await sleep(delayMs, undefined, { signal: question.signal });
		}
	}

	/** If others get answers, the question waits because of a limit, not because the endpoint is down. */
	private deadlineOf({ startedAtMs = Date.now() }: Question): number {
		return Math.max(startedAtMs, this.gate.lastAnswerAtMs) + this.timeoutMs;
	}

	/**
	 * How long to wait before the next try; 0 where the gate does the waiting.
	 * @throws the error when there is to be no retry
	 */
	private decideDelay(error: ModelFailure, question: Question, deadlineMs: number): number {
		if (!(error instanceof EndpointError) || ANSWERED.has(error.trouble)) {
			this.gate.answered();
			// Only the form may have been refused: the outcome of the question is known later.
			if (!(error instanceof EndpointError)) this.health.answered();
			throw error;
		}
		this.health.failed(error.message);
		const restMs = deadlineMs - Date.now();
		switch (error.trouble) {
			case 'busy':
				return this.waitAtGate(error, question, { restMs, patienceMs: this.timeoutMs });
			case 'unreachable': {
				const patienceMs = Math.min(this.timeoutMs, LOST_PATIENCE_MS);
				if (this.gate.lastAnswerAtMs === 0) return this.tryAgain(error, question, restMs);
				return this.waitAtGate(error, question, { restMs, patienceMs });
			}
			case 'broken':
				return this.tryAgain(error, question, restMs);
			case 'denied':
				this.gate.stop(error.message, DENIED_STOP_MS);
		}
		throw error;
	}

	private tryAgain(error: EndpointError, { tries }: Question, restMs: number): number {
		const delayMs = RETRY_DELAY_MS * 2 ** tries;
		const maxRetries = this.settings.maxRetries ?? DEFAULT_MAX_RETRIES;
		if (tries < maxRetries && delayMs < restMs) return delayMs;
		if (error.trouble === 'unreachable') this.gate.stop(error.message, UNREACHABLE_STOP_MS);
		throw error;
	}

	private waitAtGate(
		error: EndpointError,
		{ tries }: Question,
		{ restMs, patienceMs }: { restMs: number; patienceMs: number },
	): number {
		const { retryAfterMs = 0, trouble } = error;
		if (tries >= (this.settings.maxRetries ?? Infinity)) throw error;
		const waitedMs = this.timeoutMs - restMs;
		if (waitedMs + retryAfterMs < patienceMs) {
			this.gate.pause(error.retryAfterMs);
			return 0;
		}
		const stopMs = trouble === 'unreachable' ? UNREACHABLE_STOP_MS : DENIED_STOP_MS;
		this.gate.stop(error.message, Math.min(Math.max(retryAfterMs, stopMs), MAX_STOP_MS));
		throw error;
	}

	private async askOnce(
		form: ChatForm,
		deadlineMs: number,
		signal: AbortSignal,
	): Promise<ModelAnswer> {
		const limit = AbortSignal.timeout(Math.max(1, deadlineMs - Date.now()));
		const { model, extraBody } = this.settings;
		const body = { ...extraBody, model, stream: false, ...form };
		try {
			const completion = await postChat(this.address, body, AbortSignal.any([signal, limit]));
			return readCompletion(completion, this.address.chatUrl);
		} catch (error) {
			if (!limit.aborted || signal.aborted) throw error;
			const message = `The model did not answer within ${this.timeoutMs / 1000} seconds.`;
			throw new EndpointError(message, { trouble: 'unusable' }, error);
		}
	}

	/** The endpoint found a question too long: from now on pages are sent to it in smaller parts. */
	private readLess(messages: readonly ModelMessage[]): void {
		const asked = messages.reduce((sum, { content }) => sum + content.length, 0);
		const half = Math.max(MIN_PAGE_CHARACTERS, Math.floor(asked / 2));
		this.maxPageCharacters = Math.min(this.maxPageCharacters, half);
	}

	/** Endpoints may repeat the key that they reject. */
	private withoutKey(text: string): string {
		const { apiKey } = this.settings;
		return apiKey ? text.replaceAll(apiKey, '***') : text;
	}
}

type Spent = Pick<ModelAnswer, 'inputTokens' | 'outputTokens'>;

/** An answer plus the tokens that an earlier try used. */
function add<Answer extends Spent>(answer: Answer, earlier: Spent | undefined): Answer {
	if (earlier === undefined) return answer;
	return {
		...answer,
		inputTokens: answer.inputTokens + earlier.inputTokens,
		outputTokens: answer.outputTokens + earlier.outputTokens,
	};
}
