import { rm } from 'node:fs/promises';
import type { ActionTools } from '../browser/actions/actionTools.ts';
import { extractItem } from '../extract/extractItem.ts';
import { chooseByModel } from './chooseByModel.ts';
import type { PageTools } from './pageTools.ts';

/** What the actions of a page took beside the browser. */
export interface ActionEffort {
	inputTokens: number;
	outputTokens: number;
	/** Why items have no answer to their prompt, each reason once. */
	warnings: Set<string>;
}

export interface ActionToolsOptions {
	documentDirectory: string;
	/** Told after each item of a list, with the number of items so far. */
	reportItem: (count: number) => void;
	signal: AbortSignal;
}

/** Makes what the actions of one page need, and the account of what they took. */
export function createActionTools(
	{ content, convertDocument, model }: PageTools,
	{ documentDirectory, reportItem, signal }: ActionToolsOptions,
): { actionTools: ActionTools; effort: ActionEffort } {
	const effort: ActionEffort = { inputTokens: 0, outputTokens: 0, warnings: new Set() };
	const count = (spent: { inputTokens: number; outputTokens: number }): void => {
		effort.inputTokens += spent.inputTokens;
		effort.outputTokens += spent.outputTokens;
	};
	const engine = { model, reader: content };
	const actionTools: ActionTools = {
		documentDirectory,
		reportItem,
		toMarkdown: async (part) => (await content.convert(part)).markdown,
		async readDocument(document) {
			try {
				return (await convertDocument(document, signal)).markdown;
			} finally {
				await rm(document.filePath, { force: true });
			}
		},
		async extractItem(markdown, url, prompt) {
			const answer = await extractItem({ markdown, url }, prompt, engine, signal);
			count(answer);
			if (answer.failureReason !== undefined) effort.warnings.add(answer.failureReason);
			return answer.markdown;
		},
		...(model !== undefined && {
			async chooseTarget(description: string, candidates: readonly string[]) {
				const choice = await chooseByModel(model, description, candidates, signal);
				count(choice);
				return choice.index;
			},
		}),
	};
	return { actionTools, effort };
}
