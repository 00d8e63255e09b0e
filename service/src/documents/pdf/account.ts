import type { ParsedPage } from '@llamaindex/liteparse';

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
const FIGURE = /\p{N}/u;
/** Addresses of links, which no text of the page shows, and marks of Markdown. */
const UNSHOWN = /\]\([^)\s]*\)|<br>|\\/g;
/** Words that come more often than on the page are a fault from this share on. */
const MAX_REPEATED_SHARE = 0.03;
/** As many words are named in a warning. */
const MAX_NAMED = 6;

function tokensOf(text: string): string[] {
	return text.normalize('NFKC').toLowerCase().match(TOKEN) ?? [];
}

function countsOf(tokens: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
	return counts;
}

/** What a page says and its Markdown does not. */
export interface Account {
	/** Words and figures of the page that the Markdown lacks, or has less often. */
	missing: string[];
	/** Whether the Markdown says a part of the page more often than the page does. */
	isRepeated: boolean;
}

/**
 * Compares the words of a page's text with those of its Markdown, each counted as often as it stands.
 * Words may be joined, as those that a hyphen divided; figures may not.
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

/** Names what a page's Markdown lacks, figures first. */
export function describeMissing(pageNumber: number, missing: readonly string[]): string {
	const sorted = missing.toSorted((a, b) => Number(FIGURE.test(b)) - Number(FIGURE.test(a)));
	const named = sorted.slice(0, MAX_NAMED).map((token) => `"${token}"`);
	const others = sorted.length - named.length;
	const more = others === 0 ? '' : ` and ${others} more`;
	return `Page ${pageNumber} may lack some of its text: ${named.join(', ')}${more}.`;
}

/** The share of a text's words that stand in another. */
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
