import OpenAI from 'openai';
import { isClosedSchema } from './answerCheck.ts';
import type { Model, ModelAnswer, ModelFormat, ModelMessage } from './model.ts';
import { ModelFailure } from './model.ts';
import { withSchemaInWords } from './prompts.ts';

/** How a model endpoint is reached. Any endpoint that speaks OpenAI's chat completions will do. */
export interface ModelSettings {
	/** Address up to and including the version, such as `http://127.0.0.1:11434/v1` (LLM_BASE_URL). */
	baseUrl: string;
	/** Model name as the endpoint knows it (LLM_MODEL). */
	model: string;
	/** Key of the endpoint (LLM_API_KEY); local endpoints need none. */
	apiKey?: string | undefined;
	/** Longest wait for an answer, tries included, in milliseconds. @default 180_000 */
	timeoutMs?: number | undefined;
	/** Tries after the first on network errors, 408, 409, 429 and 5xx, with backoff. @default 2 */
	maxRetries?: number | undefined;
	/** Most characters of page text given to the model in one question. @default 60_000 */
	maxPageCharacters?: number | undefined;
}

const DEFAULT_TIMEOUT_MS = 180_000;
const DEFAULT_MAX_RETRIES = 2;
/** About 15,000 tokens: fits the context of current local models and keeps answers affordable. */
const DEFAULT_MAX_PAGE_CHARACTERS = 60_000;

/** Answers that tell "I do not know this kind of request", not "try again". */
const REFUSED_REQUEST = new Set([400, 404, 415, 422, 501]);

type ChatRequest = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
type ChatMessages = Pick<ChatRequest, 'messages' | 'response_format'>;

/** Connects to an OpenAI-compatible endpoint; nothing is sent before the first question. */
export function createModel(settings: ModelSettings): Model {
	const timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
	const client = new OpenAI({
		baseURL: settings.baseUrl,
		// The client insists on a key; endpoints without keys ignore it.
		apiKey: settings.apiKey || 'none',
		organization: null,
		project: null,
		timeout: timeoutMs,
		maxRetries: settings.maxRetries ?? DEFAULT_MAX_RETRIES,
		logLevel: 'off',
	});
	return {
		maxPageCharacters: settings.maxPageCharacters ?? DEFAULT_MAX_PAGE_CHARACTERS,
		ask: async (messages, format, signal) => {
			// The client's own limit is per try.
			const limit = AbortSignal.timeout(timeoutMs);
			const options = { signal: AbortSignal.any([signal, limit]) };
			const send = (request: ChatMessages): Promise<OpenAI.Chat.ChatCompletion> =>
				client.chat.completions.create({ model: settings.model, ...request }, options);
			try {
				return readCompletion(await sendFirstAccepted(requestForms(messages, format), send));
			} catch (error) {
				signal.throwIfAborted();
				throw toModelFailure(error, limit.aborted, settings);
			}
		},
	};
}

/**
 * The same question in the forms endpoints may accept, best first: structured output, JSON mode
 * with the schema in words, plain text with the schema in words.
 */
function requestForms(messages: readonly ModelMessage[], format: ModelFormat): ChatMessages[] {
	if (format.kind === 'text') return [{ messages: [...messages] }];
	const inWords = withSchemaInWords(messages, format.kind === 'schema' ? format.schema : undefined);
	const loose: ChatMessages[] = [
		{ messages: inWords, response_format: { type: 'json_object' } },
		{ messages: inWords },
	];
	if (format.kind === 'json') return loose;
	const { name, schema } = format;
	const structured: ChatMessages = {
		messages: [...messages],
		response_format: {
			type: 'json_schema',
			json_schema: { name, schema: { ...schema }, strict: isClosedSchema(schema) },
		},
	};
	return [structured, ...loose];
}

async function sendFirstAccepted(
	forms: readonly ChatMessages[],
	send: (request: ChatMessages) => Promise<OpenAI.Chat.ChatCompletion>,
): Promise<OpenAI.Chat.ChatCompletion> {
	let refusal: unknown;
	for (const form of forms) {
		try {
			return await send(form);
		} catch (error) {
			if (!isRefusedRequest(error)) throw error;
			refusal = error;
		}
	}
	throw refusal;
}

function isRefusedRequest(error: unknown): boolean {
	return error instanceof OpenAI.APIError && REFUSED_REQUEST.has(error.status ?? 0);
}

function readCompletion(completion: OpenAI.Chat.ChatCompletion): ModelAnswer {
	// Endpoints that only resemble OpenAI leave parts of the answer out.
	const choice = completion.choices?.[0];
	const answer: ModelAnswer = {
		text: choice?.message?.content ?? '',
		inputTokens: readCount(completion.usage?.prompt_tokens),
		outputTokens: readCount(completion.usage?.completion_tokens),
	};
	const problem = completionProblem(choice, answer.text);
	if (problem !== undefined) throw new ModelFailure(problem, answer);
	return answer;
}

/** A number of tokens; what is no whole number from 0 counts as not counted. */
function readCount(count: unknown): number {
	return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0;
}

function completionProblem(
	choice: OpenAI.Chat.ChatCompletion.Choice | undefined,
	text: string,
): string | undefined {
	if (choice?.message?.refusal) return `The model refused to answer: ${choice.message.refusal}`;
	if (choice?.finish_reason === 'content_filter') return 'The endpoint filtered the answer out.';
	if (choice?.finish_reason === 'length') return 'The answer was cut off at the output limit.';
	return text.trim() === '' ? 'The model answered with nothing.' : undefined;
}

function toModelFailure(error: unknown, isLate: boolean, settings: ModelSettings): ModelFailure {
	if (error instanceof ModelFailure) return error;
	if (isLate || error instanceof OpenAI.APIConnectionTimeoutError) {
		const seconds = (settings.timeoutMs ?? DEFAULT_TIMEOUT_MS) / 1000;
		return new ModelFailure(`The model did not answer within ${seconds} seconds.`, {}, error);
	}
	const detail = error instanceof Error ? error.message : String(error);
	// Endpoints may repeat the key they refuse.
	const harmless = settings.apiKey ? detail.replaceAll(settings.apiKey, '***') : detail;
	return new ModelFailure(`The model endpoint failed: ${harmless}`, {}, error);
}
