import {
	ContentError,
	type EngineAnswer,
	type ExtractionEngine,
	type ExtractionRequest,
	type ExtractionResult,
	type ExtractionSource,
	type ExtractionTask,
	type RuleReader,
} from './extraction.ts';
import { answerByModel } from './answerByModel.ts';

import { isEmptyAnswer, isJsonObject, type JsonObject } from '../json.ts';
import { decideFormat } from './answerFormat.ts';
import { ModelFailure, readModelText, type Model } from './model.ts';
import { itemMessages, shareBudget } from './prompts.ts';
import { checkSchema, prepareSchema } from './schemaRules.ts';

/**
 * Extracts what a request asks for from its sources: one answer over all of them. With a schema,
 * or with `output: 'json'` and no prompt, the answer is JSON; without prompt, output and schema
 * it is the raw Markdown and nothing is extracted (reference, POST /scrape).
 *
 * A model that fails or rules that cannot follow a prompt give `aiExtractionFailed` with the raw
 * Markdown as content, never an error. Throws the signal's reason when the signal is aborted, and
 * a `TypeError` for a schema that `checkSchema` refuses.
 */
export async function extract(
	sources: readonly ExtractionSource[],
	request: ExtractionRequest,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	signal.throwIfAborted();
	const markdown = rawMarkdown(sources);
	const format = decideFormat(request);
	if (format === undefined) return rawResult(markdown);
	const { schema, warnings: schemaWarnings } = usableSchema(request.schema);
	const prompt = request.prompt?.trim();
	const task = { format, schema, ...(prompt !== '' && { prompt }) };
	const answer =
		engine.model === undefined
			? await askRules(task, sources, engine.reader, signal)
			: await askModel(task, sources, engine.model, signal);
	return { ...toResult(answer, task, markdown), schemaWarnings };
}

/** One page's Markdown as it is; that of several under a line that names each page's address. */
function rawMarkdown(sources: readonly ExtractionSource[]): string {
	const [first] = sources;
	if (sources.length === 1 && first !== undefined) return first.markdown;
	return sources.map(({ url, markdown }) => `Source: ${url}\n\n${markdown}`).join('\n\n---\n\n');
}

async function askModel(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
	model: Model,
	signal: AbortSignal,
): Promise<EngineAnswer> {
	const hasText = sources.some((source) => source.markdown.trim() !== '');
	if (hasText) return await answerByModel(task, sources, model, signal);
	const failureReason = 'There is no text for the model to read.';
	return { failureReason, warnings: [], inputTokens: 0, outputTokens: 0 };
}

async function askRules(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
	reader: ExtractionEngine['reader'],
	signal: AbortSignal,
): Promise<EngineAnswer> {
	try {
		return await reader.answerByRules(task, sources, signal);
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof ContentError)) throw error;
		return { failureReason: error.message, warnings: [], inputTokens: 0, outputTokens: 0 };
	}
}

function usableSchema(schema: ExtractionRequest['schema']): {
	schema: JsonObject | undefined;
	warnings: string[];
} {
	if (!isJsonObject(schema)) return { schema: undefined, warnings: [] };
	const { errors, warnings } = checkSchema(schema);
	if (errors.length > 0) throw new TypeError(`The schema cannot be used: ${errors.join(' ')}`);
	return { schema: prepareSchema(schema), warnings };
}

function toResult(
	answer: EngineAnswer,
	task: ExtractionTask,
	markdown: string,
): Omit<ExtractionResult, 'schemaWarnings'> {
	const { content, failureReason, warnings, inputTokens, outputTokens } = answer;
	const isFailed = content === undefined;
	return {
		content: isFailed ? markdown : content,
		aiExtractionFailed: isFailed,
		extractionEmpty: !isFailed && task.format === 'json' && isEmptyAnswer(content),
		warnings,
		...(isFailed && { failureReason: failureReason ?? 'The extraction gave no answer.' }),
		inputTokens,
		outputTokens,
	};
}

function rawResult(content: string): ExtractionResult {
	return {
		content,
		aiExtractionFailed: false,
		extractionEmpty: false,
		schemaWarnings: [],
		warnings: [],
		inputTokens: 0,
		outputTokens: 0,
	};
}

/** The answer about one repeated element. */
export interface ItemExtraction {
	/** Markdown: the answer, or the item's own Markdown when there is none. */
	markdown: string;
	aiExtractionFailed: boolean;
	/** Why there is no answer; set exactly when `aiExtractionFailed` is. */
	failureReason?: string;
	inputTokens: number;
	outputTokens: number;
}

/** One repeated element of a page. */
export interface ExtractionItem {
	markdown: string;
	/** Address of its page, for relative links. */
	url?: string | undefined;
}

/**
 * Answers a forEach action's `itemPrompt` for one item. Throws the signal's reason when the signal
 * is aborted.
 */
export async function extractItem(
	item: ExtractionItem,
	prompt: string,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ItemExtraction> {
	signal.throwIfAborted();
	return engine.model === undefined
		? await byRules(item, prompt, engine.reader, signal)
		: await byModel(item, prompt, engine.model, signal);
}

async function byRules(
	{ markdown, url = '' }: ExtractionItem,
	prompt: string,
	reader: RuleReader,
	signal: AbortSignal,
): Promise<ItemExtraction> {
	const sources = [{ title: '', url, markdown }];
	const { content, failureReason = '' } = await reader.answerByRules(
		{ prompt, format: 'markdown' },
		sources,
		signal,
	);
	if (typeof content !== 'string') return failed({ markdown }, failureReason);
	return { markdown: content, aiExtractionFailed: false, inputTokens: 0, outputTokens: 0 };
}

async function byModel(
	item: ExtractionItem,
	prompt: string,
	model: NonNullable<ExtractionEngine['model']>,
	signal: AbortSignal,
): Promise<ItemExtraction> {
	const [text = ''] = shareBudget([item.markdown], model.maxPageCharacters).texts;
	try {
		const answer = await model.ask(itemMessages(text, prompt), { kind: 'text' }, signal);
		const { inputTokens, outputTokens } = answer;
		return {
			markdown: readModelText(answer.text),
			aiExtractionFailed: false,
			inputTokens,
			outputTokens,
		};
	} catch (error) {
		if (!(error instanceof ModelFailure)) throw error;
		return failed(item, error.message, error);
	}
}

function failed(
	item: ExtractionItem,
	failureReason: string,
	spent: { inputTokens: number; outputTokens: number } = { inputTokens: 0, outputTokens: 0 },
): ItemExtraction {
	const { inputTokens, outputTokens } = spent;
	return {
		markdown: item.markdown,
		aiExtractionFailed: true,
		failureReason,
		inputTokens,
		outputTokens,
	};
}
