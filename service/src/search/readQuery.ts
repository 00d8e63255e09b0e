import { parseAddress } from '@web-data-extraction/page/resolveAddress';
import { CUT, cutWords } from '../db/wordCuts.ts';

/** What a query asks for, in words of letters and digits only; several words of a text follow one another. */
export interface ReadQuery {
	/** Words to search for, in any place. */
	words: string[];
	/** What must be there: what is in quotes, and words with signs. */
	phrases: string[];
	/** What must be there as it is written, in lower case: `c++`. An index of words only knows its letters. */
	literals: string[];
	/** What must not be there: words and quotes behind a minus. */
	excluded: string[];
	/** What must not be there as it is written, in lower case. */
	excludedLiterals: string[];
}

/** What is in quotes, else what is between blanks; each may follow a minus. */
const PART = /(-?)(?:"([^"]*)"|(?:[“„«]([^“”„«»]*)[”“»])|(\S+))/gu;
/** What surrounds words in a sentence; other signs are part of a name. */
const SENTENCE_SIGNS = new Set('.,;:!?()[]{}"\'«»“”„‘’…–—*/\\|<>=~^`-');
const WORD = /[\p{L}\p{N}]+/gu;
const ENDS_IN_WORDS = /^[\p{L}\p{N}][^]*[\p{L}\p{N}]$|^[\p{L}\p{N}]$/u;
/** How an address of the web begins, its scheme optional. */
const ADDRESS = /^(?:https?:\/\/|(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[:/?#]|$))/u;
const ESCAPED = /%[\da-f]{2}/gi;

/** Words that say nothing about a page; a query of nothing else keeps them. */
const STOP_WORDS = new Set('a an and are for in is of on or the to with'.split(' '));

/** Particles of Chinese and Japanese. */
const PARTICLE = /^(?:\p{Script=Hiragana}{1,2}|[的了是在和])$/u;

const wordsOf = (text: string): string[] => cutWords(text).match(WORD) ?? [];
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * Reads a query as search engines do: words anywhere, `"words in this order"`, `-without`, names with signs
 * (`C++`, `C#`) as they are written, addresses by the words of their host and path. Linear.
 */
export function readQuery(query: string): ReadQuery {
	const read: ReadQuery = {
		...{ words: [], phrases: [], literals: [] },
		...{ excluded: [], excludedLiterals: [] },
	};
	for (const [, minus, quoted, typographic, bare = ''] of query.toLowerCase().matchAll(PART)) {
		const phrase = quoted ?? typographic;
		if (phrase === undefined) addBare(read, bare, minus === '-');
		else addTo(minus === '-' ? read.excluded : read.phrases, phrase);
	}
	const telling = read.words.filter((word) => !STOP_WORDS.has(word) && !PARTICLE.test(word));
	const keepsAll = telling.length === 0 && read.phrases.length === 0;
	return {
		words: unique(keepsAll ? read.words : telling),
		phrases: unique(read.phrases),
		literals: unique(read.literals),
		excluded: unique(read.excluded),
		excludedLiterals: unique(read.excludedLiterals),
	};
}

function addTo(list: string[], text: string): void {
	const words = wordsOf(text).join(' ');
	if (words !== '') list.push(words);
}

/** A part without the signs of a sentence around it. */
function trimSigns(text: string): string {
	let [start, end] = [0, text.length];
	while (start < end && SENTENCE_SIGNS.has(text.charAt(start))) start += 1;
	while (end > start && SENTENCE_SIGNS.has(text.charAt(end - 1))) end -= 1;
	return text.slice(start, end);
}

/** What is indexed of an address: its host and path; undefined for anything else. */
function readAddress(text: string): string | undefined {
	if (!ADDRESS.test(text)) return undefined;
	const address = parseAddress(/^https?:/.test(text) ? text : `http://${text}`);
	return address && `${address.hostname} ${address.pathname}`.replace(ESCAPED, ' ');
}

/** Adds what stands between blanks. */
function addBare(read: ReadQuery, text: string, isExcluded: boolean): void {
	const bare = trimSigns(text);
	const address = readAddress(bare);
	const part = address ?? bare;
	const hasSigns = address === undefined && wordsOf(part).length > 0 && !ENDS_IN_WORDS.test(part);
	if (hasSigns) (isExcluded ? read.excludedLiterals : read.literals).push(part);
	if (hasSigns && isExcluded) return;
	if (isExcluded) addTo(read.excluded, part);
	else if (hasSigns) addTo(read.phrases, part);
	// In a script without spaces, each word counts.
	else for (const piece of cutWords(part).split(CUT)) addTo(read.words, piece);
}
