import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
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

function rejectTruncated(bytes: Buffer): void {
	const end = bytes.toString('latin1', Math.max(0, bytes.length - END_SEARCH_LENGTH));
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
 * Opens a PDF, to count its pages and to look at them.
 * Throws `DocumentFailure` when it is encrypted, truncated or damaged.
 */
export async function openPdf(bytes: Buffer): Promise<OpenPdf> {
	rejectTruncated(bytes);
	const task = getDocument({
		data: new Uint8Array(bytes),
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
