import type { ConversionRequest, ConvertedPage, ReadDocument } from '../conversion.ts';
import { selectPages } from '../pages.ts';
import type { ReaderTools } from '../readerTools.ts';
import { escapeMarkdown } from '../text/escapeMarkdown.ts';
import { recognizeImages } from './imageTexts.ts';
import { hasText, walkNodes } from './nodes.ts';
import { nodesToMarkdown, type ImageTexts } from './nodesToMarkdown.ts';
import { officePages, type OfficePage } from './officePages.ts';
import { readOffice, type OfficeDocument, type OfficeFormat } from './readOffice.ts';

/** The library's warnings that tell of content which is missing from the Markdown. */
const TOLD_WARNINGS: ReadonlySet<string> = new Set([
	'CONTENT_PART_NOT_READ',
	'ALT_CHUNK_NOT_READ',
	'TABLE_CELL_LIMIT_EXCEEDED',
	'REPEATED_CONTENT_LIMIT_EXCEEDED',
	'NO_SLIDES_FOUND',
	'NO_WORKSHEETS_FOUND',
]);

function imageNames(page: OfficePage): string[] {
	return [...walkNodes(page.nodes)].flatMap((node) =>
		node.type === 'image' && node.metadata ? [node.metadata.attachmentName] : [],
	);
}

async function pageMarkdown(
	document: OfficeDocument,
	page: OfficePage,
	imageTexts: ImageTexts,
): Promise<string> {
	const markdown = await nodesToMarkdown(document.ast, page.nodes, imageTexts);
	const heading = page.title === undefined ? '' : `## ${escapeMarkdown(page.title)}`;
	return [heading, markdown].filter((part) => part !== '').join('\n\n');
}

/** Counts pages of a document read with `readOffice`; pictures make no difference to it. */
export async function countOfficePages(filePath: string, format: OfficeFormat): Promise<number> {
	return officePages((await readOffice(filePath, format, { extractImages: false })).content).length;
}

/**
 * Reads the document; a second time with its pictures when `auto` meets a selected page without
 * text. Taking the pictures along costs memory and time that nearly all documents need not pay.
 */
async function readWithPictures(
	request: ConversionRequest,
	format: OfficeFormat,
): Promise<OfficeDocument> {
	const extractImages = request.mode === 'ocr';
	const document = await readOffice(request.filePath, format, { extractImages });
	if (request.mode !== 'auto') return document;
	const pages = officePages(document.content);
	if (pages.every((page) => hasText(page.nodes))) return document;
	return await readOffice(request.filePath, format, { extractImages: true });
}

async function textsOfPictures(
	{ ast }: OfficeDocument,
	page: OfficePage,
	request: ConversionRequest,
	{ recogniser, context }: ReaderTools,
): Promise<ImageTexts> {
	if (request.mode === 'fast' || (request.mode === 'auto' && hasText(page.nodes))) return new Map();
	const names = new Set(imageNames(page));
	return await recognizeImages(ast.attachments, names, recogniser, context.warn);
}

/**
 * Converts a text document, presentation or OpenDocument sheet. Text comes from the document;
 * pictures are recognised on every page (`ocr`) or on pages without text (`auto`).
 */
export async function convertOffice(
	request: ConversionRequest,
	format: OfficeFormat,
	tools: ReaderTools,
): Promise<ReadDocument> {
	const { context, checkCount } = tools;
	const document = await readWithPictures(request, format);
	for (const warning of document.ast.warnings) {
		if (TOLD_WARNINGS.has(warning.code)) context.warn(warning.message);
	}
	const all = officePages(document.content);
	const selected = selectPages(all.length, request.pages, request.maxPages);
	checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	for (const pageNumber of selected) {
		const page = all[pageNumber - 1] ?? { nodes: [] };
		const texts = await textsOfPictures(document, page, request, tools);
		const markdown = await pageMarkdown(document, page, texts);
		pages.push({ pageNumber, markdown, method: texts.size > 0 ? 'ocr' : 'text' });
		context.onProgress(pages.length, selected.length);
	}
	return { totalPages: all.length, pages };
}
