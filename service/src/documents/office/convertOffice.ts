import {
	type Block,
	type ConvertErrorCode,
	type Document,
	formatFromExtension,
	type Inline,
	toDocument,
	toMarkdownBytes,
} from '@firecrawl/anydoc';
import {
	bytesOf,
	type ConvertedPage,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from '../conversion/conversion.ts';
import {
	damaged,
	DocumentFailure,
	type DocumentFailureCode,
} from '../conversion/documentFailure.ts';
import { imageFormatOf } from '../detect/signatures.ts';
import { recognisePicture } from '../ocr/convertImage.ts';
import { checkPicture, isPictureFormat } from '../ocr/pictures.ts';
import { demoteHeadings, innerSection } from '../conversion/innerDocuments.ts';
import { selectPages } from '../conversion/pages.ts';
import { accountForWords, describeDeletedWords, warnOfMissing } from './account.ts';
import { bookMarkdown, readBook } from './book.ts';
import { asArchive } from './flat.ts';
import { quoteRemark, readOldWord } from './oldWord.ts';
import { shownWord } from './oldWordRuns.ts';
import { countObjects } from './embeddedObjects.ts';
import { withListIndents } from './listIndents.ts';
import { fileOfObject } from './oleObject.ts';
import { readOldSlides } from './oldSlides.ts';
import { PAGE_MARK, RECORDED_MARK } from './pageMarks.ts';
import {
	isPrepared,
	prepareDocument,
	type PreparedDocument,
	type PreparedFormat,
} from './prepare.ts';
import { asidesOf, rejectTruncatedRichText } from './richText.ts';
import { shownRichText } from './richTextShown.ts';
import { richTextWords } from './richTextWords.ts';
import { shownTexts } from './shownWords.ts';
import { describeOldSlides } from './slideWarnings.ts';

/** Formats that the document library reads. */
export type OfficeFormat = 'docx' | 'doc' | 'pptx' | 'ppt' | 'odt' | 'odp' | 'rtf' | 'epub';

/** An end of a page where a block begins: behind the block's own mark. */
const AT_START = new RegExp(
	`(^|\\n)((?:#{1,6} |[-*] |\\d{1,9}\\. )?)(?:${RECORDED_MARK}|${PAGE_MARK} ?)+`,
	'g',
);
/** Places that links inside the document lead to, and those links: they lead nowhere in Markdown. */
const ANCHOR = /<a id="[^"\n]{0,200}"><\/a>/g;
const INNER_LINK = /\[([^\]\n]{0,200})\]\(#[^)\s]{0,200}\)/g;

const FAILURES: Readonly<Partial<Record<string, [DocumentFailureCode, string]>>> = {
	encrypted: [
		'password',
		'The document is password-protected. Remove the password and send it again.',
	],
	resourceLimit: [
		'tooLarge',
		'The document is too large when unpacked, or nested too deeply, to be read.',
	],
	missingPart: ['damaged', 'The document is damaged: a part that it needs is missing.'],
} satisfies Partial<Record<ConvertErrorCode, [DocumentFailureCode, string]>>;

/** What the library says of a Word document whose first bytes are not those of Word 97 or later. */
const OLD_WORD = /invalid FIB magic/;

/** The reason to show for what the document library threw. */
function officeFailure(error: unknown): DocumentFailure {
	const code = error instanceof Error && 'code' in error ? String(error.code) : '';
	const known = FAILURES[code];
	if (known) return new DocumentFailure(...known, { cause: error });
	if (error instanceof Error && OLD_WORD.test(error.message)) {
		return new DocumentFailure(
			'unsupported',
			'The document was saved by Word 95 or earlier, or is damaged. Save it as DOCX, with Word or LibreOffice, and send that.',
			{ cause: error },
		);
	}
	return damaged('The document', undefined);
}

/** The library writes a table whose document names no header with an empty one: its first row is. */
const EMPTY_HEADER = /^\|[ |]*\|\n(\| ---.*)\n(\|.*)$/gm;

/** Items of a list stand right below each other. */
const LOOSE_LIST = /^([ \t]*(?:[-*]|\d{1,9}[.)]) .*\n)\n(?=[ \t]*(?:[-*]|\d{1,9}[.)]) )/gm;

/** Markdown of a document that lies in memory. @throws DocumentFailure */
export async function officeMarkdown(bytes: Buffer, format: OfficeFormat): Promise<string> {
	if (format === 'rtf') rejectTruncatedRichText(bytes);
	try {
		const markdown = await toMarkdownBytes(bytes, formatFromExtension(format));
		return withListIndents(markdown)
			.replace(ANCHOR, '')
			.replace(INNER_LINK, '$1')
			.replace(EMPTY_HEADER, '$2\n$1')
			.replace(LOOSE_LIST, '$1')
			.trim();
	} catch (error) {
		throw officeFailure(error);
	}
}

/** Slides are marked at their beginning in one format, at their end in the other: one piece is none. */
function trimPieces<Piece>(pieces: readonly Piece[], format: OfficeFormat): Piece[] {
	if (format === 'pptx') return pieces.slice(1);
	return format === 'odp' ? pieces.slice(0, -1) : [...pieces];
}

