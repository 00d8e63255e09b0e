import { takeDates } from './dates.ts';

/** Maximum of a page that is compared. */
const MAX_LINES = 4_000;
const MAX_LINE_CHARACTERS = 2_000;

// Linear: none goes on where another one may begin. Addresses in Markdown have no parentheses.
const IMAGE = /(?<!\\)!\[(?:[^[\]\\]|\\.)*\]\(([^()\s]*)(?:\s[^()]*)?\)/g;
const LINK = /(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\([^()]*\)/g;
/** Stands before each word of a link: that a link names a page is no reason to know the page's own heading. */
const LINKED = '→';
/** From the private use area; no page has them here. */
const [LINK_START, LINK_END] = ['\u{F8F1}', '\u{F8F2}'];
const LABEL = /\u{F8F1}[^\u{F8F1}\u{F8F2}]*\u{F8F2}/gu;
/** A word or a figure with its signs, such as `1,204` or `7:35`. */
const WORD = /→?\p{L}[\p{L}\p{M}\d]*|→?\d[\p{L}\d]*(?:[.:,]\d+)*/gu;
const FIGURE = /\d/;

/** A line of a page as it is compared: without markup, link targets and dates. */
export interface ComparedLine {
	/** Words and figures in lower case; an image counts as a word. */
	words: readonly string[];
	/** The words with each figure as `0`: what lines of the same kind share. */
	pattern: string;
	/** The figures among the words, in order. */
	figures: readonly string[];
}

/** A page as it is compared. */
export interface ComparedPage {
	/** Without empty ones. */
	lines: readonly ComparedLine[];
	/** The dates in them, which are compared apart from them. */
	dates: string;
}

/** Reads the Markdown of a page. Linear. */
export function readLines(markdown: string): ComparedPage {
	const allDates: string[] = [];
	const lines = markdown.split('\n', MAX_LINES).flatMap((line): ComparedLine[] => {
		const images = Array.from(
			line.matchAll(IMAGE),
			([, source = '']) => `image:${source.replace(/[?#].*/, '')}`,
		);
		const text = line
			.slice(0, MAX_LINE_CHARACTERS)
			.replace(IMAGE, ' ')
			.replace(LINK, `${LINK_START}$1${LINK_END}`);
		const { dates, rest } = takeDates(text.toLowerCase());
		allDates.push(...dates);
		const marked = rest.replace(LABEL, (label) => label.replace(/[\p{L}\d]+/gu, `${LINKED}$&`));
		const written: readonly string[] = marked.match(WORD) ?? [];
		const words = [...written, ...images];
		if (words.length === 0) return [];
		const figures = written
			.filter((word) => FIGURE.test(word))
			.map((word) => word.replace(LINKED, ''));
		const pattern = [...written.map((word) => (FIGURE.test(word) ? '0' : word)), ...images];
		return [{ words, pattern: pattern.join(' '), figures }];
	});
	return { lines, dates: allDates.join(' ') };
}
