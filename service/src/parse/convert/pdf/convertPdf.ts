import { readFile } from 'node:fs/promises';
import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { ConversionRequest, ConvertedPage, ParseMode, ReadDocument } from '../conversion.ts';
import type { TextRecognizer } from '../ocr/textRecognizer.ts';
import { nodesToMarkdown } from '../office/nodesToMarkdown.ts';
import { selectPages } from '../pages.ts';
import { describePictures } from '../pageWarnings.ts';
import type { ReaderTools } from '../readerTools.ts';
import { levelHeadings } from './headingLevels.ts';
import { openPdf } from './openPdf.ts';
import { inspectPage } from './pageContent.ts';
import { renderPage } from './renderPage.ts';
import { listSymbolBullets } from './symbolBullets.ts';
import { readTextPages, type TextPages } from './textPages.ts';

/**
 * Pages read at a time: the progress that a reader sees moves in these steps, and the memory for
 * pdf.js' own structures is bounded by them.
 */
const PAGES_PER_STEP = 50;
/** A scanned page with a stamp or page number added as text has no more text than this. */
const STAMP_LENGTH = 60;

/** A page as it was read: from its text, from its picture, or not at all. */
type ReadPage =
	| { pageNumber: number; kind: 'text'; ast: OfficeParserAST; nodes: OfficeContentNode[] }
	| { pageNumber: number; kind: 'ocr'; markdown: string }
	| { pageNumber: number; kind: 'failed'; error: string };

function textLength(nodes: readonly OfficeContentNode[]): number {
	return nodes.reduce((sum, node) => sum + (node.text?.trim().length ?? 0), 0);
}

/** Characters that a font without a table of meanings leaves: replacements, private use, controls. */
const ILLEGIBLE = /[\uFFFD\uE000-\uF8FF\u0001-\u0008\u000E-\u001F]/g;
/** A page of which more than this share is illegible is read from its picture. */
const MAX_ILLEGIBLE_SHARE = 0.2;

function isLegible(nodes: readonly OfficeContentNode[]): boolean {
	const text = nodes.map((node) => node.text ?? '').join('');
	return (text.match(ILLEGIBLE)?.length ?? 0) <= text.length * MAX_ILLEGIBLE_SHARE;
}

async function needsRecognition(
	document: PDFDocumentProxy,
	pageNumber: number,
	nodes: readonly OfficeContentNode[],
): Promise<boolean> {
	const length = textLength(nodes);
	if (length > STAMP_LENGTH) return !isLegible(nodes);
	const content = await inspectPage(await document.getPage(pageNumber));
	return length === 0 ? !content.isBlank : content.isCoveredByImage;
}

/** What the pages of one conversion are read with. */
interface PdfSource {
	bytes: Buffer;
	document: PDFDocumentProxy;
	mode: ParseMode;
	recognizer: TextRecognizer;
	warn: (sentence: string) => void;
}

async function recognizePage(
	{ document, recognizer }: PdfSource,
	pageNumber: number,
): Promise<ReadPage> {
	try {
		const page = await document.getPage(pageNumber);
		const markdown = await recognizer.recognize(await renderPage(document, page));
		page.cleanup();
		return { pageNumber, kind: 'ocr', markdown };
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		return { pageNumber, kind: 'failed', error: `The page can't be recognised: ${reason}` };
	}
}

async function readPage(
	source: PdfSource,
	pageNumber: number,
	text: TextPages | undefined,
): Promise<ReadPage> {
	const { mode, document } = source;
	if (mode === 'ocr') return await recognizePage(source, pageNumber);
	const nodes = text?.nodes.get(pageNumber);
	if (!text || !nodes) {
		return { pageNumber, kind: 'failed', error: "The page is damaged and can't be read." };
	}
	if (mode === 'auto' && (await needsRecognition(document, pageNumber, nodes))) {
		return await recognizePage(source, pageNumber);
	}
	return { pageNumber, kind: 'text', ast: text.ast, nodes };
}

/** Pages that show something, but hold no text: the mode `fast` leaves them empty. */
async function findPictures(
	document: PDFDocumentProxy,
	pages: readonly ReadPage[],
): Promise<number[]> {
	const found: number[] = [];
	for (const page of pages) {
		if (page.kind !== 'text' || textLength(page.nodes) > 0) continue;
		const { isBlank } = await inspectPage(await document.getPage(page.pageNumber));
		if (!isBlank) found.push(page.pageNumber);
	}
	return found;
}

async function readStep(
	source: PdfSource,
	pageNumbers: readonly number[],
	onPage: () => void,
): Promise<ReadPage[]> {
	const { mode, bytes, warn } = source;
	const text = mode === 'ocr' ? undefined : await readTextPages(bytes, pageNumbers, warn);
	const pages: ReadPage[] = [];
	for (const pageNumber of pageNumbers) {
		pages.push(await readPage(source, pageNumber, text));
		onPage();
	}
	return pages;
}

async function toConvertedPage(page: ReadPage, nodes: OfficeContentNode[]): Promise<ConvertedPage> {
	const { pageNumber } = page;
	if (page.kind === 'failed')
		return { pageNumber, markdown: '', method: 'text', error: page.error };
	if (page.kind === 'ocr') return { pageNumber, markdown: page.markdown, method: 'ocr' };
	return { pageNumber, markdown: await nodesToMarkdown(page.ast, nodes), method: 'text' };
}

/** A PDF whose structure is marked names its own headings; the others' are told by their size. */
async function isTagged(document: PDFDocumentProxy): Promise<boolean> {
	const marks: unknown = await document.getMarkInfo();
	return typeof marks === 'object' && marks !== null && 'Marked' in marks && marks.Marked === true;
}

/** The number of pages of a PDF. Throws `DocumentFailure`. */
export async function countPdfPages(filePath: string): Promise<number> {
	await using pdf = await openPdf(filePath);
	return pdf.document.numPages;
}

async function readPages(
	source: PdfSource,
	selected: readonly number[],
	onProgress: ReaderTools['context']['onProgress'],
): Promise<ReadPage[]> {
	const pages: ReadPage[] = [];
	let done = 0;
	const onPage = () => onProgress(++done, selected.length);
	for (let from = 0; from < selected.length; from += PAGES_PER_STEP) {
		pages.push(...(await readStep(source, selected.slice(from, from + PAGES_PER_STEP), onPage)));
	}
	return pages;
}

/**
 * Converts a PDF page by page: its text with headings, lists, tables and links, or what is
 * recognised on its pictures where there is no text. Throws `DocumentFailure`.
 */
export async function convertPdf(
	request: ConversionRequest,
	{ context, recognizer, checkCount }: ReaderTools,
): Promise<ReadDocument> {
	await using pdf = await openPdf(request.filePath);
	const bytes = await readFile(request.filePath);
	const { document } = pdf;
	const selected = selectPages(document.numPages, request.pages, request.maxPages);
	checkCount(selected.length);
	const { warn, onProgress } = context;
	const source = { bytes, document, mode: request.mode, recognizer, warn };
	const read = await readPages(source, selected, onProgress);
	const pictures = request.mode === 'fast' ? await findPictures(document, read) : [];
	if (pictures.length > 0 && pictures.length < read.length) warn(describePictures(pictures));
	const nodes = read.map((page) => (page.kind === 'text' ? listSymbolBullets(page.nodes) : []));
	const levelled = (await isTagged(document)) ? nodes : levelHeadings(nodes);
	const pages: ConvertedPage[] = [];
	for (const [at, page] of read.entries()) {
		pages.push(await toConvertedPage(page, levelled[at] ?? []));
	}
	return { totalPages: document.numPages, pages };
}