/** In ODP the notes of a slide come behind its mark: they are the slide's all the same. */
function withNotes(pieces: readonly string[]): string[] {
	const notes = pieces.map((piece, at) =>
		at === 0 ? '' : (/^(?:>.*\n?)+/.exec(piece)?.[0] ?? ''),
	);
	return pieces
		.slice(0, -1)
		.map((piece, at) =>
			[piece.slice(notes[at]?.length).trim(), notes[at + 1]?.trim() ?? '']
				.filter((part) => part !== '')
				.join('\n\n'),
		);
}

/**
 * The pages of marked Markdown. Recorded ends of pages count between paragraphs only: in the middle
 * of a sentence they are left out, and right behind a break they are the same.
 */
function splitPages(markdown: string, format: OfficeFormat): string[] {
	const marked = markdown.replace(AT_START, `$1${PAGE_MARK}\n\n$2`).replaceAll(RECORDED_MARK, '');
	const all = marked.split(PAGE_MARK).map((page) => page.trim());
	if (format === 'odp') return withNotes(all);
	const pieces = trimPieces(all, format);
	const pages = format === 'pptx' ? pieces : pieces.filter((page) => page !== '');
	return pages.length === 0 ? [''] : pages;
}

/** The pictures of a document, page by page, by the numbers of their data. */
function findPictures({ blocks }: Document, format: OfficeFormat): Array<Set<number>> {
	const pages = [new Set<number>()];
	const visitInlines = (inlines: readonly Inline[]): void => {
		for (const { text, content, source } of inlines) {
			for (let marks = text?.split(PAGE_MARK).length ?? 1; marks > 1; marks--)
				pages.push(new Set());
			if (source?.assetId !== undefined) pages.at(-1)?.add(source.assetId);
			visitInlines(content ?? []);
		}
	};
	const visitBlocks = (inner: readonly Block[]): void => {
		for (const block of inner) {
			visitInlines(block.content ?? []);
			for (const item of block.list?.items ?? []) visitBlocks(item.blocks);
			for (const { cell } of block.table?.grid.flat() ?? []) visitBlocks(cell?.blocks ?? []);
			visitBlocks(block.blocks ?? []);
		}
	};
	visitBlocks(blocks);
	return trimPieces(pages, format);
}

/** What pictures of a page say, each by itself; a picture that can't be read is told of. */
async function recogniseAssets(
	document: Document,
	assetIds: ReadonlySet<number>,
	{ recogniser, context }: ReaderTools,
): Promise<string[]> {
	const texts: string[] = [];
	for (const { id, data, originPart } of document.assets) {
		if (!assetIds.has(id)) continue;
		const format = imageFormatOf(data);
		// Drawings hold text of their own.
		if (format === undefined || !isPictureFormat(format)) continue;
		try {
			checkPicture(data, format);
			const text = await recognisePicture(data, recogniser);
			if (text !== '') texts.push(text);
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			context.warn(`The picture "${originPart}" was not recognised: ${reason}`);
		}
	}
	return texts;
}

/** Reads the files inside a document into their places; what can't be read is said. */
async function readFiles({ files }: PreparedDocument, tools: ReaderTools): Promise<void> {
	for (const { place, name, title, content, isText } of files) {
		const file = fileOfObject(name, Buffer.from(content));
		// Programs number what they embed; a file that was dragged in has a name of its own.
		const shown = file.name === name ? (title ?? name) : file.name;
		try {
			const part = await tools.readPart(file.content, file.name);
			if (part === undefined) {
				tools.context.warn(`The embedded object "${shown}" was not read.`);
			} else {
				place.markdown = isText
					? demoteHeadings(part.markdown, 0)
					: innerSection(`Embedded: ${shown}`, part.markdown);
			}
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			tools.context.warn(`The embedded object "${shown}" was not read: ${reason}`);
		}
	}
}

/** The Markdown of headers or footers, each text once. */
async function readFrames(frames: readonly Buffer[], format: OfficeFormat): Promise<string[]> {
	const texts = new Set<string>();
	for (const frame of frames) {
		const markdown = await officeMarkdown(frame, format);
		// A page number alone says nothing of a document.
		if (/\p{L}|\d{3}/u.test(markdown)) texts.add(markdown);
	}
	return [...texts];
}

/** The first page between what stands at the top and at the bottom of the pages. */
function framePages(pages: readonly string[], headers: string[], footers: string[]): string[] {
	const [first = '', ...rest] = pages;
	const framed = [...headers, first, ...footers].filter((part) => part.trim() !== '');
	return [framed.join('\n\n'), ...rest];
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
	if (!prepared.isWhole) throw damaged('The document', new Error('its text breaks off'));
	await readFiles(prepared, tools);
	const framed = framePages(
		splitPages(markdown, format),
		await readFrames(prepared.headers, format),
		await readFrames(prepared.footers, format),
	);
	const all = prepared.insertions.writeInto(framed);
	const texts = shownTexts(prepared.original, format);
	const { leftOut, pictureCount } = prepared;
	warnOfMissing(accountForWords(texts, { markdown: all.join('\n\n'), leftOut }), warn);
	return { all, pictureCount };
}

