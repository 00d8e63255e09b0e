import type { PageWords } from '@web-data-extraction/documents/conversion';
import type { Invoice } from '@web-data-extraction/documents/invoice';
import type { JsonObject, JsonValue } from '@web-data-extraction/page/json';
import type { Model } from './model/model.ts';
import type { PageStart, ValueSources } from './sources/valueSource.ts';

/** Rules read this many characters of a text. */
export const MOST_TEXT_CHARACTERS = 2_000_000;

/** A page or document as the extraction reads it. */
export interface ExtractionSource {
	/** Address after redirects; relative links are resolved against it. Empty for uploaded documents. */
	url: string;
	/** Title from the browser, or file name. */
	title: string;
	/** HTML after rendering and actions; undefined for documents, which exist as Markdown only. */
	html?: string | undefined;
	/** The HTML is that of one entry of a list. @default false */
	isEntry?: boolean | undefined;
	/** What a model reads and what a failed extraction returns. */
	markdown: string;
	/** The e-invoices that a document is or contains: their values are exact. */
	invoices?: readonly Invoice[] | undefined;
	/** The words of a document's pages with their places, if it has them. */
	words?: readonly PageWords[] | undefined;
	/** Where its pages begin, if it has pages and the sources of values are asked for. */
	pageStarts?: readonly PageStart[] | undefined;
}

/** What the client asked for (api/openapi.yaml, POST /scrape: prompt, output, schema). */
export interface ExtractionRequest {
	/** Instruction in plain words. */
	prompt?: string | undefined;
	/** Set to json when a schema is given. Without it the prompt's words decide. */
	output?: 'json' | 'markdown' | undefined;
	/** A JSON Schema that passed `checkSchema`. */
	schema?: Readonly<Record<string, unknown>> | undefined;
	/** Whether the answer says where each value was read. Default: false. */
	includeSources?: boolean | undefined;
}

/** How an answer is written. */
export type AnswerFormat = 'json' | 'csv' | 'markdown';

/** A request with its output decided and its schema prepared. */
export interface ExtractionTask {
	prompt?: string | undefined;
	format: AnswerFormat;
	schema?: JsonObject | undefined;
	/** Whether the sources of its values are looked for afterwards: that shows which of them are nowhere. */
	includeSources?: boolean | undefined;
}

/** What an engine returns: an answer, or the reason why there is none. */
export interface EngineAnswer {
	content?: JsonValue;
	/** Why there is no answer; set exactly when `content` is not. */
	failureReason?: string;
	/** What the client should know, one sentence each: text that was cut, a prompt that rules cannot follow. */
	warnings: string[];
	/** Set only where one thing was asked for, by a schema or a prompt, on a page of many. */
	listed?: ListedEntries;
	inputTokens: number;
	outputTokens: number;
}

/** An answer with more for the client to know. */
export const withWarnings = <Answer extends EngineAnswer>(
	answer: Answer,
	warnings: readonly string[],
): Answer => ({ ...answer, warnings: [...answer.warnings, ...warnings] });

/** Why values are no answer. */
export const NOT_CONFORMING = 'The values that were found do not fit the schema.';

/** Fields that a page itself does not have, as the entries of a list on it have them. */
export interface ListedEntries {
	/** Which fields, and how often the list has them: a sentence. */
	reason: string;
	/** Each in the form of the schema, or with the fields that the prompt names. */
	entries: JsonValue[];
	/** Where their values were read, if that was asked for: `[0].price`. */
	sources?: ValueSources;
}

/** Why an answer has no sources, though they were asked for. */
export const NO_SOURCES =
	'includeSources had no effect: only values of JSON have sources. Give a schema, or set output to json.';

/** Says where fields are that a page itself does not have, and how to get them. */
export function describeListed({ reason }: ListedEntries): string {
	return `${reason} To get these, ask for a list: in n8n, choose Rows of a List; with a schema, a list of objects; with a prompt, "name and price of each product".`;
}

/** The answer over all pages of a request. */
export interface ExtractionResult extends EngineAnswer {
	/** JSON or text as asked; the raw Markdown without a request or when the extraction failed. */
	content: JsonValue;
	/** No answer could be produced at all. */
	aiExtractionFailed: boolean;
	/** The answer is valid JSON in which every value is empty. */
	extractionEmpty: boolean;
	/** Schema keywords that were ignored, one sentence each. */
	schemaWarnings: string[];
	/** Where each value was read, if that was asked for. */
	sources?: ValueSources;
}

/**
 * Answers by rules from what sources publish. A large page takes seconds, which is why the service
 * does this in separate processes (`contentPool.ts`).
 */
export interface RuleReader {
	/** @throws ContentError when the sources cannot be read */
	answerByRules(
		task: ExtractionTask,
		sources: readonly ExtractionSource[],
		signal?: AbortSignal,
	): Promise<EngineAnswer>;
	/**
	 * Reads the fields of a schema that have a CSS selector.
	 * @throws ContentError when the sources cannot be read
	 */
	readPinned(
		schema: JsonObject,
		sources: readonly ExtractionSource[],
		signal?: AbortSignal,
	): Promise<PinnedFields>;
	/**
	 * Where the values of an answer were read; see `findSources`.
	 * @throws ContentError when the sources cannot be read
	 */
	findSources(
		answer: JsonValue,
		schema: JsonObject | undefined,
		sources: readonly ExtractionSource[],
		signal?: AbortSignal,
	): Promise<ValueSources>;
}

/** The fields with a selector. */
export interface PinnedFields {
	/** The schema's object with only these fields, in their places. */
	value: JsonObject;
	/** What was not found, or does not have the right type, one sentence each. */
	warnings: string[];
	/** How often each selector was looked for, and a value was read. */
	looks: PinnedLook[];
}

/** What became of one selector, over all entries of all pages. */
export interface PinnedLook {
	/** The field, as its path in the schema: `products[].price`. */
	path: string;
	selector: string;
	asked: number;
	read: number;
}

/** What answers: a language model when one is configured, else the rules. */
export interface ExtractionEngine {
	model?: Model | undefined;
	reader: RuleReader;
}

/** A page or document could not be converted or read; the message says why. */
export class ContentError extends Error {
	override name = 'ContentError' as const;
}
