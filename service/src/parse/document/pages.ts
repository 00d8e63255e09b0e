import { DocumentFailure } from './documentFailure.ts';
import type { ConvertedPage, ParseMode } from './conversion.ts';

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

function namePages(pageNumbers: readonly number[]): string {
	const numbers = formatPageSelection(pageNumbers).replaceAll(',', ', ');
	return `${pageNumbers.length === 1 ? 'Page' : 'Pages'} ${numbers}`;
}

function failedPages(pages: readonly ConvertedPage[]): string[] {
	const failed = pages.filter(({ error }) => error !== undefined);
	const [first] = failed;
	if (first?.error === undefined) return [];
	return [
		`${namePages(failed.map(({ pageNumber }) => pageNumber))} could not be read and ${failed.length === 1 ? 'is' : 'are'} not charged: ${first.error}`,
	];
}

function emptyDocument(pages: readonly ConvertedPage[], mode: ParseMode): string[] {
	const isEmpty = pages.every(({ markdown, error }) => markdown.trim() === '' && !error);
	if (!isEmpty) return [];
	const advice = mode === 'fast' ? ' The mode fast reads no pictures; auto and ocr do.' : '';
	return [`No text was found in the document.${advice}`];
}

/** What a reader should know of the pages of a document, one sentence each. */
export function describePages(pages: readonly ConvertedPage[], mode: ParseMode): string[] {
	return [...failedPages(pages), ...emptyDocument(pages, mode)];
}

/** Tells of pages that show something, but hold no text, where pictures are not read. */
export function describePictures(pageNumbers: readonly number[]): string {
	const hold = pageNumbers.length === 1 ? 'holds' : 'hold';
	return `${namePages(pageNumbers)} ${hold} pictures without text, which the mode fast does not read. Use the mode auto or ocr.`;
}

/** Tells of pages whose text hides lines from the engine, where pictures are not read. */
export function describeHiddenText(pageNumbers: readonly number[]): string {
	return `${namePages(pageNumbers)} may lack lines: a font covers the lines around its own, which the mode fast can't read. Use the mode auto or ocr.`;
}
