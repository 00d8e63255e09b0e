import {
	bytesOf,
	type DocumentSource,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from './conversion.ts';
import { convertEmail } from '../mail/convertEmail.ts';
import type { DocumentFormat } from '../detect/formats.ts';
import { decodeHtml } from '../text/decodeText.ts';
import { htmlMarkdown } from '../text/htmlMarkdown.ts';
import { convertImage, countImagePages, type ImageFormat } from '../ocr/convertImage.ts';
import { convertOffice, countOfficePages, type OfficeFormat } from '../office/convertOffice.ts';
import { selectPages } from './pages.ts';
import { convertPdf, countPdfPages } from '../pdf/convertPdf.ts';
import { readWorkbook } from '../sheets/workbook.ts';
import { convertText, isTextFile, type TextFileFormat } from '../text/convertText.ts';

/** Reads one kind of format. Both functions throw `DocumentFailure`. */
export interface Reader {
	convert(request: ReadRequest, tools: ReaderTools): Promise<ReadDocument>;
	/** The number of pages, found without recognising anything. */
	count(source: DocumentSource): Promise<number>;
	/** Whether `count` need not read the whole document. */
	isCountQuick: boolean;
}

/** A reader whose pages are all there at once: sheets, or a single page. */
function wholeReader(
	read: (bytes: Buffer, request?: ReadRequest, tools?: ReaderTools) => Promise<string[]> | string[],
): Reader {
	return {
		async convert(request, tools) {
			const { context, checkCount } = tools;
			const all = await read(await bytesOf(request.source), request, tools);
			const selected = selectPages(all.length, request.pages, request.maxPages);
			checkCount(selected.length);
			const pages = selected.map((pageNumber) => ({
				pageNumber,
				markdown: all[pageNumber - 1] ?? '',
				method: 'text' as const,
			}));
			context.onProgress(pages.length, pages.length);
			return { totalPages: all.length, pages };
		},
		count: async (source) => (await read(await bytesOf(source))).length,
		isCountQuick: false,
	};
}

function officeReader(format: OfficeFormat): Reader {
	return {
		convert: (request, tools) => convertOffice(request, format, tools),
		count: (source) => countOfficePages(source, format),
		isCountQuick: false,
	};
}

function imageReader(format: ImageFormat): Reader {
	return {
		convert: (request, tools) => convertImage(request, format, tools),
		count: (source) => countImagePages(source, format),
		isCountQuick: true,
	};
}

function textReader(format: TextFileFormat): Reader {
	return wholeReader((bytes, request) => [convertText(bytes, format, request?.charset)]);
}

function emailReader(format: 'eml' | 'msg'): Reader {
	return wholeReader(async (bytes, _request, tools) => [await convertEmail(bytes, format, tools)]);
}

const WORKBOOK = wholeReader((bytes, _request, tools) => readWorkbook(bytes, tools?.context.warn));

/** A page with a field for a password is seldom the document that a link was to give. */
const PASSWORD_FIELD = /<input\b[^>]*\btype\s*=\s*["']?password\b/i;

const HTML = wholeReader((bytes, request, tools) => {
	const html = decodeHtml(bytes, request?.charset);
	const sourceUrl = request?.sourceUrl;
	if (sourceUrl !== undefined && PASSWORD_FIELD.test(html)) {
		tools?.context.warn(
			'The page has a field for a password: the document may come only after a sign-in.',
		);
	}
	return [htmlMarkdown(html, sourceUrl)];
});

/** By format; those of {@link isTextFile} need none. */
const READERS: Readonly<Record<Exclude<DocumentFormat, TextFileFormat>, Reader>> = {
	pdf: { convert: convertPdf, count: countPdfPages, isCountQuick: true },
	docx: officeReader('docx'),
	doc: officeReader('doc'),
	ppt: officeReader('ppt'),
	pptx: officeReader('pptx'),
	odt: officeReader('odt'),
	ods: WORKBOOK,
	odp: officeReader('odp'),
	rtf: officeReader('rtf'),
	epub: officeReader('epub'),
	html: HTML,
	xlsx: WORKBOOK,
	xls: WORKBOOK,
	eml: emailReader('eml'),
	msg: emailReader('msg'),
	png: imageReader('png'),
	jpg: imageReader('jpg'),
	tiff: imageReader('tiff'),
	webp: imageReader('webp'),
	gif: imageReader('gif'),
	bmp: imageReader('bmp'),
};

/** The reader of a format. */
export function readerOf(format: DocumentFormat): Reader {
	return isTextFile(format) ? textReader(format) : READERS[format];
}
