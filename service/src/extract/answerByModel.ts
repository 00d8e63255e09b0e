import { type AnswerCheck, createAnswerCheck, answerSchemaOf } from './answerCheck.ts';
import { defuseCsv } from './answerFormat.ts';
import type { EngineAnswer, ExtractionSource, ExtractionTask } from './extraction.ts';
import type { JsonValue } from '../json.ts';
import {
	type Model,
	type ModelFormat,
	type ModelMessage,
	ModelFailure,
	readModelJson,
	readModelText,
} from './model.ts';
import { extractionMessages, repairMessages, shareBudget } from './prompts.ts';

interface Spent {
	inputTokens: number;
	outputTokens: number;
}

type Ask = (messages: readonly ModelMessage[], format: ModelFormat) => Promise<string>;

/**
 * One answer of the model over all pages. An answer that is not JSON or does not follow the schema
 * gets one more round with its problems named; what is wrong after that becomes null.
 */
export async function answerByModel(
	task: ExtractionTask,
	pages: readonly ExtractionSource[],
	model: Model,
	signal: AbortSignal,
): Promise<EngineAnswer> {
	const spent: Spent = { inputTokens: 0, outputTokens: 0 };
	const { texts, isCut } = shareBudget(
		pages.map((page) => page.markdown),
		model.maxPageCharacters,
	);
	const messages = extractionMessages(
		task,
		pages.map((page, index) => ({ ...page, markdown: texts[index] ?? '' })),
	);
	const warnings = isCut
		? [`The model read the first ${model.maxPageCharacters} characters; the rest was left out.`]
		: [];
	const ask = countingAsk(model, signal, spent);
	try {
		const content =
			task.format === 'json'
				? await askForJson(task, messages, ask)
				: await askForText(task, messages, ask);
		return { content, warnings, ...spent };
	} catch (error) {
		if (!(error instanceof ModelFailure)) throw error;
		return { failureReason: error.message, warnings, ...spent };
	}
}

/** Asks and adds up the tokens, those of failed answers too. */
function countingAsk(model: Model, signal: AbortSignal, spent: Spent): Ask {
	const add = (tokens: Spent): void => {
		spent.inputTokens += tokens.inputTokens;
		spent.outputTokens += tokens.outputTokens;
	};
	return async (messages, format) => {
		try {
			const answer = await model.ask(messages, format, signal);
			add(answer);
			return answer.text;
		} catch (error) {
			if (error instanceof ModelFailure) add(error);
			throw error;
		}
	};
}

async function askForText(
	{ format }: ExtractionTask,
	messages: readonly ModelMessage[],
	ask: Ask,
): Promise<string> {
	const text = readModelText(await ask(messages, { kind: 'text' }));
	return format === 'csv' ? defuseCsv(text) : text;
}

async function askForJson(
	task: ExtractionTask,
	messages: readonly ModelMessage[],
	ask: Ask,
): Promise<JsonValue> {
	const check = task.schema === undefined ? undefined : createAnswerCheck(task.schema);
	const format = formatOf(task);
	const first = await ask(messages, format);
	const problems = problemsOf(first, check);
	if (problems.length === 0) return conformed(first, check);
	const second = await ask(repairMessages(messages, first, problems), format);
	return conformed(second, check);
}

function formatOf(task: ExtractionTask): ModelFormat {
	if (task.schema === undefined) return { kind: 'json' };
	return { kind: 'schema', name: 'extraction', schema: answerSchemaOf(task.schema) };
}

function problemsOf(text: string, check: AnswerCheck | undefined): string[] {
	const answer = readModelJson(text);
	if (answer === undefined) return ['It is not valid JSON.'];
	return check?.problems(answer) ?? [];
}

function conformed(text: string, check: AnswerCheck | undefined): JsonValue {
	const answer = readModelJson(text);
	if (answer === undefined) throw new ModelFailure('The model did not answer with valid JSON.');
	const conforming = check === undefined ? answer : check.conform(answer);
	if (conforming === undefined) {
		throw new ModelFailure("The model's answer does not follow the schema.");
	}
	return conforming;
}
