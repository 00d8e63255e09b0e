import { isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { type AnswerCheck, answerSchemaOf, createAnswerCheck } from '../answer/answerCheck.ts';
import { describeDeviations } from './describeDeviations.ts';
import { defuseCsv } from '../answer/answerFormat.ts';
import { bestOf, listProblems, readAnswer, type Reading } from './answerReading.ts';
import { readModelText } from '../answer/answerText.ts';
import type { EngineAnswer, ExtractionSource, ExtractionTask } from '../extraction.ts';
import { joinAnswers, joinTables } from './joinAnswers.ts';
import {
	type Model,
	type ModelAnswer,
	ModelFailure,
	type ModelFormat,
	type ModelMessage,
	TextTooLong,
} from './model.ts';
import { extractionMessages, repairMessages, shareBudget, splitSources } from './prompts.ts';
import { describeUnstated, listPublished } from './unstatedValues.ts';

/** Further parts of a text are not sent: each costs as much as a whole page. */
const MAX_PARTS = 10;
/** Further characters of a text are not read. */
export const mostCharacters = ({ maxPageCharacters }: Model): number =>
	MAX_PARTS * maxPageCharacters;

/** A shorter text cannot be what is too long for a model. */
const MIN_PART_CHARACTERS = 1_000;
const CUT_OFF = 'The answer was cut off at the output limit';

/**
 * One answer of the model over all pages. When rows are wanted, a text that is too long for one question
 * is read in parts and the rows are joined; otherwise only its beginning is read. The warnings say what
 * the answer lost, and which values are not in the text.
 */
export async function answerByModel(
	task: ExtractionTask,
	pages: readonly ExtractionSource[],
	model: Model,
	signal: AbortSignal,
): Promise<EngineAnswer> {
	const extraction = new ModelExtraction(task, model, signal);
	const { warnings, spent } = extraction;
	try {
		const content = await extraction.run(pages);
		return { content, warnings: [...warnings], ...spent };
	} catch (error) {
		if (!(error instanceof ModelFailure)) throw error;
		return { failureReason: error.message, warnings: [...warnings], ...spent };
	}
}

class ModelExtraction {
	readonly warnings = new Set<string>();
	readonly spent = { inputTokens: 0, outputTokens: 0 };
	private readonly task: ExtractionTask;
	private readonly model: Model;
	private readonly signal: AbortSignal;
	private readonly check: AnswerCheck | undefined;
	private readonly format: ModelFormat;

	constructor(task: ExtractionTask, model: Model, signal: AbortSignal) {
		const { schema, format } = task;
		this.task = task;
		this.model = model;
		this.signal = signal;
		this.check = schema === undefined ? undefined : createAnswerCheck(schema);
		if (format !== 'json') this.format = { kind: 'text' };
		else if (schema === undefined) this.format = { kind: 'json' };
		else this.format = { kind: 'schema', name: 'extraction', schema: answerSchemaOf(schema) };
	}

	/** @throws ModelFailure */
	async run(pages: readonly ExtractionSource[]): Promise<JsonValue> {
		if (pages.every(({ markdown }) => markdown.trim() === '')) {
			throw new ModelFailure('There is no text for the model to read.');
		}
		const content = wantsRows(this.task) ? await this.askInParts(pages) : await this.askOnce(pages);
		this.compare(content, pages);
		return content;
	}

	/** Values that are not on the pages may be made up. */
	private compare(content: JsonValue, pages: readonly ExtractionSource[]): void {
		const { schema, includeSources } = this.task;
		// Looking for their sources shows the same.
		if (schema === undefined || includeSources) return;
		const texts = pages.flatMap(({ url, title, markdown, html = '' }) => {
			return [url, title, markdown, listPublished(html)];
		});
		const about = pages.some(({ html }) => html !== undefined) ? 'page' : 'document';
		const unstated = describeUnstated(content, texts.join('\n'), schema, about);
		if (unstated !== undefined) this.warnings.add(unstated);
	}

	/** Asks about as much of the text as the model reads at once. */
	private async askOnce(pages: readonly ExtractionSource[]): Promise<JsonValue> {
		for (;;) {
			const { maxPageCharacters: limit } = this.model;
			const texts = pages.map(({ markdown }) => markdown);
			const { texts: shared, isCut } = shareBudget(texts, limit);
			try {
				const read = pages.map((page, at) => ({ ...page, markdown: shared[at] ?? '' }));
				const content = await this.ask(read);
				if (isCut) this.warnCut(limit);
				return content;
			} catch (error) {
				if (!(error instanceof TextTooLong) || !this.canReadLess(shared, limit)) throw error;
			}
		}
	}

	private canReadLess(texts: readonly string[], limit: number): boolean {
		const length = texts.reduce((sum, text) => sum + text.length, 0);
		return length > MIN_PART_CHARACTERS && this.model.maxPageCharacters < limit;
	}

	private warnCut(characters: number): void {
		this.warnings.add(`The model read the first ${characters} characters; the rest was left out.`);
	}

	/** Asks about all of the text, part by part, and joins the answers. */
	private async askInParts(pages: readonly ExtractionSource[]): Promise<JsonValue> {
		const waiting = splitSources(pages, this.model.maxPageCharacters);
		const answers: JsonValue[] = [];
		const failures: ModelFailure[] = [];
		let asked = 0;
		let readCharacters = 0;
		for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
			if (asked >= MAX_PARTS) {
				this.warnCut(readCharacters);
				break;
			}
			const length = part.reduce((sum, { markdown }) => sum + markdown.length, 0);
			try {
				answers.push(await this.ask(part));
			} catch (error) {
				if (!(error instanceof ModelFailure)) throw error;
				if (error instanceof TextTooLong && length > MIN_PART_CHARACTERS) {
					const limit = Math.min(this.model.maxPageCharacters, Math.ceil(length / 2));
					waiting.unshift(...splitSources(part, limit));
					continue;
				}
				failures.push(error);
			}
			asked += 1;
			readCharacters += length;
		}
		const [failure] = failures;
		if (failure !== undefined && answers.length === 0) throw failure;
		if (failure !== undefined) {
			const count = `${failures.length} of ${asked} parts of the text gave no answer`;
			this.warnings.add(`${count}, so what they say is missing: ${failure.message}`);
		}
		return this.join(answers);
	}

	private join(answers: readonly JsonValue[]): JsonValue {
		const [first = null] = answers;
		if (answers.length < 2) return first;
		this.warnings.add(
			`The text was too long for one question: the model read it in ${answers.length} parts, whose answers were combined.`,
		);
		if (this.task.format !== 'json') return joinTables(answers.map(String));
		const { value, conflicts } = joinAnswers(answers);
		if (conflicts.length > 0) {
			const named = conflicts.slice(0, 10).join(', ');
			this.warnings.add(`Parts of the text gave different values, the first was kept: ${named}.`);
		}
		return value;
	}

	/** @throws ModelFailure */
	private async ask(pages: readonly ExtractionSource[]): Promise<JsonValue> {
		const messages = extractionMessages(this.task, pages);
		const answer = await this.put(messages);
		if (this.format.kind === 'text') return this.readText(answer);
		const reading = await this.readOrRepair(messages, answer);
		const { fitted, isCut } = reading;
		if (fitted === undefined)
			throw new ModelFailure("The model's answer does not follow the schema.");
		if (isCut) {
			this.warnings.add(
				`${CUT_OFF}: only what was complete was kept. Raise it with max_tokens in LLM_EXTRA_BODY.`,
			);
		}
		for (const sentence of describeDeviations(fitted)) this.warnings.add(sentence);
		return fitted.value;
	}

	/** Asks, counts the tokens, and checks whether the endpoint has read the whole question. */
	private async put(messages: readonly ModelMessage[]): Promise<ModelAnswer> {
		try {
			const answer = await this.model.ask(messages, this.format, this.signal);
			this.count(answer);
			const unread = describeUnread(messages, answer.inputTokens);
			if (unread !== undefined) this.warnings.add(unread);
			return answer;
		} catch (error) {
			if (error instanceof ModelFailure) this.count(error);
			throw error;
		}
	}

	private count({ inputTokens, outputTokens }: Pick<ModelAnswer, 'inputTokens' | 'outputTokens'>) {
		this.spent.inputTokens += inputTokens;
		this.spent.outputTokens += outputTokens;
	}

	private readText({ text: answer, isCut = false }: ModelAnswer): string {
		const text = readModelText(answer);
		if (text === '') {
			const reason = isCut ? `${CUT_OFF}.` : 'The model returned only reasoning, but no answer.';
			throw new ModelFailure(reason);
		}
		if (isCut) this.warnings.add(`${CUT_OFF}: its end is missing.`);
		return this.task.format === 'csv' ? defuseCsv(text) : text;
	}

	/** An answer that is not JSON, or that fits the schema only in part, is requested once more. */
	private async readOrRepair(
		messages: readonly ModelMessage[],
		answer: ModelAnswer,
	): Promise<Reading> {
		const first = readAnswer(answer, this.check);
		if (answer.isCut) {
			// Asked again, it would be cut again.
			if (first === undefined) throw new ModelFailure(`${CUT_OFF}.`);
			return first;
		}
		const problems = listProblems(first, this.check);
		if (problems.length === 0 && first !== undefined) return first;
		const second = await this.askAgain(messages, answer.text, problems);
		const best = bestOf([second, first].filter((reading) => reading !== undefined));
		if (best === undefined) throw new ModelFailure('The model did not answer with valid JSON.');
		return best;
	}

	private async askAgain(
		messages: readonly ModelMessage[],
		text: string,
		problems: readonly string[],
	): Promise<Reading | undefined> {
		try {
			const answer = await this.put(repairMessages(messages, text, problems));
			return readAnswer(answer, this.check);
		} catch (error) {
			// The first answer is still there.
			if (!(error instanceof ModelFailure)) throw error;
			return undefined;
		}
	}
}

