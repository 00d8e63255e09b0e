/** Texts shorter than this are given whole. */
const MIN_SEARCHED_LENGTH = 2_000;

/** Longer parts, such as tables, are split at their lines. */
const MAX_PASSAGE_LENGTH = 1_500;

/** What the place of a passage takes beside its text. */
const PLACE_LENGTH = 30;

/** Passages that answer less well than this share of the best are left out. */
const LEAST_SHARE = 0.5;

/** The end of a longer word is left out of the comparison: price, prices. */
const MIN_STEM_LENGTH = 4;

/** A part of a text: one between blank lines, or some lines of it. */
interface Passage {
	/** Where it begins in the text. */
	start: number;
	text: string;
}

function wordsOf(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The start of a word that its forms share. */
function stemOf(word: string): string {
	return word.slice(0, Math.max(MIN_STEM_LENGTH, word.length - 2));
}

function splitAt(separator: string, { start, text }: Passage): Passage[] {
	let position = start;
	return text.split(separator).map((part) => {
		const passage = { start: position, text: part };
		position += part.length + separator.length;
		return passage;
	});
}

/** Lines joined again up to the length of a passage. */
function joinLines(lines: readonly Passage[]): Passage[] {
	const joined: Passage[] = [];
	for (const line of lines) {
		const last = joined.at(-1);
		if (last && last.text.length + line.text.length < MAX_PASSAGE_LENGTH) {
			joined[joined.length - 1] = { start: last.start, text: `${last.text}\n${line.text}` };
		} else joined.push(line);
	}
	return joined;
}

function splitPassages(text: string): Passage[] {
	return splitAt('\n\n', { start: 0, text })
		.flatMap((part) =>
			part.text.length > MAX_PASSAGE_LENGTH ? joinLines(splitAt('\n', part)) : [part],
		)
		.filter((part) => part.text.trim() !== '');
}

/** How well each passage answers a query: by the words of it that it holds, rare ones before all. */
function scorePassages(passages: readonly Passage[], query: string): number[] {
	const words = passages.map(({ text }) => wordsOf(text));
	const stems = [...new Set(wordsOf(query).map(stemOf))];
	const scores = passages.map(() => 0);
	for (const stem of stems) {
		const holders = words.flatMap((list, index) =>
			list.some((word) => word.startsWith(stem)) ? [index] : [],
		);
		const weight = Math.log(1 + passages.length / Math.max(1, holders.length));
		for (const index of holders) scores[index] = (scores[index] ?? 0) + weight;
	}
	return scores;
}

/** The passages of a text that are about a query. */
export interface FoundPassages {
	text: string;
	/** What is shown and what is not; absent when the text is given whole. */
	note?: string;
}

/**
 * The passages of a long text that are about a query, in the order of the text, each with where it
 * begins, so that reading can go on there. A short text is given whole, and so is one that says
 * nothing about the query.
 * @param maxLength how many characters of passages to give at most; at least one is given
 */
export function findPassages(text: string, query: string, maxLength: number): FoundPassages {
	if (text.length <= MIN_SEARCHED_LENGTH) return { text };
	const passages = splitPassages(text);
	const scores = scorePassages(passages, query);
	const highest = Math.max(0, ...scores);
	const best = [...passages.keys()]
		.filter((index) => {
			const score = scores[index] ?? 0;
			return score > 0 && score >= LEAST_SHARE * highest;
		})
		.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
	if (best.length === 0)
		return { text, note: `No passage is about '${query}': this is the start.` };
	const chosen = new Set<number>();
	let length = 0;
	for (const index of best) {
		length += (passages[index]?.text.length ?? 0) + PLACE_LENGTH;
		if (chosen.size > 0 && length > maxLength) break;
		chosen.add(index);
	}
	const shown = passages.filter((_passage, index) => chosen.has(index));
	return {
		text: shown.map((passage) => `[at character ${passage.start}]\n${passage.text}`).join('\n\n'),
		note: `${shown.length} of ${best.length} passages about '${query}', of a text of ${text.length} characters. Reading can continue at any character.`,
	};
}
