import type { JsonObject } from '@web-data-extraction/page/json';

/** One message of a conversation. */
export interface ModelMessage {
	role: 'system' | 'user' | 'assistant';
	content: string;
}

/** The form an answer must have: free text, any JSON object, or JSON that follows a schema. */
export type ModelFormat =
	{ kind: 'text' } | { kind: 'json' } | { kind: 'schema'; name: string; schema: JsonObject };

/** What the model said, and the tokens it used (0 when the endpoint does not count them). */
export interface ModelAnswer {
	text: string;
	/** It reached the output limit: its end is missing. */
	isCut?: boolean;
	inputTokens: number;
	outputTokens: number;
}

/** A language model. The seam where tests and other modules plug in. */
export interface Model {
	/** Most characters of page text for one question. */
	readonly maxPageCharacters: number;
	/** What keeps it from answering now, in the endpoint's words; undefined when nothing does. */
	readonly trouble?: string | undefined;
	/** Checks once whether it is available and logs the result; never throws. */
	checkAtStart?(signal: AbortSignal): Promise<void>;
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
	/** Tokens that were used nevertheless. */
	readonly inputTokens: number;
	readonly outputTokens: number;

	constructor(message: string, spent: Partial<ModelAnswer> = {}, cause?: unknown) {
		super(message, { cause });
		this.inputTokens = spent.inputTokens ?? 0;
		this.outputTokens = spent.outputTokens ?? 0;
	}
}

/** The text is longer than what the model reads at once. */
export class TextTooLong extends ModelFailure {}
