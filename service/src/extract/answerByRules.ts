import { createAnswerCheck } from './answerCheck.ts';
import {
	MOST_TEXT_CHARACTERS,
	type EngineAnswer,
	type ExtractionSource,
	type ExtractionTask,
} from './extraction.ts';
import { isEmptyAnswer, isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { toCsv, toMarkdown } from './answerFormat.ts';
import { fillFromPage } from './rules/fill.ts';
import type { PageData } from './rules/pageData.ts';
import { promptSchema } from './rules/prompt.ts';
import { readSource } from './rules/readSource.ts';
import { readSchema, type SchemaNode } from './schemaNode.ts';

const PROMPT_NOT_APPLIED =
	"The prompt was not applied: without a language model the schema's fields are filled by rules from what the page publishes.";
const PROMPT_NOT_FOLLOWED =
	'Without a language model only prompts that name fields ("List every product with its name and price") can be answered. Name the fields, give a schema, or configure a model.';
const NOT_CONFORMING = 'What was found cannot be brought into the form of the schema.';
const NOTHING_FOUND = 'None of the fields that the prompt names were found.';
const CUT = `Only the first ${MOST_TEXT_CHARACTERS} characters of text were read.`;

/**
 * One answer over all pages by rules: copied from what the pages publish, never made up. Runs in the
 * threads that read pages, for a large one takes seconds.
 */
export function answerByRules(
	task: ExtractionTask,
	sources: readonly ExtractionSource[],
): EngineAnswer {
	const schema =
		task.prompt === undefined || task.schema !== undefined ? undefined : promptSchema(task.prompt);
	if (task.prompt !== undefined && task.schema === undefined && schema === undefined) {
		return toAnswer({ failureReason: PROMPT_NOT_FOLLOWED });
	}
	const pages = sources.map(readSource);
	const isPromptIgnored = task.schema !== undefined && task.prompt !== undefined;
	return {
		...toAnswer(answer(task, pages, schema)),
		warnings: [
			...(isPromptIgnored ? [PROMPT_NOT_APPLIED] : []),
			...(pages.some((page) => page.isCut) ? [CUT] : []),
		],
	};
}

type Finding = Pick<EngineAnswer, 'content' | 'failureReason'>;

function answer(
	{ schema, format }: ExtractionTask,
	pages: readonly PageData[],
	asked: SchemaNode | undefined,
): Finding {
	if (schema !== undefined) return fillSchema(schema, pages);
	if (asked === undefined) return { content: overview(pages) };
	const filled = mergeAnswers(pages.map((page) => fillFromPage(asked, page)));
	if (isEmptyAnswer(filled)) return { failureReason: NOTHING_FOUND };
	if (format === 'json') return { content: filled };
	return { content: format === 'csv' ? toCsv(filled) : toMarkdown(filled) };
}

function fillSchema(schema: JsonObject, pages: readonly PageData[]): Finding {
	const node = readSchema(schema);
	const filled = mergeAnswers(pages.map((page) => fillFromPage(node, page)));
	const content = createAnswerCheck(schema).conform(filled);
	return content === undefined ? { failureReason: NOT_CONFORMING } : { content };
}

function overview(pages: readonly PageData[]): JsonValue {
	const [only, ...others] = pages;
	if (only !== undefined && others.length === 0) return only.overview;
	return { pages: pages.map(({ url, overview: data }) => ({ url, ...data })) };
}

/** Lists of several pages are put together, other fields come from the first page that has them. */
function mergeAnswers(answers: readonly JsonValue[]): JsonValue {
	return answers.reduce(merge, null);
}

function merge(first: JsonValue, second: JsonValue): JsonValue {
	if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
	if (isJsonObject(first) && isJsonObject(second)) {
		const names = new Set([...Object.keys(first), ...Object.keys(second)]);
		return Object.fromEntries(
			[...names].map((name) => [name, merge(first[name] ?? null, second[name] ?? null)]),
		);
	}
	return isEmptyAnswer(first) ? second : first;
}

function toAnswer(finding: Finding): EngineAnswer {
	return { ...finding, warnings: [], inputTokens: 0, outputTokens: 0 };
}
