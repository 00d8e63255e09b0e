import {
	bytesOf,
	type ConvertedPage,
	type DocumentSource,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from '../document/conversion.ts';
import { damaged, DocumentFailure } from '../document/documentFailure.ts';
import { selectPages } from '../document/pages.ts';
import { checkPicture, openTiff, type PictureFormat } from './pictures.ts';
import type { Recogniser } from './recogniser.ts';

/** An image file; TIFF is the one that may hold several pictures. */
export type ImageFormat = PictureFormat | 'tiff';

interface PictureFile {
	pageCount: number;
	page(index: number): Buffer;
}

async function openPictures(source: DocumentSource, format: ImageFormat): Promise<PictureFile> {
	const bytes = await bytesOf(source);
	if (format === 'tiff') return openTiff(bytes);
	checkPicture(bytes, format);
	return { pageCount: 1, page: () => bytes };
}

/** What is written on a picture. @throws DocumentFailure when it can't be decoded */
export async function recognisePicture(picture: Buffer, recogniser: Recogniser): Promise<string> {
	try {
		return await recogniser.recognise(picture);
	} catch (cause) {
		throw damaged('The image', cause);
	}
}

/** A picture that can't be read fails its page, or the document when it is the only one. */
async function recognisePage(
	file: PictureFile,
	pageNumber: number,
	recogniser: Recogniser,
): Promise<ConvertedPage> {
	try {
		const markdown = await recognisePicture(file.page(pageNumber - 1), recogniser);
		return { pageNumber, markdown, method: 'ocr' };
	} catch (error) {
		if (!(error instanceof DocumentFailure) || file.pageCount === 1) throw error;
		return { pageNumber, markdown: '', method: 'ocr', error: error.message };
	}
}

/** The number of pictures in an image file: more than one only in TIFF. */
export async function countImagePages(
	source: DocumentSource,
	format: ImageFormat,
): Promise<number> {
	return (await openPictures(source, format)).pageCount;
}

/**
 * Converts an image file by recognising what is written on it.
 * @throws DocumentFailure in the mode `fast`, which never recognises, and for damaged files
 */
export async function convertImage(
	request: ReadRequest,
	format: ImageFormat,
	{ context, recogniser, checkCount }: ReaderTools,
): Promise<ReadDocument> {
	if (request.mode === 'fast') {
		throw new DocumentFailure(
			'unsupported',
			'An image has no text to read without recognition. Use the mode auto or ocr.',
		);
	}
	const file = await openPictures(request.source, format);
	const selected = selectPages(file.pageCount, request.pages, request.maxPages);
	checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	for (const pageNumber of selected) {
		pages.push(await recognisePage(file, pageNumber, recogniser));
		context.onProgress(pages.length, selected.length);
	}
	return { totalPages: file.pageCount, pages };
}
