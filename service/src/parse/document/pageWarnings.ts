import type { ConvertedPage, ParseMode } from './conversion.ts';
import { formatPageSelection } from './pages.ts';

function namePages(pages: readonly ConvertedPage[]): string {
	const numbers = formatPageSelection(pages.map(({ pageNumber }) => pageNumber));
	return `${pages.length === 1 ? 'Page' : 'Pages'} ${numbers.replaceAll(',', ', ')}`;
}

function failedPages(pages: readonly ConvertedPage[]): string[] {
	const failed = pages.filter(({ error }) => error !== undefined);
	const [first] = failed;
	if (first?.error === undefined) return [];
	return [
		`${namePages(failed)} could not be read and ${failed.length === 1 ? 'is' : 'are'} not charged: ${first.error}`,
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
	const numbers = formatPageSelection(pageNumbers).replaceAll(',', ', ');
	const [pages, hold] = pageNumbers.length === 1 ? ['Page', 'holds'] : ['Pages', 'hold'];
	return `${pages} ${numbers} ${hold} pictures without text, which the mode fast does not read. Use the mode auto or ocr.`;
}

/** Tells of pages whose text hides lines from the engine, where pictures are not read. */
export function describeHiddenText(pageNumbers: readonly number[]): string {
	const numbers = formatPageSelection(pageNumbers).replaceAll(',', ', ');
	const pages = pageNumbers.length === 1 ? 'Page' : 'Pages';
	return `${pages} ${numbers} may lack lines: a font covers the lines around its own, which the mode fast can't read. Use the mode auto or ocr.`;
}
