import {
	bytesOf,
	type ConvertedPage,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from '../conversion/conversion.ts';
import { damaged } from '../conversion/documentFailure.ts';
import { innerSection } from '../conversion/innerDocuments.ts';
import { selectPages } from '../conversion/pages.ts';
import { coverageOf, warnOfMissing } from './officeCoverage.ts';
import { countObjects } from '../ole/embeddedObjects.ts';
import { asArchive } from './flat.ts';
import { type OfficeFormat, officeMarkdown } from './officeMarkdown.ts';
import { framePages, readFrames, splitPages } from './officePages.ts';
import { countPictures, findPictures, readDocument, recogniseAssets } from './officePictures.ts';
import { fileOfObject } from '../ole/oleObject.ts';
import {
	isPrepared,
	prepareDocument,
	type PreparedDocument,
	type PreparedFormat,
} from './prepare.ts';
import { officeProperties } from '../properties/officeProperties.ts';
import { shownTexts } from './shownWords.ts';
import { WHOLE_READERS, type WholeDocument } from './wholeDocuments.ts';

/** Reads the files inside a document into their places; what can't be read is reported. */
async function readFiles({ files }: PreparedDocument, tools: ReaderTools): Promise<void> {
	for (const { place, name, title, content, isText } of files) {
		const file = fileOfObject(name, Buffer.from(content));
		// Programs number what they embed; a file that was dragged in has its own name.
		const shown = file.name === name ? (title ?? name) : file.name;
		try {
			const part = await tools.readPart(file.content, file.name);
			if (part === undefined) {
				tools.context.warn(`The embedded object "${shown}" was not read.`);
			} else {
				place.markdown = isText ? part.markdown : innerSection(`Embedded: ${shown}`, part.markdown);
			}
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			tools.context.warn(`The embedded object "${shown}" was not read: ${reason}`);
		}
	}
}

/** The pages of a document that is an archive of XML, and how many pictures it has. */
async function readPrepared(
	bytes: Buffer,
	format: PreparedFormat,
	tools: ReaderTools,
): Promise<{ all: string[]; pictureCount: number }> {
	const { warn } = tools.context;
	const prepared = prepareDocument(bytes, format, { keepsMedia: false, warn });
	const markdown = await officeMarkdown(prepared.bytes, format);
	if (!prepared.isWhole) throw damaged('The document', new Error('its text is cut off'));
	await readFiles(prepared, tools);
	const framed = framePages(
		splitPages(markdown, format),
		await readFrames(prepared.headers, format),
		await readFrames(prepared.footers, format),
	);
	const all = prepared.insertions.writeInto(framed);
	const texts = shownTexts(prepared.original, format);
	const { leftOut, pictureCount } = prepared;
	warnOfMissing(coverageOf(texts, { markdown: all.join('\n\n'), leftOut }), warn);
	return { all, pictureCount };
}

/** The pages of a document, and how many pictures it has. */
async function readPages(
	bytes: Buffer,
	format: OfficeFormat,
	tools: ReaderTools,
): Promise<{ all: string[]; pictureCount: number }> {
	if (isPrepared(format)) return await readPrepared(bytes, format, tools);
	const read: (bytes: Buffer) => WholeDocument | Promise<WholeDocument> = WHOLE_READERS[format];
	const { markdown, texts = [], warnings = [] } = await read(bytes);
	for (const sentence of warnings) tools.context.warn(sentence);
	warnOfMissing(coverageOf(texts, { markdown, leftOut: [] }), tools.context.warn);
	const objectCount = countObjects(bytes, format);
	if (objectCount > 0) tools.context.warn(describeUnreadObjects(objectCount, format));
	return { all: [markdown], pictureCount: await countPictures(bytes, format) };
}

/** A character of an unknown symbol font: alone it means nothing. */
const UNKNOWN_SYMBOL = /[\uf020-\uf0ff]/g;
const UNKNOWN_SYMBOLS = 'Symbols of fonts without letters are shown as ▯.';

function describeUnreadObjects(count: number, format: OfficeFormat): string {
	const objects =
		count === 1
			? 'an embedded object, such as a sheet or chart,'
			: `${count} embedded objects, such as sheets or charts,`;
	const [verb, target] = [count === 1 ? 'was' : 'were', format === 'ppt' ? 'PPTX' : 'DOCX'];
	return `The document contains ${objects} that ${verb} not read. Save it as ${target} and send that.`;
}

function describeUnreadPictures(count: number): string {
	const pictures = count === 1 ? 'a picture' : `${count} pictures`;
	return `The document contains ${pictures}; on pages with text they were not read. The mode ocr reads them.`;
}

/**
 * Converts a text document or presentation. Text comes from the document; pictures are recognised
 * on every page (`ocr`) or on pages without text (`auto`).
 * @throws DocumentFailure
 */
export async function convertOffice(
	request: ReadRequest,
	format: OfficeFormat,
	tools: ReaderTools,
): Promise<ReadDocument> {
	const { context, checkCount } = tools;
	const { mode } = request;
	const bytes = asArchive(await bytesOf(request.source));
	const { all: read, pictureCount } = await readPages(bytes, format, tools);
	context.setProperties(officeProperties(bytes));
	const all = read.map((page) => page.replace(UNKNOWN_SYMBOL, '▯'));
	if (all.some((page, at) => page !== read[at])) context.warn(UNKNOWN_SYMBOLS);
	const selected = selectPages(all.length, request.pages, request.maxPages);
	checkCount(selected.length);
	const isSeen = (page: number) =>
		mode === 'ocr' || (mode === 'auto' && (all[page - 1] ?? '').trim() === '');
	if (pictureCount > 0 && !selected.every(isSeen))
		context.warn(describeUnreadPictures(pictureCount));
	const document = selected.some(isSeen) ? await readDocument(bytes, format) : undefined;
	const pictures = document && findPictures(document, format);
	const pages: ConvertedPage[] = [];
	for (const pageNumber of selected) {
		const assetIds = isSeen(pageNumber) ? pictures?.[pageNumber - 1] : undefined;
		const texts = document && assetIds ? await recogniseAssets(document, assetIds, tools) : [];
		const parts = [all[pageNumber - 1] ?? '', ...texts].filter((part) => part !== '');
		const method = texts.length > 0 ? 'ocr' : 'text';
		pages.push({ pageNumber, markdown: parts.join('\n\n'), method });
		context.onProgress(pages.length, selected.length);
	}
	return { totalPages: all.length, pages };
}
