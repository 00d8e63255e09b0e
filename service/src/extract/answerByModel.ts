import type { JsonValue } from '../json.ts';
import { answerSchemaOf, createAnswerCheck } from './answerCheck.ts';
import { defuseCsv } from './answerFormat.ts';
import type { EngineAnswer, ExtractionSource, ExtractionTask } from './extraction.ts';
import {
	type Model,
	ModelFailure,
	type ModelFormat,
	type ModelMessage,
	readModelJson,
	readModelText,
} from './model.ts';
import { extractionMessages, repairMessages, shareBudget } from './prompts.ts';

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
	const { maxPageCharacters } = model;
	const spent = { inputTokens: 0, outputTokens: 0 };
	const count = ({ inputTokens, outputTokens }: typeof spent): void => {
		spent.inputTokens += inputTokens;
		spent.outputTokens += outputTokens;
	};
	const { texts, isCut } = shareBudget(
		pages.map(({ markdown }) => markdown),
		maxPageCharacters,
	);
	const warnings = isCut
		? [`The model read the first ${maxPageCharacters} characters; the rest was left out.`]
		: [];
	try {
		if (!texts.some((text) => text.trim() !== '')) {
			throw new ModelFailure('There is no text for the model to read.');
		}
		const messages = extractionMessages(
			task,
			pages.map((page, index) => ({ ...page, markdown: texts[index] ?? '' })),
		);
		const ask: Ask = async (asked, format) => {
			const answer = await model.ask(asked, format, signal);
			count(answer);
			return answer.text;
		};
		const askFor = task.format === 'json' ? askForJson : askForText;
		const content = await askFor(task, messages, ask);
		return { content, warnings, ...spent };
	} catch (error) {
		if (!(error instanceof ModelFailure)) throw error;
		count(error);
		return { failureReason: error.message, warnings, ...spent };
	}
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
	{ schema }: ExtractionTask,
	messages: readonly ModelMessage[],
	ask: Ask,
): Promise<JsonValue> {
	const check = schema === undefined ? undefined : createAnswerCheck(schema);
	const format: ModelFormat =
		schema === undefined
			? { kind: 'json' }
			: { kind: 'schema', name: 'extraction', schema: answerSchemaOf(schema) };
	const text = await ask(messages, format);
	let answer = readModelJson(text);
	const problems =
		answer === undefined ? ['It is not valid JSON.'] : (check?.problems(answer) ?? []);
	if (problems.length > 0) {
		answer = readModelJson(await ask(repairMessages(messages, text, problems), format));
	}
	if (answer === undefined) throw new ModelFailure('The model did not answer with valid JSON.');
	const conforming = check === undefined ? answer : check.conform(answer);
	if (conforming === undefined) {
		throw new ModelFailure("The model's answer does not follow the schema.");
	}
	return conforming;
}
