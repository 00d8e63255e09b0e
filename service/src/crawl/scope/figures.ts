import type { Course } from './traps.ts';

/** What is written in one piece: a word, or a figure such as `1,204`, `7:35`, `AX4711B`. */
const WORD = /[\p{L}\d.,:]+/gu;

/** Maximum of a page that is compared. */
const MOST_LINES = 1_000;

/** Fewer may be what a server adds to each response: how long it took, how many visitors there are. */
const MIN_FIGURES = 3;
const MIN_LINES = 2;

/** The figures in a line of a page. */
type Figures = readonly string[];

/** The figures of a page, by the other words of their lines. */
type Page = ReadonlyMap<string, Figures>;

/**
 * Creates a function that decides whether a page of a chain has figures that no page of a chain had before:
 * prices, measurements, results, codes. Figures that follow from others do not count: those that are next
 * to each other in counting, like the days of a month, and those that grow by the same amount on each page.
 */
export function createFigureReader(): (
	markdown: string,
	course: Pick<Course, 'isChained' | 'template'>,
) => boolean {
	const known = new Set<string>();
	/** The latest two pages of a template. */
	const latest = new Map<string, Array<Page | undefined>>();

	return (markdown, { isChained, template }) => {
		const page = readPage(markdown);
		const [before, beforeThat] = latest.get(template) ?? [];
		latest.set(template, [page, before]);
		if (!isChained) return false;
		const numbers = [...page.values()].flat().map(valueOf);
		const values = new Set(numbers.filter(Number.isInteger));
		const isCounted = (value: number): boolean => values.has(value - 1) || values.has(value + 1);
		let figureCount = 0;
		let lineCount = 0;
		for (const [words, figures] of page) {
			const line = `${words} ${figures.join(' ')}`.replace(/#\d+/, '');
			if (known.has(line)) continue;
			known.add(line);
			const fresh = figures.filter((figure, index) => {
				const value = valueOf(figure);
				const last = valueOf(before?.get(words)?.[index]);
				const growth = last - valueOf(beforeThat?.get(words)?.[index]);
				return !isCounted(value) && value - last !== growth;
			});
			figureCount += fresh.length;
			if (fresh.length > 0) lineCount += 1;
		}
		return figureCount >= MIN_FIGURES || lineCount >= MIN_LINES;
	};
}

function readPage(markdown: string): Page {
	const page = new Map<string, Figures>();
	const lines = markdown.split('\n', MOST_LINES);
	for (const [index, line] of lines.entries()) {
		const figures: string[] = [];
		const words = line.replace(WORD, (word) => {
			if (!/\d/.test(word)) return word;
			figures.push(word);
			return '0';
		});
		if (figures.length > 0) page.set(`${words}#${index}`, figures);
	}
	return page;
}

/** NaN, which equals and follows nothing, for anything but a whole number. */
function valueOf(figure = ''): number {
	const [digits = '', ...others] = figure.match(/\d+/g) ?? [];
	return others.length === 0 && digits !== '' ? Number(digits) : Number.NaN;
}
