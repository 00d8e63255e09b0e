import { countsOf } from '../layout/coverage.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/** Where a word may be hyphenated; it is still one word. */
const SOFT_HYPHENS = /\u00ad/g;

const wordsOf = (text: string): string[] =>
	text.replace(SOFT_HYPHENS, '').normalize('NFKC').toLowerCase().match(WORD) ?? [];

/** Marks in the middle of a word, which documents also contain: `a*b`, `here[1]`. */
const MARKS_IN_WORDS = /(?<=[\p{L}\p{N}])[*~`^[\]]+(?=[\p{L}\p{N}])/gu;

const documentWords = (text: string): string[] => wordsOf(text.replace(MARKS_IN_WORDS, ''));

/** Markdown without what may be in the middle of words: marks, note references, addresses. */
function plainMarkdown(markdown: string): string {
	return markdown
		.replace(/(?<=[\p{L}\p{N}])(?:\\[*~`^[\]])+(?=[\p{L}\p{N}])/gu, '')
		.replace(/\\[^\p{L}\p{N}\s]/gu, ' ')
		.replace(/\]\((?:[^()\n]|\([^()\n]*\))*\)/g, ']')
		.replace(/\[\^[\w-]+\]/g, ' ')
		.replace(/<br ?\/?>/g, ' ')
		.replace(/(?<=[\p{L}\p{N}])(?:[*~`^[\]]|<\/?\w+>)+(?=[\p{L}\p{N}])/gu, '');
}

/** Maximum missing words that a warning quotes. */
const MAX_QUOTED_WORDS = 10;

/** Words of a document that its Markdown lacks. */
export interface WordCoverage {
	total: number;
	/** Each as often as it is missing. */
	missing: string[];
}

/**
 * Compares the words of a document with those of its Markdown, including how often each occurs, in one
 * pass over both. Words that the Markdown has more often were not lost: a merged cell is repeated.
 * @param texts what the document says, read in a way other than the one that made the Markdown
 * @param leftOut texts that were left out on purpose, which is reported elsewhere
 */
export function coverageOf(
	texts: readonly string[],
	{ markdown, leftOut }: { markdown: string; leftOut: readonly string[] },
): WordCoverage {
	const said = texts.flatMap(documentWords);
	const written = countsOf([
		...wordsOf(plainMarkdown(markdown)),
		...leftOut.flatMap(documentWords),
	]);
	const missing: string[] = [];
	for (const word of said) {
		const left = written.get(word) ?? 0;
		if (left > 0) written.set(word, left - 1);
		else missing.push(word);
	}
	return { total: said.length, missing };
}

const quoteSome = (words: readonly string[]): string =>
	[...new Set(words)].slice(0, MAX_QUOTED_WORDS).join(', ');

/** Warns about words that a document's Markdown lacks. */
export function warnOfMissing(
	{ total, missing }: WordCoverage,
	warn: (sentence: string) => void,
): void {
	if (missing.length === 0) return;
	const lacking = missing.length === 1 ? '1 is' : `${missing.length} are`;
	const quoted = quoteSome(missing);
	warn(`Of the document's ${total} words, ${lacking} missing from the Markdown: ${quoted}.`);
}

const BARE_LINK = /\[([a-z]{2,10}:[^[\]\s]{1,2000})\]\(\1\)/g;

/** A Roman numeral or a letter, as in numbered lists: other readings have none. */
const LIST_NUMBER = /^(?:[ivxlcdm]{1,8}|\p{L})$/u;

/**
 * Names words of a document's Markdown that another reading of it omits; empty if none. Numbers are named
 * where the other reading has numbers that the Markdown lacks: a deleted one comes before its replacement.
 */
export function describeDeletedWords(texts: readonly string[], markdown: string): string[] {
	const said = new Set(texts.flatMap(documentWords));
	// The text of a picture's link is its address.
	const written = wordsOf(plainMarkdown(markdown.replace(BARE_LINK, '')));
	const isFigure = (word: string): boolean => !/\p{L}/u.test(word);
	const lacksFigures = coverageOf(texts, { markdown, leftOut: [] }).missing.some(isFigure);
	const deleted = written.filter(
		(word) => !LIST_NUMBER.test(word) && !said.has(word) && (lacksFigures || !isFigure(word)),
	);
	if (deleted.length === 0) return [];
	return [`Text that the document records as deleted may be shown: ${quoteSome(deleted)}.`];
}
