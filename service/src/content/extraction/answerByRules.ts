import { createAnswerCheck } from './answerCheck.ts';
import { isEmptyAnswer } from './emptiness.ts';
import type { AnswerFormat, EngineAnswer, ExtractionTask } from './extraction.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { toCsv, toMarkdown } from './renderAnswer.ts';
import { fillFromPage } from './ruleBased/fill/fillSchema.ts';
import { mergeAnswers } from './ruleBased/mergeAnswers.ts';
import type { PageData } from './ruleBased/pageData.ts';
import { MAX_HTML_CHARACTERS, MAX_TEXT_CHARACTERS } from './ruleBased/pageData.ts';
import { asksForWholePage, readPromptFields } from './ruleBased/promptFields.ts';
import { promptSchema } from './ruleBased/promptSchema.ts';
import { readSchema } from './schemaNode.ts';

const PROMPT_NOT_APPLIED =
	"The prompt was not applied: without a language model the schema's fields are filled by rules from what the page publishes.";
const PROMPT_NOT_FOLLOWED =
	'Without a language model only prompts that name fields ("extract title, price and rating") can be answered. Name the fields, give a schema, or configure a model.';
const NOT_CONFORMING = 'What was found cannot be brought into the form of the schema.';
const NOTHING_FOUND = 'None of the fields that the prompt names were found.';
const CUT = `Only the first ${MAX_TEXT_CHARACTERS} characters of text (${MAX_HTML_CHARACTERS} of HTML) were read.`;

/** One answer over all pages by rules: copied from what the pages publish, never made up. */
export function answerByRules(
	task: ExtractionTask,
	pages: readonly PageData[],
	markdown: string,
): EngineAnswer {
	const isPromptIgnored = task.schema !== undefined && task.prompt !== undefined;
	return {
		...answer(task, pages, markdown),
		warnings: [
			...(isPromptIgnored ? [PROMPT_NOT_APPLIED] : []),
			...(pages.some((page) => page.isCut) ? [CUT] : []),
		],
	};
}

function answer(
	{ schema, prompt, format }: ExtractionTask,
	pages: readonly PageData[],
	markdown: string,
): EngineAnswer {
	if (schema !== undefined) return fillFromSchema(schema, pages);
	if (prompt === undefined) return answered(overview(pages));
	if (format === 'markdown' && asksForWholePage(prompt)) return answered(markdown);
	return answerPrompt(prompt, format, pages);
}

function fillFromSchema(schema: JsonObject, pages: readonly PageData[]): EngineAnswer {
	const node = readSchema(schema);
	const filled = mergeAnswers(pages.map((page) => fillFromPage(node, page)));
	const conforming = createAnswerCheck(schema).conform(filled);
	return conforming === undefined ? unanswered(NOT_CONFORMING) : answered(conforming);
}

function overview(pages: readonly PageData[]): JsonValue {
	const [only, ...others] = pages;
	if (only !== undefined && others.length === 0) return only.overview;
	return { pages: pages.map(({ url, overview: data }) => ({ url, ...data })) };
}

function answerPrompt(
	prompt: string,
	format: AnswerFormat,
	pages: readonly PageData[],
): EngineAnswer {
	const fields = readPromptFields(prompt);
	if (fields === undefined) return unanswered(PROMPT_NOT_FOLLOWED);
	const schema = promptSchema(fields);
	const filled = mergeAnswers(pages.map((page) => fillFromPage(schema, page)));
	if (isEmptyAnswer(filled)) return unanswered(NOTHING_FOUND);
	return answered(
		format === 'json' ? filled : format === 'csv' ? toCsv(filled) : toMarkdown(filled),
	);
}

function answered(content: JsonValue): EngineAnswer {
	return { content, warnings: [], inputTokens: 0, outputTokens: 0 };
}

function unanswered(failureReason: string): EngineAnswer {
	return { failureReason, warnings: [], inputTokens: 0, outputTokens: 0 };
}
