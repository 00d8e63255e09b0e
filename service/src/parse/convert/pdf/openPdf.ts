import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { damaged, truncated } from '../damage.ts';
import { DocumentFailure } from '../documentFailure.ts';

/** Where pdf.js keeps its fonts, character maps and image decoders; a path that ends in a slash. */
function assetFolder(name: string): string {
	const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
	return join(dirname(manifest), name, '/');
}

const ASSETS = {
	standardFontDataUrl: assetFolder('standard_fonts'),
	cMapUrl: assetFolder('cmaps'),
	wasmUrl: assetFolder('wasm'),
	iccUrl: assetFolder('iccs'),
};

/** An image that claims more pixels than this is not decoded: it is a bomb, or no page to read. */
const MAX_IMAGE_PIXELS = 100_000_000;

/** A PDF ends in `startxref … %%EOF`; readers look for it in the last kilobytes. */
const END_SEARCH_LENGTH = 4096;

/** An open PDF. It is closed when it leaves its `await using` scope. */
export interface OpenPdf extends AsyncDisposable {
	document: PDFDocumentProxy;
}

async function rejectTruncated(filePath: string): Promise<void> {
	const file = await open(filePath);
	const { size } = await file.stat();
	const buffer = Buffer.alloc(Math.min(size, END_SEARCH_LENGTH));
	await file.read(buffer, 0, buffer.length, size - buffer.length);
	await file.close();
	const end = buffer.toString('latin1');
	if (end.includes('startxref') || end.includes('%%EOF')) return;
	throw truncated('The PDF');
}

function openFailure(cause: unknown): DocumentFailure {
	if (cause instanceof Error && cause.name === 'PasswordException') {
		return new DocumentFailure(
			'password',
			'The PDF is password-protected. Remove the password and send it again.',
			{ cause },
		);
	}
	return damaged('The PDF', cause);
}

/**
 * Opens a PDF, to count its pages and to look at them. Only what is looked at is read from the disk.
 * Throws `DocumentFailure` when it is encrypted, truncated or damaged.
 */
export async function openPdf(filePath: string): Promise<OpenPdf> {
	await rejectTruncated(filePath);
	const task = getDocument({
		url: pathToFileURL(filePath).href,
		disableAutoFetch: true,
		disableStream: true,
		verbosity: 0,
		useSystemFonts: true,
		maxImageSize: MAX_IMAGE_PIXELS,
		...ASSETS,
	});
	try {
		const document = await task.promise;
		if (document.numPages === 0) throw new DocumentFailure('empty', 'The PDF has no pages.');
		return { document, [Symbol.asyncDispose]: () => task.destroy() };
	} catch (cause) {
		await task.destroy();
		throw openFailure(cause);
	}
}