/** A document that is read as one page. */
interface WholeDocument {
	markdown: string;
	/** What its Markdown should hold, where another reading of it knows. */
	texts?: string[];
	warnings?: string[];
}

const HIDDEN_TEXT = 'Text that is formatted as hidden was left out.';

/** The place of a number of a page of notes, which is filled when it is shown. */
const NUMBER_PLACE = /^(?:>\n)?> \\\*$\n?/gm;

const WHOLE_READERS = {
	doc: async (source) => {
		const { bytes, hasHidden } = shownWord(source);
		const markdown = await officeMarkdown(bytes, 'doc');
		const other = await readOldWord(bytes);
		const warnings = hasHidden ? [HIDDEN_TEXT] : [];
		if (!other) return { markdown, warnings };
		warnings.push(...describeDeletedWords(other.texts, markdown));
		return { markdown: other.complete(markdown), texts: other.texts, warnings };
	},
	rtf: async (source) => {
		const { bytes, hasHidden } = shownRichText(source);
		const { header, footer, annotation } = asidesOf(bytes);
		const read = (asides: Buffer[]) => readFrames(asides, 'rtf');
		const markdown = await officeMarkdown(bytes, 'rtf');
		const remarks = (await read(annotation)).map(quoteRemark);
		const [framed = ''] = framePages(
			[[markdown, ...remarks].join('\n\n')],
			await read(header),
			await read(footer),
		);
		const texts = [richTextWords(bytes)];
		return { markdown: framed, texts, warnings: hasHidden ? [HIDDEN_TEXT] : [] };
	},
	epub: async (bytes) => {
		const book = readBook(bytes);
		return await Promise.resolve({
			markdown: bookMarkdown(book),
			texts: shownTexts(book.chapters, 'epub'),
		});
	},
	ppt: async (bytes) => {
		const markdown = (await officeMarkdown(bytes, 'ppt')).replace(NUMBER_PLACE, '');
		const slides = readOldSlides(bytes);
		if (!slides) return { markdown };
		return { markdown, texts: slides.texts, warnings: describeOldSlides(slides, markdown) };
	},
} as const satisfies Record<
	Exclude<OfficeFormat, PreparedFormat>,
	(bytes: Buffer) => Promise<WholeDocument>
>;

/** The pages of a document, and how many pictures it has. */
async function readPages(
	bytes: Buffer,
	format: OfficeFormat,
	tools: ReaderTools,
): Promise<{ all: string[]; pictureCount: number }> {
	if (isPrepared(format)) return await readPrepared(bytes, format, tools);
	const read: (bytes: Buffer) => Promise<WholeDocument> = WHOLE_READERS[format];
	const { markdown, texts = [], warnings = [] } = await read(bytes);
	for (const sentence of warnings) tools.context.warn(sentence);
	warnOfMissing(accountForWords(texts, { markdown, leftOut: [] }), tools.context.warn);
	const objectCount = countObjects(bytes, format);
	if (objectCount > 0) tools.context.warn(describeUnreadObjects(objectCount, format));
	return { all: [markdown], pictureCount: await countPictures(bytes, format) };
}

/** The pictures of a document that the document library finds, drawings aside. */
async function countPictures(bytes: Buffer, format: OfficeFormat): Promise<number> {
	const { assets } = await readDocument(bytes, format);
	const formats = assets.map(({ data }) => imageFormatOf(data));
	return formats.filter((each) => each !== undefined && isPictureFormat(each)).length;
}

/** The document with its pictures. @throws DocumentFailure */
async function readDocument(bytes: Buffer, format: OfficeFormat): Promise<Document> {
	const marked = isPrepared(format)
		? prepareDocument(bytes, format, { keepsMedia: true, warn: () => undefined }).bytes
		: bytes;
	try {
		return await toDocument(marked, formatFromExtension(format));
	} catch (error) {
		throw officeFailure(error);
	}
}

/** A sign of a font of symbols whose name is not known: alone it stands for nothing. */
const UNKNOWN_SYMBOL = /[\uf020-\uf0ff]/g;
const UNKNOWN_SYMBOLS = 'Symbols of fonts without letters are shown as ▯.';

function describeUnreadObjects(count: number, format: OfficeFormat): string {
	const objects =
		count === 1
			? 'an embedded object, such as a sheet or chart,'
			: `${count} embedded objects, such as sheets or charts,`;
	const [verb, target] = [count === 1 ? 'was' : 'were', format === 'ppt' ? 'PPTX' : 'DOCX'];
	return `The document holds ${objects} that ${verb} not read. Save it as ${target} and send that.`;
}

function describeUnreadPictures(count: number): string {
	const pictures = count === 1 ? 'a picture' : `${count} pictures`;
	return `The document holds ${pictures}; on pages with text they were not read. The mode ocr reads them.`;
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
