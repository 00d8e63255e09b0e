import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** 216 dots per inch: recognition gains nothing above and loses small print below. */
const SCALE = 3;
/** Keeps a poster-sized page from taking all memory: about A3 at full scale. */
const MAX_PIXELS = 25_000_000;

interface PageCanvas {
	width: number;
	height: number;
	toBuffer(mediaType: 'image/png'): Buffer;
}

interface CanvasFactory {
	create(width: number, height: number): { canvas: HTMLCanvasElement & PageCanvas };
	destroy(canvas: unknown): void;
}

function isCanvasFactory(value: object): value is CanvasFactory {
	return 'create' in value && 'destroy' in value;
}

function scaleFor(width: number, height: number): number {
	return Math.min(SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
}

/** Draws a page and gives it back as a PNG. */
export async function renderPage(document: PDFDocumentProxy, page: PDFPageProxy): Promise<Buffer> {
	const factory = document.canvasFactory;
	if (!isCanvasFactory(factory)) throw new TypeError('pdf.js has no canvas to draw on.');
	const size = page.getViewport({ scale: 1 });
	const viewport = page.getViewport({ scale: scaleFor(size.width, size.height) });
	const target = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
	try {
		await page.render({ canvas: target.canvas, viewport }).promise;
		return target.canvas.toBuffer('image/png');
	} finally {
		factory.destroy(target);
	}
}
