import type { ParsedPage } from '@llamaindex/liteparse';

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const FIGURE = /\p{N}/u;
/** Addresses of links, which the page's text does not show, and Markdown syntax. */
const UNSHOWN = /\]\([^)\s]*\)|<br>|\\/g;
/** From this share on, words that occur more often than on the page are a fault. */
const MAX_REPEATED_SHARE = 0.03;
/** Maximum number of words listed in a warning. */
const MAX_NAMED = 6;

function tokensOf(text: string): string[] {
	return text.normalize('NFKC').toLowerCase().match(TOKEN) ?? [];
}

/** How often each word occurs. */
export function countsOf(tokens: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
	return counts;
}

/** What a page contains and its Markdown does not. */
export interface Account {
	/** Words and figures of the page that the Markdown lacks, or contains less often. */
	missing: string[];
	/** Whether the Markdown repeats a part of the page. */
	isRepeated: boolean;
}

/**
 * Compares the words of a page's text with those of its Markdown, each counted as often as it occurs.
 * Words may be joined, such as those divided by a hyphen; figures may not.
 * @param texts the page's pieces of text
 */
export function accountFor(texts: readonly string[], markdown: string): Account {
	const shown = tokensOf(markdown.replace(UNSHOWN, ' '));
	const said = countsOf(texts.flatMap(tokensOf));
	const counts = countsOf(shown);
	let joined: string | undefined;
	const missing: string[] = [];
	for (const [token, count] of said) {
		if ((counts.get(token) ?? 0) >= count) continue;
		joined ??= shown.join('');
		const isJoined = joined.split(token, count + 1).length > count;
		if (!isJoined) missing.push(token);
	}
	let repeated = 0;
	for (const [token, count] of counts) repeated += Math.max(0, count - (said.get(token) ?? count));
	return { missing, isRepeated: repeated > shown.length * MAX_REPEATED_SHARE };
}

/** The content of a text, without spaces and marks. */
const keyOf = (text: string): string => tokensOf(text.replace(UNSHOWN, ' ')).join('');

/**
 * The cells of tables on a page that are not in a row of its Markdown. Tables with less than half of their
 * cells in rows are left out: the Markdown shows them as text.
 * @param tables the texts of their cells
 */
export function cellsOutsideRows(
	tables: ReadonlyArray<readonly string[]>,
	markdown: string,
): string[] {
	if (tables.length === 0) return [];
	const rows = markdown.split('\n').filter((line) => line.startsWith('|'));
	const cells = new Set(rows.flatMap((row) => row.split(/(?<!\\)\|/).map(keyOf)));
	const all = [...cells].join('|');
	return tables.flatMap((texts) => {
		const outside = texts.filter((text) => !cells.has(keyOf(text)) && !all.includes(keyOf(text)));
		return outside.length * 2 > texts.length ? [] : outside;
	});
}

const cellsOf = (row: string): string[] =>
	row
		.split(/(?<!\\)\|/)
		.slice(1, -1)
		.map((cell) => cell.trim());

/**
 * Rows of tables that are as a whole in one of their cells: under a header with several cells, most rows have
 * one, with a figure for each of the empty ones.
 */
export function jammedRows(markdown: string): string[] {
	const tables = markdown.split(/\n(?!\|)/).map((part) => part.split('\n'));
	return tables.flatMap((lines) => {
		const [header = '', , ...rows] = lines.filter((line) => line.startsWith('|'));
		const names = cellsOf(header);
		if (names.length < 3 || names.includes('')) return [];
		const jammed = rows.flatMap((row) => {
			const filled = cellsOf(row).filter((cell) => cell !== '');
			const [text = ''] = filled;
			const figures = text.split(' ').filter((word) => FIGURE.test(word));
			return filled.length === 1 && figures.length >= names.length - 1 ? [text] : [];
		});
		return jammed.length * 2 > rows.length ? jammed : [];
	});
}

/** Letters that many fonts join into one sign. */
const LIGATURE = /^(?:ff[il]?|f[il])$/;
/** Boxes this many times as high as their font are those of signs that the engine has moved. */
const MOVED_HEIGHT = 2.5;

/** Letters outside their words: the engine moves ligatures in drawings that are turned or transparent. */
export const movedLetters = ({ textItems }: Pick<ParsedPage, 'textItems'>): string[] =>
	textItems.flatMap(({ text, height, fontHeight = height }) => {
		const letters = text.normalize('NFKC').trim();
		return height > fontHeight * MOVED_HEIGHT && LIGATURE.test(letters) ? [letters] : [];
	});

/** Lists texts, figures first. */
function named(texts: readonly string[]): string {
	const sorted = texts.toSorted((a, b) => Number(FIGURE.test(b)) - Number(FIGURE.test(a)));
	const first = sorted.slice(0, MAX_NAMED).map((text) => `"${text}"`);
	const others = sorted.length - first.length;
	return `${first.join(', ')}${others === 0 ? '' : ` and ${others} more`}`;
}

/** What is wrong with the Markdown of a page, and the texts that show it. */
const FAULTS = {
	missing: 'may lack some of its text',
	unsure: 'has lines that may lack text, or have it in the wrong order',
	outsideRows: 'has cells that may be in the wrong rows',
	jammed: 'has a table whose rows are in one cell each',
};

/** Says what is wrong with the Markdown of a page. */
export const describeFault = (
	pageNumber: number,
	fault: keyof typeof FAULTS,
	texts: readonly string[],
): string[] =>
	texts.length === 0 ? [] : [`Page ${pageNumber} ${FAULTS[fault]}: ${named(texts)}.`];

/** The share of a text's words that also occur in another. */
export function agreement(text: string, other: string): number {
	const tokens = tokensOf(text);
	const counts = countsOf(tokensOf(other));
	const found = tokens.filter((token) => {
		const left = counts.get(token) ?? 0;
		counts.set(token, left - 1);
		return left > 0;
	});
	return tokens.length === 0 ? 0 : found.length / tokens.length;
}

/** All text of a page. */
export const textOfPage = ({ textItems }: Pick<ParsedPage, 'textItems'>): string =>
	textItems.map(({ text }) => text).join(' ');
