import { runsOf } from '../layout/page.ts';
import type { Recognition } from '../ocr/recogniser.ts';
import { DocumentFailure } from './documentFailure.ts';
import type { ConvertedPage, ParseMode } from './conversion.ts';

/** Pages from `first` to `last`, both included; `last` is Infinity in an open range such as `10-`. */
interface PageRange {
	first: number;
	last: number;
}

const RANGE = /^(\d{1,9})(?:\s*([-–—])(?:\s*(\d{1,9}))?)?$/;

function parseRange(part: string): PageRange {
	const text = part.trim();
	const [, start, dash, end] = RANGE.exec(text) ?? [];
	const first = Number(start);
	const last = Number(end ?? (dash === undefined ? start : Infinity));
	if (first >= 1 && last >= first) return { first, last };
	const sentences = [
		start === undefined ? `The page range "${text}" can't be read.` : '',
		first < 1 ? `Page numbers start at 1, got "${text}".` : '',
		`The page range "${text}" ends before it starts.`,
	];
	throw new DocumentFailure(
		'selection',
		`${sentences.find((sentence) => sentence !== '')} Use forms like 1-5, 1-3, 8 or 10-.`,
	);
}

/**
 * Parses a page selection: comma-separated page numbers and ranges, in any order (api/openapi.yaml,
 * ParsePageSelection: 1-5, or 1-3,8, or 10-).
 * @throws DocumentFailure that quotes what can't be read
 */
export function parsePageSelection(text: string): PageRange[] {
	return text.split(',').map(parseRange);
}

/**
 * The page numbers to read, ascending and without duplicates: those of `selection` that exist (all if
 * it is undefined), at most `maxPages` of them.
 * @throws DocumentFailure when the selection selects none of the document's pages
 */
export function selectPages(
	totalPages: number,
	selection: string | undefined,
	maxPages: number | undefined,
): number[] {
	const selected = new Set<number>();
	for (const { first, last } of parsePageSelection(selection ?? '1-')) {
		for (let page = first; page <= Math.min(last, totalPages); page++) selected.add(page);
	}
	if (selected.size === 0 && totalPages > 0) {
		const count = totalPages === 1 ? '1 page' : `${totalPages} pages`;
		throw new DocumentFailure(
			'selection',
			`The document has ${count}; the page selection "${selection}" selects none of them.`,
		);
	}
	return [...selected].sort((a, b) => a - b).slice(0, maxPages);
}

/** Page numbers as a selection in the shortest form: `[1, 2, 3, 8]` is `1-3,8`. */
export function formatPageSelection(pageNumbers: readonly number[]): string {
	return runsOf(pageNumbers, (run, page) => run.at(-1) === page - 1)
		.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}-${run.at(-1)}`))
		.join(',');
}

/** For sentences: `Page 2`, `Pages 1-3, 8`. */
function namePages(pageNumbers: readonly number[]): string {
	const numbers = formatPageSelection(pageNumbers).replaceAll(',', ', ');
	return `${pageNumbers.length === 1 ? 'Page' : 'Pages'} ${numbers}`;
}

/** Notes on the pages of a document, one sentence each. */
export function describePages(pages: readonly ConvertedPage[], mode: ParseMode): string[] {
	const failed = pages.filter(({ error }) => error !== undefined);
	if (failed.length > 0) {
		const names = namePages(failed.map(({ pageNumber }) => pageNumber));
		const are = failed.length === 1 ? 'is' : 'are';
		return [`${names} could not be read and ${are} not charged: ${failed[0]?.error}`];
	}
	if (pages.some(({ markdown }) => markdown.trim() !== '')) return [];
	const advice = mode === 'fast' ? ' The mode fast reads no pictures; auto and ocr do.' : '';
	return [`No text was found in the document.${advice}`];
}

/** Reports pages that show something but contain no text, where pictures are not read. */
export function describePictures(pageNumbers: readonly number[]): string {
	const have = pageNumbers.length === 1 ? 'has' : 'have';
	return `${namePages(pageNumbers)} ${have} pictures but no text, which the mode fast does not read. Use the mode auto or ocr.`;
}

/** Reports pages with text that also have pictures of text, where pictures are not read. */
export function describePrint(pageNumbers: readonly number[]): string {
	const [have, their] = pageNumbers.length === 1 ? ['has', 'its'] : ['have', 'their'];
	return `${namePages(pageNumbers)} ${have} pictures of text beside ${their} own, which the mode fast does not read. Use the mode auto or ocr.`;
}

/** Reports pages that are not blank, in whose pictures no text was found, of a document with text. */
export function describeWordless(pageNumbers: readonly number[]): string {
	const have = pageNumbers.length === 1 ? 'shows' : 'show';
	return `${namePages(pageNumbers)} ${have} something, but no text was recognized there.`;
}

/** Reports that the text recognised in some place, such as `on page 2`, is probably wrong. */
export function describeRecognised(
	{ isDoubtful, isCutShort = false }: Pick<Recognition, 'isDoubtful' | 'isCutShort'>,
	place: string,
): string[] {
	return [
		...(isDoubtful
			? [`The text recognized ${place} may be wrong or incomplete: it is barely legible.`]
			: []),
		...(isCutShort
			? [`The text recognized ${place} may be less exact: reading it more closely took too long.`]
			: []),
	];
}

/** Reports that a page's own text was kept because its picture could not be recognised, and why. */
export function describeUnrecognised(pageNumber: number, error: string): string {
	return `The text of page ${pageNumber} is that of its text layer alone. ${error}`;
}

/** Reports that a picture among the text of a page could not be read, and why. */
export function describeUnreadPicture(pageNumber: number, reason: string): string {
	return `A picture of text on page ${pageNumber} was not recognized: ${reason}`;
}

/** Reports pages whose text hides lines from the engine, where pictures are not read. */
export function describeHiddenText(pageNumbers: readonly number[]): string {
	return `${namePages(pageNumbers)} may lack lines: a font covers the lines around its own, which the mode fast can't read. Use the mode auto or ocr.`;
}

/** Reports that recognised text replaces a page's text. */
export function describeReplaced(pageNumber: number): string {
	return `Page ${pageNumber} was read by text recognition, because the letters of its text form no words.`;
}

/** Reports that a page's text was kept although nothing confirms it. */
export function describeUnconfirmed(pageNumber: number): string {
	return `The text of page ${pageNumber} may be damaged: recognition could not confirm it, in the languages that are set up.`;
}

/**
 * Reports text that is left out because no reader of the document sees it.
 * @param hidden names of layers that are off, and of those that must be off for some text to show
 */
export function describeLayers({ off, inverse }: Record<'off' | 'inverse', string[]>): string[] {
	const quote = (names: readonly string[]): string => {
		const quoted = names.slice(0, 10).map((name) => `"${name}"`);
		const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
		return `${quoted.join(', ')}${more}`;
	};
	return [
		...(off.length > 0 ? [`Layers that are off were left out: ${quote(off)}.`] : []),
		...(inverse.length > 0
			? [`Text that is shown only without these layers was left out: ${quote(inverse)}.`]
			: []),
	];
}