/** Whether an answer has rows, so that those of later parts of the text would be missing. */
function wantsRows({ format, schema, prompt }: ExtractionTask): boolean {
	if (format === 'csv') return true;
	if (format === 'markdown') return false;
	return schema === undefined ? prompt !== undefined : hasList(schema);
}

function hasList(schema: JsonValue): boolean {
	if (Array.isArray(schema)) return schema.some(hasList);
	if (!isJsonObject(schema)) return false;
	return [schema['type']].flat().includes('array') || Object.values(schema).some(hasList);
}

/** Shorter questions are counted too imprecisely. */
const MIN_COUNTED_CHARACTERS = 4_000;
/** No tokenizer has more characters per token in ordinary text. */
const MAX_CHARACTERS_PER_TOKEN = 8;

/** Some endpoints cut what does not fit into their context, which only their token count shows. */
function describeUnread(
	messages: readonly ModelMessage[],
	inputTokens: number,
): string | undefined {
	// Long runs of one character are few tokens.
	const text = messages
		.map(({ content }) => content)
		.join('\n')
		.replaceAll(/([^\p{L}\p{N}])\1{3,}/gu, '$1');
	if (inputTokens === 0 || text.length < MIN_COUNTED_CHARACTERS) return undefined;
	const share = (inputTokens * MAX_CHARACTERS_PER_TOKEN) / text.length;
	if (share >= 1) return undefined;
	return (
		`The endpoint read only ${inputTokens} tokens of a question of ${text.length} characters, so most of the text was cut off there: ` +
		'raise its context length (Ollama: OLLAMA_CONTEXT_LENGTH) or lower LLM_MAX_CHARACTERS.'
	);
}
