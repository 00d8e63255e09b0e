/// <reference lib="dom" />

/** Where a passage is. */
export type PassagePlace =
	| { line: number; page?: number }
	| { page: number }
	| { element: Element; attribute?: string }
	| { term: string }
	/** The address of the page itself. */
	| { isAddress: true };

/** Passages that belong together: those of an element, a line, an object of data. By their index. */
export interface Container {
	from: number;
	to: number;
	/** Absent for lines, and for what is not in anything else. */
	parent?: Container | undefined;
}

/** A smallest piece of a source: a text between two tags, a line, a cell, the value of an attribute. */
export interface Passage {
	text: string;
	place: PassagePlace;
	/** Which of the sources it is in. */
	source: number;
	/** What readers see, in one stream: a text may go on in the next such passage. */
	isShown: boolean;
	/** The smallest container that it is in. */
	container: Container;
	/** How much less likely it is what was meant than a text that is shown: 0 for such a text. */
	doubt: number;
	/** The address that it is, made absolute. */
	address?: string | undefined;
	/** What may say what it is: texts beside and above it, names of its element. */
	labels: () => readonly string[];
}

/** Letters that scripts without spaces write one after the other are words of their own. */
const WORD =
	/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])\p{L})+|\p{N}+|[\p{Sc}\p{So}]/gu;

/** The words of a text as they are compared: runs of letters or of digits, without case, accents and marks. */
export const wordsIn = (text: string): string[] =>
	text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? [];

/** Containers that are looked through for another passage: pages can be nested to any depth. */
const MOST_LEVELS = 200;

/** How many passages the smallest container has that two of them share, or the lines that they are in. */
export function extentOf(passages: readonly Passage[], one: number, other: number): number {
	let around = passages[one]?.container;
	for (let level = 0; around !== undefined && level < MOST_LEVELS; level += 1) {
		if (around.from <= other && other <= around.to) return around.to - around.from;
		around = around.parent;
	}
	const [first, last] = [passages[one]?.container, passages[other]?.container];
	if (first === undefined || last === undefined) return passages.length;
	return Math.max(first.to, last.to) - Math.min(first.from, last.from);
}
