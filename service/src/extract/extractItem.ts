import type { ExtractionEngine, RuleReader } from './extraction.ts';
import { ModelFailure } from './model.ts';
import { readModelText } from './modelJson.ts';
import { itemMessages } from './prompts.ts';
import { shareBudget } from './textBudget.ts';

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
