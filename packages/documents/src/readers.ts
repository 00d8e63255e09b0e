import type { DocumentFormat, TextFormat } from './detect/formats.ts';
import { convertArchive, convertPreview } from './archives/convertArchive.ts';
import { convertXml } from './einvoice/convertXml.ts';
import { convertEmail, type EmailFormat } from './mail/convertEmail.ts';
import { convertMailbox, countMessages } from './mail/convertMailbox.ts';
import { convertSigned } from './mail/signed.ts';
import { convertImage, countImagePages, type ImageFormat } from './ocr/convertImage.ts';
import { convertOffice } from './office/convertOffice.ts';
import type { OfficeFormat } from './office/officeMarkdown.ts';
import { convertPdf } from './pdf/convertPdf.ts';
import { countPdfPages } from './pdf/extract.ts';
import { readWorkbook } from './sheets/workbook.ts';
import { convertHtml } from './text/convertHtml.ts';
import { convertText } from './text/convertText.ts';
import {
	bytesOf,
	type DocumentSource,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from './conversion/conversion.ts';
import { selectPages } from './conversion/pages.ts';

/** Reads one kind of format. Both functions throw `DocumentFailure`. */
export interface Reader {
	convert(request: ReadRequest, tools: ReaderTools): Promise<ReadDocument>;
	/** The number of pages, if it is found without reading the whole document. */
	count?(source: DocumentSource): Promise<number>;
}

type ReadWhole = (
	bytes: Buffer,
	request: ReadRequest,
	tools: ReaderTools,
) => Promise<string[]> | string[];

/** A reader that returns all pages at once: sheets, or a single page. */
const whole = (read: ReadWhole): Reader => ({
	async convert(request, tools) {
		const all = await read(await bytesOf(request.source), request, tools);
		const selected = selectPages(all.length, request.pages, request.maxPages);
		tools.checkCount(selected.length);
		const pages = selected.map((pageNumber) => ({
			pageNumber,
			markdown: all[pageNumber - 1] ?? '',
			method: 'text' as const,
		}));
		tools.context.onProgress(pages.length, pages.length);
		return { totalPages: all.length, pages };
	},
});

const office = (format: OfficeFormat): Reader => ({
	convert: (request, tools) => convertOffice(request, format, tools),
});

const image = (format: ImageFormat): Reader => ({
	convert: (request, tools) => convertImage(request, format, tools),
	count: (source) => countImagePages(source, format),
});

const email = (format: EmailFormat): Reader =>
	whole(async (bytes, _request, tools) => [await convertEmail(bytes, format, tools)]);

const text = (format: Exclude<TextFormat, 'rtf' | 'eml' | 'html' | 'mbox' | 'xml'>): Reader =>
	whole((bytes, { charset }, { context }) => [
		convertText(bytes, format, { charset, warn: context.warn }),
	]);

const WORKBOOK = whole((bytes, _request, tools) => readWorkbook(bytes, tools));

const READERS: Readonly<Record<DocumentFormat, Reader>> = {
	pdf: { convert: convertPdf, count: countPdfPages },
	docx: office('docx'),
	doc: office('doc'),
	ppt: office('ppt'),
	pptx: office('pptx'),
	odt: office('odt'),
	odp: office('odp'),
	rtf: office('rtf'),
	epub: office('epub'),
	ods: WORKBOOK,
	xlsx: WORKBOOK,
	xls: WORKBOOK,
	html: whole((bytes, request, { context }) => [convertHtml(bytes, request, context)]),
	txt: text('txt'),
	md: text('md'),
	csv: text('csv'),
	json: text('json'),
	ipynb: text('ipynb'),
	xml: whole(async (bytes, { charset }, tools) => [await convertXml(bytes, charset, tools)]),
	ics: text('ics'),
	vcf: text('vcf'),
	mbox: { convert: convertMailbox, count: countMessages },
	p7m: whole(async (bytes, _request, tools) => [await convertSigned(bytes, tools)]),
	zip: { convert: convertArchive },
	iwork: whole(async (bytes, _request, tools) => [await convertPreview(bytes, tools)]),
	eml: email('eml'),
	msg: email('msg'),
	tnef: email('tnef'),
	png: image('png'),
	jpg: image('jpg'),
	tiff: image('tiff'),
	webp: image('webp'),
	gif: image('gif'),
	bmp: image('bmp'),
	heic: image('heic'),
};

/** The reader of a format. */
export function readerOf(format: DocumentFormat): Reader {
	return READERS[format];
}
