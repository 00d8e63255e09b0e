import type { Candidate } from './candidates.ts';
import { type Description, dropFillers, parseDescription, splitWords } from './description.ts';

/** A candidate with how well it fits; 100 and more is beyond doubt. */
export interface RankedTarget {
	candidate: Candidate;
	score: number;
}

/** Scores from here on are beyond doubt: the element is called exactly what was said. */
export const CERTAIN_SCORE = 100;

/** Below this a candidate shares too few words with the description to be meant. */
const LOWEST_SCORE = 35;

const EXACT_NAME = 100;
const QUOTED_PART = 85;
const NAME_SCALE = 70;
const CONTEXT_SCALE = 25;
const SAID_KIND = 18;
const SIMILAR_KIND = 6;
const WRONG_KIND = -15;
const NOT_INTERACTIVE = -20;
const DISABLED = -30;

/**
 * Ranks elements by how well they fit a plain-language description, best first, by rules: what the
 * element is called (its accessible name), what kind it is (its role), and what stands around it.
 * Elements that fit equally keep the order of the page, unless the description says which one
 * ("the second", "the last").
 */
export function rankTargets(text: string, candidates: readonly Candidate[]): RankedTarget[] {
	const description = parseDescription(text);
	const readContext = createContextReader();
	const ranked = candidates
		.map((candidate) => ({ candidate, score: rate(description, text, candidate, readContext) }))
		.filter(({ score }) => score >= LOWEST_SCORE)
		.sort((one, other) => other.score - one.score);
	return applyOrdinal(ranked, description.ordinal);
}

type ContextReader = (candidate: Candidate) => ReadonlySet<string>;

/** Words of what stands around an element; many elements share it, and it is read once. */
function createContextReader(): ContextReader {
	const known = new Map<string, ReadonlySet<string>>();
	return ({ context, contextRole }) => {
		const text = `${contextRole} ${context}`;
		const words = known.get(text) ?? new Set(splitWords(text));
		known.set(text, words);
		return words;
	};
}

function rate(
	description: Description,
	text: string,
	candidate: Candidate,
	readContext: ContextReader,
): number {
	const nameScore = rateName(description, text, candidate);
	if (nameScore === 0) return 0;
	const contextScore = rateContext(description, candidate, readContext);
	return nameScore + rateKind(description, candidate) + contextScore;
}

function rateName({ words, quoted }: Description, text: string, { name }: Candidate): number {
	const called = name.trim().toLowerCase();
	if (called === text.trim().toLowerCase() || called === quoted?.trim().toLowerCase()) {
		return EXACT_NAME;
	}
	if (quoted !== undefined) return called.includes(quoted.toLowerCase()) ? QUOTED_PART : 0;
	const nameWords = new Set(dropFillers(splitWords(name)));
	const wanted = new Set(words);
	const shared = [...wanted].filter((word) => nameWords.has(word)).length;
	if (shared === 0) return 0;
	// Both directions count: all that was said, and little that was not.
	const said = shared / wanted.size;
	const meant = shared / nameWords.size;
	if (said === 1 && meant === 1) return EXACT_NAME - 2;
	return (NAME_SCALE * (2 * said + meant)) / 3;
}

function rateKind({ kind, similarKinds }: Description, candidate: Candidate): number {
	const { role, isInteractive, isDisabled } = candidate;
	const reaction = (isInteractive ? 0 : NOT_INTERACTIVE) + (isDisabled ? DISABLED : 0);
	if (kind === undefined) return reaction;
	if (role === kind) return reaction + SAID_KIND;
	return reaction + (similarKinds.has(role) ? SIMILAR_KIND : WRONG_KIND);
}

function rateContext(
	{ words, quoted }: Description,
	candidate: Candidate,
	readContext: ContextReader,
): number {
	const named = new Set(splitWords(quoted ?? candidate.name));
	const further = words.filter((word) => !named.has(word));
	if (further.length === 0) return 0;
	const around = readContext(candidate);
	return (CONTEXT_SCALE * further.filter((word) => around.has(word)).length) / further.length;
}

function applyOrdinal(ranked: RankedTarget[], ordinal: number | undefined): RankedTarget[] {
	const best = ranked[0]?.score;
	if (ordinal === undefined || best === undefined) return ranked;
	const alike = ranked.filter(({ score }) => score === best);
	const meant = alike.at(ordinal);
	return meant === undefined ? ranked : [meant, ...ranked.filter((target) => target !== meant)];
}
