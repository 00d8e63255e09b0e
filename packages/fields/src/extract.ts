import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { answerByModel } from './model/answerByModel.ts';
import { addSources } from './sources/addSources.ts';
import { askAroundPinned } from './pinned/answerPinned.ts';
import { createAnswerCheck } from './answer/answerCheck.ts';
import { decideFormat } from './answer/answerFormat.ts';
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
import {
	describeOthers,
	fillFromInvoices,
	invoicesOf,
	withExact,
} from './einvoice/fillFromInvoice.ts';
import { checkSchema } from './schema/schema.ts';
import { readSchema } from './schema/schemaNode.ts';

const NOTHING_SPENT = { warnings: [], inputTokens: 0, outputTokens: 0 };

/**
 * Extracts what a request asks for from its sources: one answer over all of them. With a schema,
 * or with `output: 'json'` and no prompt, the answer is JSON; without prompt, output and schema
 * it is the raw Markdown and nothing is extracted (api/openapi.yaml, POST /scrape).
 *
 * A model that fails or rules that cannot follow a prompt give `aiExtractionFailed` with the raw
 * Markdown as content, never an error. Throws the signal's reason when the signal is aborted, and
 * a `TypeError` for a schema that `checkSchema` rejects.
 */
export async function extract(
	sources: readonly ExtractionSource[],
	request: ExtractionRequest,
	engine: ExtractionEngine,
	signal: AbortSignal,
): Promise<ExtractionResult> {
	signal.throwIfAborted();
	const format = decideFormat(request);
	const markdown = rawMarkdown(sources);
	const checked = request.schema === undefined ? undefined : checkSchema(request.schema);
	if (checked !== undefined && checked.errors.length > 0) {
		throw new TypeError(`The schema cannot be used: ${checked.errors.join(' ')}`);
	}
	const prompt = request.prompt?.trim() || undefined;
	const { includeSources } = request;
	const task = format && { format, prompt, schema: checked?.schema, includeSources };
	const given =
		task === undefined
			? { ...NOTHING_SPENT, content: markdown }
			: await askAroundPinned(task, sources, { reader: engine.reader, signal }, (part) =>
					ask(part, sources, engine, signal),
				);
	const answer = includeSources
		? await addSources(given, task, sources, { engine, signal })
		: given;
	const { content } = answer;
	return {
		...answer,
		content: content ?? markdown,
		aiExtractionFailed: content === undefined,
		extractionEmpty: format === 'json' && content !== undefined && isEmptyAnswer(content),
		schemaWarnings: checked?.warnings ?? [],
	};
}

/** One page's Markdown as it is; that of several pages below a line with each page's address. */
function rawMarkdown(sources: readonly ExtractionSource[]): string {
	const [first] = sources;
	if (sources.length === 1 && first !== undefined) return first.markdown;
	return sources.map(({ url, markdown }) => `Source: ${url}\n\n${markdown}`).join('\n\n---\n\n');
}

async function ask(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
	{ model, reader }: ExtractionEngine,
	signal: AbortSignal,
): Promise<EngineAnswer> {
	if (model === undefined) return await askRules(task, sources, reader, signal);
	const answer = await answerByModel(task, sources, model, signal);
	const { schema } = task;
	if (schema === undefined) return answer;
	if (answer.failureReason === undefined) return withInvoices(answer, schema, sources);
	return await fillByRules(answer, { schema, format: 'json' }, sources, { reader, signal });
}

/** A model's answer with the exact values of e-invoices. */
function withInvoices(
	answer: EngineAnswer,
	schema: JsonObject,
	sources: readonly ExtractionSource[],
): EngineAnswer {
	const invoices = invoicesOf(sources);
	const exact = fillFromInvoices(readSchema(schema), invoices, true);
	if (exact === undefined || answer.content === undefined) return answer;
	const content = createAnswerCheck(schema).conform(withExact(answer.content, exact));
	const warnings = [...answer.warnings, ...describeOthers(exact, invoices)];
	return content === undefined ? answer : { ...answer, content, warnings };
}

const FILLED_BY_RULES =
	'The fields were filled by rules from what the page publishes, because the model gave no answer.';

/**
 * When the model fails, rules fill the answer, if they find every required field:
 * otherwise the raw Markdown says more.
 */
async function fillByRules(
	failed: EngineAnswer,
	task: ExtractionTask & { schema: JsonObject },
	sources: readonly ExtractionSource[],
	{ reader, signal }: { reader: RuleReader; signal: AbortSignal },
): Promise<EngineAnswer> {
	const { failureReason = '', ...spent } = failed;
	const { content, warnings } = await askRules(task, sources, reader, signal);
	if (content === undefined || !isWhole(content, task.schema)) return failed;
	const said = [failureReason, FILLED_BY_RULES, ...spent.warnings, ...warnings];
	return { ...spent, content, warnings: said };
}

/** Whether an answer has all that its schema requires, or without required fields at least half of it. */
function isWhole(content: JsonValue, { required, properties }: JsonObject): boolean {
	if (!isJsonObject(content) || !isJsonObject(properties)) return !isEmptyAnswer(content);
	const isFilled = (name: JsonValue): boolean => !isEmptyAnswer(content[String(name)] ?? null);
	if (Array.isArray(required) && required.length > 0) return required.every(isFilled);
	const names = Object.keys(properties);
	return names.filter(isFilled).length * 2 > names.length;
}

async function askRules(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
	reader: RuleReader,
	signal: AbortSignal,
): Promise<EngineAnswer> {
	try {
		return await reader.answerByRules(task, sources, signal);
	} catch (error) {
		signal.throwIfAborted();
		if (!(error instanceof ContentError)) throw error;
		return { ...NOTHING_SPENT, failureReason: error.message };
	}
}
