import type { IDataObject } from 'n8n-workflow';

/** What became of a page since the previous crawl. */
type PageChange = 'new' | 'changed' | 'same' | 'removed';

/** The pages of a crawl, compared with those of an earlier one. */
export interface Comparison {
	/** The page records of the crawl with `change` and `changePercent`, then those of removed pages. */
	pages: IDataObject[];
	counts: Record<PageChange, number>;
	/** A line whose figures changed on most pages and therefore do not count; undefined where there is none. */
	passingLine?: string;
}

/** On so many pages a kind of line must be for its figures to be judged by how often they change. */
const MIN_PAGES = 3;
/** Figures that changed on a larger share of the pages that have the line are those of visits and times. */
const PASSING_SHARE = 0.5;

const LINK_TARGET = /\]\([^)\n]{0,5000}\)/g;
/** A figure with its signs: `1,204`, `7:35`, `2026-11-28`. */
const FIGURE = /\d+(?:[.,:/-]\d+)*/g;
/** Amounts count on however many pages they change: with decimals, or beside a currency sign. */
const AMOUNT = /\d[.,]\d{1,2}(?!\d)|\p{Sc}\s?\d|\d\s?\p{Sc}/u;

interface Line {
	text: string;
	/** With each figure as `0`. */
	pattern: string;
	hasFigures: boolean;
}

/**
 * Compares the pages of a crawl with those of an earlier one by their text: without link targets, and without the
 * figures of lines in which they changed on most pages, such as the number of visits. Pages that failed get no
 * `change`, and are not counted as removed.
 * @param isWhole whether the crawl came to its end: then pages that it lacks were removed
 */
export function comparePages(
	current: readonly IDataObject[],
	previous: readonly IDataObject[],
	isWhole: boolean,
): Comparison {
	const old = new Map(previous.filter(isRead).map((page) => [keyOf(page), page]));
	const isPassing = findPassingLines(current.filter(isRead), old);
	const counts = { new: 0, changed: 0, same: 0, removed: 0 };
	const mark = (page: IDataObject, change: PageChange, changePercent: number): IDataObject => {
		counts[change] += 1;
		return { ...page, change, changePercent };
	};
	const pages = current.map((page) => {
		const before = old.get(keyOf(page));
		if (!isRead(page)) return page;
		if (before === undefined) return mark(page, 'new', 100);
		const percent = comparePercent(
			comparable(before, isPassing.has),
			comparable(page, isPassing.has),
		);
		return mark(page, percent === 0 ? 'same' : 'changed', percent);
	});
	const known = new Set(current.map(keyOf));
	const missing = [...old.values()].filter((page) => !known.has(keyOf(page)));
	const removed = isWhole
		? missing.map((page) => mark({ ...page, status: 'removed', data: null }, 'removed', 100))
		: [];
	return {
		pages: [...pages, ...removed],
		counts,
		...(isPassing.example !== undefined && { passingLine: isPassing.example }),
	};
}

const isRead = ({ status }: IDataObject): boolean => status === 'success';

/** The address of a page, whatever its scheme, `www.` and slash at the end. */
function keyOf({ url }: IDataObject): string {
	return String(url)
		.replace(/^https?:\/\/(?:www\.)?/i, '')
		.replace(/\/$/, '');
}

function readLines({ data }: IDataObject): Line[] {
	const text = typeof data === 'string' ? data : JSON.stringify(data ?? null, null, 1);
	return text.split('\n').flatMap((written) => {
		const line = written.replace(LINK_TARGET, ']').replace(/\s+/g, ' ').trim();
		const pattern = line.replace(FIGURE, '0');
		return line === '' ? [] : [{ text: line, pattern, hasFigures: pattern !== line }];
	});
}

/** The kinds of lines whose figures differ from the earlier crawl on most of the pages that have them. */
function findPassingLines(current: readonly IDataObject[], old: ReadonlyMap<string, IDataObject>) {
	const seen = new Map<string, { pages: number; changed: number; example: string }>();
	for (const page of current) {
		const before = old.get(keyOf(page));
		if (before === undefined) continue;
		const oldLines = readLines(before);
		const oldTexts = new Set(oldLines.map(({ text }) => text));
		const oldPatterns = new Set(oldLines.map(({ pattern }) => pattern));
		const lines = new Map(
			readLines(page)
				.filter(({ hasFigures, text, pattern }) => {
					return hasFigures && !AMOUNT.test(text) && oldPatterns.has(pattern);
				})
				.map((line) => [line.pattern, line.text]),
		);
		for (const [pattern, text] of lines) {
			const { pages, changed } = seen.get(pattern) ?? { pages: 0, changed: 0 };
			const isChanged = !oldTexts.has(text);
			seen.set(pattern, { pages: pages + 1, changed: changed + Number(isChanged), example: text });
		}
	}
	const passing = new Map(
		[...seen].filter(
			([, { pages, changed }]) => pages >= MIN_PAGES && changed > PASSING_SHARE * pages,
		),
	);
	const [first] = passing.values();
	return { has: (pattern: string): boolean => passing.has(pattern), example: first?.example };
}

const comparable = (page: IDataObject, isPassing: (pattern: string) => boolean): string[] =>
	readLines(page).map(({ text, pattern }) => (isPassing(pattern) ? pattern : text));

/** How much of both texts is not in the other, in percent, to two decimals and never 0 for a difference. */
function comparePercent(before: readonly string[], after: readonly string[]): number {
	const counts = new Map<string, number>();
	for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
	for (const line of after) counts.set(line, (counts.get(line) ?? 0) - 1);
	const different = [...counts].reduce(
		(sum, [line, count]) => sum + Math.abs(count) * line.length,
		0,
	);
	if (different === 0) return 0;
	const total = [...before, ...after].reduce((sum, line) => sum + line.length, 0);
	return Math.max(0.01, Math.round((different / total) * 10_000) / 100);
}
