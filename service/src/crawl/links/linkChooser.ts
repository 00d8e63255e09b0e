import { ModelFailure, type Model } from '../../extract/model.ts';
import { readInstruction } from './instruction.ts';
import type { ChooseLinks, LinkCandidate, LinkChoice } from './linkCandidate.ts';
import { isLinkChosen } from './linkChoice.ts';
import { chooseByModel } from './modelLinkChoice.ts';

export interface LinkChooserOptions {
	instruction: string;
	baseAddress: string;
	/** Decides when there is one; else, and when it fails, the words of the instruction do. */
	model: Model | undefined;
}

export interface LinkChooser {
	choose: ChooseLinks;
	/** What the client should know about the choices so far, one sentence each. */
	listWarnings(): string[];
}

/**
 * Makes the choice of links for one crawl. An instruction that plainly follows everything or nothing
 * is not put to the model, nor is a link that it has judged on an earlier page.
 */
export function createLinkChooser(options: LinkChooserOptions): LinkChooser {
	const { instruction, baseAddress, model } = options;
	const rule = readInstruction(instruction, baseAddress);
	const { words, phrases, paths } = rule.exceptions;
	const isPlain = rule.follows !== 'terms' && words.length + phrases.length + paths.length === 0;
	const judged = new Set<string>();
	const warnings = new Set<string>();
	let offeredCount = 0;
	let chosenCount = 0;

	const chooseByWords = (candidates: readonly LinkCandidate[]): LinkChoice => ({
		urls: candidates.filter((link) => isLinkChosen(rule, link)).map(({ url }) => url),
		inputTokens: 0,
		outputTokens: 0,
	});

	const chooseWithModel = async (
		decider: Model,
		candidates: readonly LinkCandidate[],
		signal: AbortSignal,
	): Promise<LinkChoice> => {
		const unjudged = candidates.filter(({ url }) => !judged.has(url));
		try {
			const choice = await chooseByModel(decider, { instruction, candidates: unjudged, signal });
			for (const { url } of unjudged) judged.add(url);
			return choice;
		} catch (error) {
			if (!(error instanceof ModelFailure)) throw error;
			warnings.add(
				`${error.message} Links were chosen by the words of the crawl instruction instead.`,
			);
			const { inputTokens, outputTokens } = error;
			return { ...chooseByWords(unjudged), inputTokens, outputTokens };
		}
	};

	return {
		async choose(candidates, signal) {
			const choice =
				model === undefined || isPlain
					? chooseByWords(candidates)
					: await chooseWithModel(model, candidates, signal);
			offeredCount += candidates.length;
			chosenCount += choice.urls.length;
			return choice;
		},

		listWarnings() {
			const isSurprising = rule.follows !== 'none' && offeredCount > 0 && chosenCount === 0;
			if (!isSurprising) return [...warnings];
			const who = model === undefined ? 'fits the words of' : 'was chosen by the model for';
			return [
				...warnings,
				`No link ${who} the crawl instruction, so only the start page was crawled. ` +
					'Use words from the links\' text or address, or write "all pages".',
			];
		},
	};
}
