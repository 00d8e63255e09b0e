import { takeDates } from '../order/dates.ts';
import { createFigureReader, type News } from './figures.ts';
import type { Course } from './traps.ts';

/** Times, amounts and tokens that a server generates for each response. */
const PASSING = /\d{1,20}[.:,]\d[\d.:,]*|\b(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,}\b/g;
// Linear: none goes on where another one may begin. Addresses in Markdown have no parentheses.
const IMAGE = /(?<!\\)!\[(?:[^[\]\\]|\\.)*\]\(([^()\s]*)(?:\s[^()]*)?\)/g;
const LINK = /(?<!\\)\[((?:[^[\]\\]|\\.)*)\]\([^()]*\)/g;
const TARGET = /\]\([^()]*\)/g;

/** Maximum of a page that is compared. */
const MOST_LINES = 4_000;
const LONGEST_LINE = 400;

/** The parts of a page that are compared: what a line says, and the images in it. */
interface Part {
	text: string;
	/** The text of a link or a cell: where generated pages put the numbers of others. */
	isLabel: boolean;
}

/**
 * Creates a function that decides whether a page says anything new. Dates, times and tokens
 * are not news. Where others of its kind led to a page, nor is a number, as in "Counter 8" after
 * "Counter 7"; but one in a heading or sentence is, where a number distinguishes the parts of a sequence;
 * in a few words, like "Counter 8", only where the address says that it counts parts. A new
 * image is.
 */
export function createNewsReader(): (
	markdown: string,
	page: Pick<Course, 'isChained' | 'isSequence' | 'isPart' | 'isDated' | 'template'>,
) => News {
	const known = new Set<string>();

	const saysFigures = createFigureReader();

	return (markdown, page) => {
		const { isChained, isSequence, isPart } = page;
		const { dates } = takeDates(markdown);
		const inFigures = saysFigures(withoutDates(markdown), page, dates.join(' '));
		let isNews = false;
		for (const { text, isLabel } of listParts(markdown)) {
			const folded = text.replace(/\d+/g, '0');
			const isCounted = isLabel || !isSequence || (!isPart && !isSentence(text));
			const isFolded = isChained && isCounted && !text.startsWith(IMAGE_MARK);
			if (!known.has(isFolded ? folded : text)) isNews = true;
			known.add(text).add(folded);
		}
		if (isNews || typeof inFigures === 'boolean') return isNews || inFigures;
		return (again) => inFigures(again === undefined ? again : withoutDates(again));
	};
}

/** Dates change from page to page; link targets are not part of the text. */
const withoutDates = (markdown: string): string => takeDates(markdown.replace(TARGET, ']')).rest;

/** `Counter 7` is not one. */
const isSentence = (text: string): boolean => text.split(' ').length > 3;

const IMAGE_MARK = 'image:';

function listParts(markdown: string): Part[] {
	return markdown
		.split('\n', MOST_LINES)
		.flatMap((line) => readLine(line.slice(0, LONGEST_LINE)))
		.filter(({ text }) => /\p{L}/u.test(text));
}

function readLine(line: string): Part[] {
	const images = Array.from(line.matchAll(IMAGE), ([, source = '']) => ({
		text: `${IMAGE_MARK}${source.replace(/[?#].*/, '')}`,
		isLabel: false,
	}));
	const written = line.replace(IMAGE, ' ');
	const links = Array.from(written.matchAll(LINK), ([, text = '']) => {
		// That a link names a page is no reason to know the page's own heading.
		const { text: words } = label(text);
		return { text: words === '' ? '' : `link:${words}`, isLabel: true };
	});
	const rest = written.replace(LINK, ' ');
	if (/^\s*\|/.test(line)) return [...images, ...links, ...rest.split('|').map(label)];
	const own = { ...label(rest), isLabel: false };
	return [...images, ...links, own];
}

function label(text: string): Part {
	const plain = takeDates(text.toLowerCase()).rest.replace(PASSING, ' ');
	return { text: plain.replace(/[^\p{L}\d]+/gu, ' ').trim(), isLabel: true };
}
