import { ContentError } from '../contentError.ts';
import type { ReadablePage } from './answerByModel.ts';
import { answerByModel } from './answerByModel.ts';
import { answerByRules } from './answerByRules.ts';
import { isEmptyAnswer } from './emptiness.ts';
import type {
	EngineAnswer,
	ExtractionEngine,
	ExtractionRequest,
	ExtractionResult,
	ExtractionTask,
} from './extraction.ts';
import type { JsonObject } from './json.ts';
import { isJsonObject } from './json.ts';
import type { Model } from './model.ts';
import { decideFormat } from './outputFormat.ts';
import { prepareSchema } from './prepareSchema.ts';
import { rawMarkdown } from './rawMarkdown.ts';
import type { PageData } from './ruleBased/pageData.ts';
import { checkSchema } from './schemaRules.ts';

/** A text to extract from, for both engines. */
export interface ExtractionSource {
	page: ReadablePage;
	/** Reads the source by rules; called only when there is no model. */
	readData(): Promise<PageData>;
}

/** Answers a request over its sources. Throws the signal's reason when the signal is aborted. */
export async function runExtraction(
	sources: readonly ExtractionSource[],
	request: ExtractionRequest,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	signal.throwIfAborted();
	const markdown = rawMarkdown(sources.map(({ page }) => page));
	const format = decideFormat(request);
	if (format === undefined) return rawResult(markdown);
	const { schema, warnings: schemaWarnings } = usableSchema(request.schema);
	const prompt = request.prompt?.trim();
	const task = { format, schema, ...(prompt !== '' && { prompt }) };
	const answer =
		engine.model === undefined
			? await askRules(task, sources, markdown, signal)
			: await askModel(task, sources, engine.model, signal);
	return { ...toResult(answer, task, markdown), schemaWarnings };
}

async function askModel(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
	model: Model,
	signal: AbortSignal,
): Promise<EngineAnswer> {
	const pages = sources.map(({ page }) => page);
	const hasText = pages.some((page) => page.markdown.trim() !== '');
	if (hasText) return await answerByModel(task, pages, model, signal);
	const failureReason = 'There is no text for the model to read.';
	return { failureReason, warnings: [], inputTokens: 0, outputTokens: 0 };
}

async function askRules(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
	markdown: string,
	signal: AbortSignal,
): Promise<EngineAnswer> {
	try {
		const pages = await Promise.all(sources.map((source) => source.readData()));
		signal.throwIfAborted();
		return answerByRules(task, pages, markdown);
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
