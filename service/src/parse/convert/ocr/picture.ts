import { type Canvas, createCanvas, type Image, ImageData, loadImage } from '@napi-rs/canvas';
import { damaged } from '../damage.ts';
import { DocumentFailure } from '../documentFailure.ts';
import { rejectTruncatedPicture } from './imageEnd.ts';
import type { PictureFormat } from './pictureFormat.ts';
import { imageSize, type ImageSize } from './imageSize.ts';

/** What a camera makes today, with room. */
const MAX_PIXELS = 100_000_000;
/** Recognition gains nothing from more, and takes its time by the pixel. */
const LONGEST_SIDE = 4000;
/** Small print in a small picture is recognised better when it is drawn larger. */
const SMALL_SIDE = 1000;
const ENLARGEMENT = 2;

/** Throws `DocumentFailure` when a picture has no size, or too many pixels to be decoded. */
export function rejectHugePicture(size: ImageSize | undefined): void {
	if (!size || size.width < 1 || size.height < 1) {
		throw new DocumentFailure('damaged', 'The image is damaged: it states no size.');
	}
	if (size.width * size.height <= MAX_PIXELS) return;
	throw new DocumentFailure(
		'tooLarge',
		`The image has ${size.width} × ${size.height} pixels; at most ${MAX_PIXELS / 1_000_000} million are read.`,
	);
}

function scaleFor(longestSide: number): number {
	if (longestSide > LONGEST_SIDE) return LONGEST_SIDE / longestSide;
	return longestSide < SMALL_SIDE ? ENLARGEMENT : 1;
}

/** Draws a picture on white, at a size that suits recognition, and gives it back as a PNG. */
function toPng(source: Image | Canvas): Buffer {
	const scale = scaleFor(Math.max(source.width, source.height));
	const canvas = createCanvas(Math.ceil(source.width * scale), Math.ceil(source.height * scale));
	const context = canvas.getContext('2d');
	context.fillStyle = 'white';
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.drawImage(source, 0, 0, canvas.width, canvas.height);
	return canvas.toBuffer('image/png');
}

/**
 * A picture as the recogniser takes it. Transparent parts become white.
 * Throws `DocumentFailure` when it can't be decoded or is too large.
 */
export async function preparePicture(bytes: Buffer, format: PictureFormat): Promise<Buffer> {
	rejectHugePicture(imageSize(bytes, format));
	rejectTruncatedPicture(bytes, format);
	try {
		return toPng(await loadImage(bytes));
	} catch (cause) {
		throw damaged('The image', cause);
	}
}

/** Pixels, four bytes each (red, green, blue, opacity), as the recogniser takes them. */
export function preparePixels(rgba: Uint8Array, size: ImageSize): Buffer {
	const canvas = createCanvas(size.width, size.height);
	const data = new ImageData(new Uint8ClampedArray(rgba), size.width, size.height);
	canvas.getContext('2d').putImageData(data, 0, 0);
	return toPng(canvas);
}
