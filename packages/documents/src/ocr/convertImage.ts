import {
	bytesOf,
	type ConvertedPage,
	type DocumentSource,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from '../conversion/conversion.ts';
import { damaged, DocumentFailure } from '../conversion/documentFailure.ts';
import { describeRecognised, selectPages } from '../conversion/pages.ts';
import { openHeic } from './heic.ts';
import { checkPicture, openTiff, type PictureFormat } from './pictures.ts';
import type { Recogniser, Recognition } from './recogniser.ts';

/** An image file; TIFF and HEIC may contain several pictures. */
export type ImageFormat = PictureFormat | 'tiff' | 'heic';

/** Opens the pictures of an image file, each as bytes that can be decoded separately. */
async function openPictures(
	source: DocumentSource,
	format: ImageFormat,
): Promise<Array<() => Buffer | Promise<Buffer>>> {
	const bytes = await bytesOf(source);
	if (format === 'tiff') return openTiff(bytes);
	if (format === 'heic') return await openHeic(bytes);
	checkPicture(bytes, format);
	return [() => bytes];
}

/** The text in a picture. @throws DocumentFailure when it can't be decoded */
export async function recognisePicture(
	picture: Buffer,
	recogniser: Recogniser,
): Promise<Recognition> {
	try {
		return await recogniser.recognise(picture);
	} catch (cause) {
		throw damaged('The image', cause);
	}
}

/** The number of pictures in an image file: more than one only in TIFF and HEIC. */
export async function countImagePages(
	source: DocumentSource,
	format: ImageFormat,
): Promise<number> {
	return (await openPictures(source, format)).length;
}

/**
 * Converts an image file by recognising the text in it. A picture that can't be read fails its page, or
 * the document if it is the only one.
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
	const pictures = await openPictures(request.source, format);
	const selected = selectPages(pictures.length, request.pages, request.maxPages);
	checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	for (const [at, open] of pictures.entries()) {
		const page: ConvertedPage = { pageNumber: at + 1, markdown: '', method: 'ocr' };
		if (!selected.includes(page.pageNumber)) continue;
		try {
			const read = await recognisePicture(await open(), recogniser);
			page.markdown = read.markdown;
			describeRecognised(read, `on page ${page.pageNumber}`).forEach(context.warn);
			if (request.withWords === true && read.words) page.words = read.words;
		} catch (error) {
			if (!(error instanceof DocumentFailure) || pictures.length === 1) throw error;
			page.error = error.message;
		}
		pages.push(page);
		context.onProgress(pages.length, selected.length);
	}
	return { totalPages: pictures.length, pages };
}
