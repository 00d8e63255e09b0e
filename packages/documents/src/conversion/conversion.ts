import { readFile } from 'node:fs/promises';
import type { DocumentFormat } from '../detect/formats.ts';
import type { Invoice } from '../einvoice/invoice.ts';
import type { PlacedWord } from '../layout/placedWords.ts';
import type { Recogniser } from '../ocr/recogniser.ts';
import type { FileProperties } from '../properties/fileProperties.ts';

/**
 * When recognition of images (OCR) is used (api/openapi.yaml, ParseMode):
 * `auto` on pages without text, `fast` never, `ocr` on every page.
 */
export type ParseMode = 'auto' | 'fast' | 'ocr';

/** What to convert and how much of it. */
export interface ConversionRequest {
	/** Path of the document on disk. */
	filePath: string;
	/**
	 * The document's name: distinguishes CSV from Markdown and plain text, and is compared with the
	 * content. Omit it when there is none.
	 */
	fileName?: string | undefined;
	/** Where a linked document came from: the base of a page's links. */
	sourceUrl?: string | undefined;
	/** The encoding that a linked document's server states for its text. */
	charset?: string | undefined;
	mode: ParseMode;
	/** Pages to convert, as in `1-5`, `1-3, 8` or `10-`. Default: all. */
	pages?: string | undefined;
	/** At most this many of the selected pages. Default: no limit. */
	maxPages?: number | undefined;
	/** Whether the words of pages and their places are needed, to read fields from them. Default: false. */
	withWords?: boolean | undefined;
}

/** The words of a page, in no order. */
export interface PageWords {
	/** 1-based, counted in the document. */
	pageNumber: number;
	words: PlacedWord[];
}

/** How a page was read: from its text, or by recognising its picture. */
export type PageMethod = 'text' | 'ocr';

/** One page, slide or sheet; the whole document where pages are unknown. */
export interface ConvertedPage {
	/** 1-based, counted in the document, not in the selection. */
	pageNumber: number;
	/** GFM Markdown; empty when the page could not be read or shows nothing. */
	markdown: string;
	method: PageMethod;
	/** Why this page could not be read. Such a page is not charged. */
	error?: string;
	/** Its words, if they have places and the request wants them. */
	words?: PlacedWord[];
}

/** A page without its Markdown, which was passed on in parts. */
export interface PageOutline extends Omit<ConvertedPage, 'markdown' | 'words'> {
	/** How many parts; 0 for an empty page. */
	parts: number;
}

/** What fields are read from in addition to the Markdown of a document. */
export interface DocumentValues {
	/** The e-invoices that it is or contains, in order. */
	invoices: Invoice[];
	/** The words of its pages, if the request wants them and they have places. */
	words: PageWords[];
}

/** A converted document. */
export interface ConvertedDocument extends DocumentValues {
	/** What the content is, whatever the name says: `pdf`, `docx`, … */
	format: DocumentFormat;
	totalPages: number;
	/** The engine that read pictures (api/openapi.yaml, ParseMetadata); absent if none did. */
	ocrEngine?: string;
	/** What the file says about itself. */
	properties: FileProperties;
	/** The selected pages in document order. */
	pages: ConvertedPage[];
	/** Notes for the reader, one sentence each. */
	warnings: string[];
}

/** A converted document without its Markdown. */
export interface DocumentOutline extends Omit<ConvertedDocument, 'pages'> {
	pages: PageOutline[];
	/** Pages in `pages` without an error. */
	pagesParsed: number;
	/** Pages in `pages` that were recognised from their picture. */
	ocrPages: number;
}

/** The result of a dry run (api/openapi.yaml, option `dryRun`). */
export interface PageCount {
	totalPages: number;
	/** Pages that a conversion with the same request would read. */
	selectedPages: number;
}

/** Where a document is: the path of its file, or its bytes, as for an attachment. */
export type DocumentSource = string | Buffer;

/** The bytes of a document. */
export async function bytesOf(source: DocumentSource): Promise<Buffer> {
	return typeof source === 'string' ? await readFile(source) : source;
}

/** The request that a format's reader receives: a `ConversionRequest` for any document. */
export interface ReadRequest extends Omit<ConversionRequest, 'filePath' | 'fileName'> {
	source: DocumentSource;
}

/** What a format's reader returns: every selected page, and the total number of pages. */
export interface ReadDocument {
	totalPages: number;
	pages: ConvertedPage[];
}

/** What a reader can do in addition to reading. */
export interface ConversionContext {
	/** Called after each page or group of pages: pages done, pages to do. */
	onProgress: (done: number, total: number) => void;
	/** Adds a sentence to `warnings`. */
	warn: (sentence: string) => void;
	/** Keeps what the document says about itself; what a document inside it says is not kept. */
	setProperties: (properties: FileProperties) => void;
	/** Adds an invoice whose values the document carries. */
	addInvoice: (invoice: Invoice) => void;
}

/** A document read as part of another. */
export interface ReadPart {
	format: DocumentFormat;
	markdown: string;
	/** The e-invoices in it. */
	invoices: Invoice[];
}

/** What every reader receives. */
export interface ReaderTools {
	context: ConversionContext;
	recogniser: Recogniser;
	/**
	 * The Markdown of a document that is part of another, such as an attachment; `undefined`
	 * for anything that is not a document or is nested too deep. Throws `DocumentFailure`.
	 */
	readPart: (
		bytes: Buffer,
		name: string,
		options?: {
			/**
			 * Whether it is certainly a document: pictures and text of any name are then read too.
			 * As attachments of a message they are logos and signatures. Default: false.
			 */
			isDocument?: boolean;
		},
	) => Promise<ReadPart | undefined>;
	/** Called with the number of selected pages before they are read; throws past the limit. */
	checkCount: (selectedPages: number) => void;
}
