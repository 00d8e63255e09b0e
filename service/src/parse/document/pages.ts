import { DocumentFailure } from './documentFailure.ts';

/** Pages from `first` to `last`, both included; `last` is Infinity in an open range such as `10-`. */
export interface PageRange {
	first: number;
	last: number;
}

const FORMS = 'Use forms like 1-5, 1-3, 8 or 10-.';

function pageNumber(digits: string, text: string): number {
	const number = Number(digits);
	if (number < 1) {
		throw new DocumentFailure('selection', `Page numbers start at 1, got "${text}". ${FORMS}`);
	}
	return number;
}

function parseRange(part: string, whole: string): PageRange {
	const match = /^(\d{1,9})\s*(?:(-)\s*(\d{1,9})?)?$/.exec(part);
	if (!match?.[1]) {
		const what = part === '' ? 'has an empty part' : `holds "${part}"`;
		throw new DocumentFailure('selection', `The page selection "${whole}" ${what}. ${FORMS}`);
	}
	const first = pageNumber(match[1], whole);
	if (match[2] === undefined) return { first, last: first };
	const last = match[3] === undefined ? Number.POSITIVE_INFINITY : pageNumber(match[3], whole);
	if (last < first) {
		throw new DocumentFailure(
			'selection',
			`The page range "${part}" ends before it starts. ${FORMS}`,
		);
	}
	return { first, last };
}

/**
 * Reads a page selection: page numbers and ranges, separated by commas, in any order (reference,
 * "POST /parse", option `pages`: "in forms like 1-5, 1-3, 8 or 10-").
 * Throws `DocumentFailure` that quotes what can't be read.
 */
export function parsePageSelection(text: string): PageRange[] {
	const trimmed = text.trim();
	if (trimmed === '') {
		throw new DocumentFailure('selection', `The page selection is empty. ${FORMS}`);
	}
	return trimmed.split(',').map((part) => parseRange(part.trim().replace(/[–—]/, '-'), trimmed));
}

function describeCount(totalPages: number): string {
	return totalPages === 1 ? '1 page' : `${totalPages} pages`;
}

/**
 * The page numbers to read, ascending and each once: those of `selection` that exist (all when it
 * is undefined), at most `maxPages` of them.
 * Throws `DocumentFailure` when the selection selects none of the document's pages.
 */
export function selectPages(
	totalPages: number,
	selection: string | undefined,
	maxPages: number | undefined,
): number[] {
	const ranges =
		selection === undefined ? [{ first: 1, last: totalPages }] : parsePageSelection(selection);
	const selected = new Set<number>();
	for (const { first, last } of ranges) {
		for (let page = first; page <= Math.min(last, totalPages); page++) selected.add(page);
	}
	if (selected.size === 0 && totalPages > 0) {
		throw new DocumentFailure(
			'selection',
			`The document has ${describeCount(totalPages)}; the page selection "${selection ?? ''}" selects none of them.`,
		);
	}
	return [...selected].sort((a, b) => a - b).slice(0, maxPages);
}

/** Page numbers as a selection in the shortest form: `[1, 2, 3, 8]` is `1-3,8`. */
export function formatPageSelection(pageNumbers: readonly number[]): string {
	const ranges: PageRange[] = [];
	for (const page of pageNumbers) {
		const current = ranges.at(-1);
		if (current && current.last === page - 1) current.last = page;
		else ranges.push({ first: page, last: page });
	}
	return ranges
		.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
		.join(',');
}
