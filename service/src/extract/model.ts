import type { JsonObject, JsonValue } from '../json.ts';

/** One message of a conversation. */
export interface ModelMessage {
	role: 'system' | 'user' | 'assistant';
	content: string;
}

/** The form an answer must have: free text, any JSON object, or JSON that follows a schema. */
export type ModelFormat =
	{ kind: 'text' } | { kind: 'json' } | { kind: 'schema'; name: string; schema: JsonObject };

/** What the model said, and the tokens it took (0 when the endpoint does not count them). */
export interface ModelAnswer {
	text: string;
	inputTokens: number;
	outputTokens: number;
}

/** A language model. The seam where tests and other modules plug in. */
export interface Model {
	/** Most characters of page text for one question. */
	readonly maxPageCharacters: number;
	/**
	 * Asks once. Throws `ModelFailure` when there is no answer, and the signal's reason when the
	 * signal is aborted.
	 */
	ask(
		messages: readonly ModelMessage[],
		format: ModelFormat,
		signal: AbortSignal,
	): Promise<ModelAnswer>;
}

/** The model gave no usable answer; the message is fit for a log and for the client. */
export class ModelFailure extends Error {
	override readonly name = 'ModelFailure';
	/** Tokens that were spent nevertheless. */
	readonly inputTokens: number;
	readonly outputTokens: number;

	constructor(message: string, spent: Partial<ModelAnswer> = {}, cause?: unknown) {
		super(message, { cause });
		this.inputTokens = spent.inputTokens ?? 0;
		this.outputTokens = spent.outputTokens ?? 0;
	}
}

/** Notes of reasoning models before their answer. */
const THINKING = /<think(?:ing)?>[^]*?<\/think(?:ing)?>/giu;

/**
 * The JSON value in a model's answer, whether it stands alone, in a Markdown code block or between
 * sentences. Undefined when there is none or it is malformed.
 */
export function readModelJson(answer: string): JsonValue | undefined {
	const text = answer.replace(THINKING, '').trim();
	const block = readFence(text);
	return (
		parse(text) ?? parse(block) ?? parse(between(text, '{', '}')) ?? parse(between(text, '[', ']'))
	);
}

/** The text of a model's answer without its reasoning notes and without a fence around it. */
export function readModelText(answer: string): string {
	const text = answer.replace(THINKING, '').trim();
	return text.startsWith('```') && text.endsWith('```') ? (readFence(text) ?? text) : text;
}

/** What stands in the first code block of an answer. */
function readFence(text: string): string | undefined {
	const start = /```[a-z]*[ \t]*\n/iu.exec(text);
	if (start === null) return undefined;
	const from = start.index + start[0].length;
	const end = text.indexOf('```', from);
	return end === -1 ? undefined : text.slice(from, end).trim();
}

function between(text: string, open: string, close: string): string | undefined {
	const [start, end] = [text.indexOf(open), text.lastIndexOf(close)];
	return start === -1 || end <= start ? undefined : text.slice(start, end + 1);
}

function parse(text: string | undefined): JsonValue | undefined {
	if (text === undefined || text === '') return undefined;
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}
