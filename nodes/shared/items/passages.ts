import { HeadingPath, joinPath } from './sections/headingPath';
import { readBlocks } from './sections/markdownBlocks';

/** Texts shorter than this are given whole. */
const MIN_SEARCHED_LENGTH = 2_000;

/** Longer parts, such as tables, are split. */
const MAX_PASSAGE_LENGTH = 1_500;

/** What the place of a passage takes beside its text. */
const PLACE_LENGTH = 30;

/** Passages that answer less well than this share of the best are left out. */
const MIN_SHARE = 0.5;

/** The end of a longer word is left out of the comparison: price, prices. */
const MIN_STEM_LENGTH = 4;

/** More words of a query than this are not searched for. */
const MAX_TERMS = 50;

interface Passage {
	/** Where it begins in the text. */
	start: number;
	text: string;
}

/** Where the sections of a text begin, with the headings above each. */
function readPlaces(text: string): Array<{ start: number; path: string }> {
	const above = new HeadingPath();
	const places: Array<{ start: number; path: string }> = [];
	let start = 0;
	for (const block of readBlocks(text)) {
		if (above.follow(block)) places.push({ start, path: joinPath(above.headings) });
		start += block.text.length;
	}
	return places;
}

/** Scripts that write words without blanks between them. */
const WITHOUT_BLANKS =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Accents of Latin, Greek and Cyrillic letters. In other scripts such marks change the word. */
const ACCENTS = /[\u0300-\u036f]+/g;

/** A text as it is compared: small letters without accents, one blank around each word. */
function toComparable(text: string): string {
	const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
	return ` ${plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;
}

/** Scripts that write articles and prepositions in one word with what follows. */
const WITH_PREFIXES = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

const LATIN = /\p{Script=Latin}/u;

/**
 * What to look for in comparable text: the start that the forms of a word share, anywhere (Preis in
 * Verkaufspreis, 价格 in a sentence), or only at the start of a word where it is short.
 */
function toTerm(word: string): string {
	if (WITHOUT_BLANKS.test(word)) return word;
	const minLength = LATIN.test(word) ? MIN_STEM_LENGTH : MIN_STEM_LENGTH - 1;
	const stem = word.slice(0, Math.max(minLength, word.length - 2));
	return stem.length >= MIN_STEM_LENGTH || WITH_PREFIXES.test(word) ? stem : ` ${stem}`;
}

function termsOf(query: string): string[] {
	const words = [
		...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(toComparable(query)),
	]
		.filter(({ isWordLike }) => isWordLike)
		.map(({ segment }) => toTerm(segment));
	return [...new Set(words)].slice(0, MAX_TERMS);
}

function splitBlocks(text: string): Passage[] {
	let start = 0;
	return text.split('\n\n').map((block) => {
		const passage = { start, text: block };
		start += block.length + 2;
		return passage;
	});
}

/** Where a long part is cut: best behind a line, else behind a sentence, else behind a word. */
const ENDS = [['\n'], ['. ', '! ', '? ', '。', '！', '？'], [' ']];

/** Behind the last of some marks; 0 where there is none. */
function endOf(piece: string, marks: readonly string[]): number {
	const ends = marks.map((mark) => piece.lastIndexOf(mark) + mark.length);
	return Math.max(...ends.filter((end, index) => end > (marks[index]?.length ?? 0)), 0);
}

/** A part in parts of at most the length of a passage. */
function splitLong({ start, text }: Passage): Passage[] {
	const parts: Passage[] = [];
	let position = 0;
	while (text.length - position > MAX_PASSAGE_LENGTH) {
		const piece = text.slice(position, position + MAX_PASSAGE_LENGTH);
		const length = ENDS.map((marks) => endOf(piece, marks)).find((end) => end > 0) ?? piece.length;
		parts.push({ start: start + position, text: piece.slice(0, length).trimEnd() });
		position += length;
	}
	return [...parts, { start: start + position, text: text.slice(position) }];
}

/** How well each passage answers a query: by the words of it that it contains, rare ones before all. */
function scorePassages(passages: readonly Passage[], query: string): number[] {
	const texts = passages.map(({ text }) => toComparable(text));
	const scores = passages.map(() => 0);
	for (const term of termsOf(query)) {
		const holders = [...texts.keys()].filter((index) => texts[index]?.includes(term));
		const weight = Math.log(1 + passages.length / Math.max(1, holders.length));
		for (const index of holders) scores[index] = (scores[index] ?? 0) + weight;
	}
	return scores;
}

/**
 * The passages of a long text that are about a query, in the order of the text, each with where it
 * begins and the headings above it, so that reading can continue there. A short text is given whole, and so is one in which no word
 * of the query was found.
 * @param maxLength how many characters of passages to give at most; at least one is given
 * @returns with `note` what is shown and what is not; absent when the text is given whole
 */
export function findPassages(
	text: string,
	query: string,
	maxLength: number,
): { text: string; note?: string } {
	if (text.length <= MIN_SEARCHED_LENGTH) return { text };
	const parts = splitBlocks(text).flatMap(splitLong);
	const passages = parts.filter((part) => part.text.trim() !== '');
	const scores = scorePassages(passages, query);
	const highest = scores.reduce((high, score) => Math.max(high, score), 0);
	const best = [...passages.keys()]
		.filter((index) => {
			const score = scores[index] ?? 0;
			return score > 0 && score >= MIN_SHARE * highest;
		})
		.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
	if (best.length === 0) {
		const note = `No passage contains a word of '${query}': this is the start of the text.`;
		return { text, note };
	}
	const chosen = new Set<number>();
	let length = 0;
	for (const index of best) {
		length += (passages[index]?.text.length ?? 0) + PLACE_LENGTH;
		if (chosen.size > 0 && length > maxLength) break;
		chosen.add(index);
	}
	const shown = passages.filter((_passage, index) => chosen.has(index));
	const places = readPlaces(text);
	const describePlace = (start: number): string => {
		const path = places.findLast((place) => place.start <= start)?.path ?? '';
		return path === '' ? `[at character ${start}]` : `[at character ${start}, in ${path}]`;
	};
	return {
		text: shown.map(({ start, text: found }) => `${describePlace(start)}\n${found}`).join('\n\n'),
		note: `${shown.length} of ${best.length} passages about '${query}' in a text of ${text.length} characters. You can continue reading at any character.`,
	};
}
