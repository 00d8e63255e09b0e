import { truncated } from '../damage.ts';
import type { PictureFormat } from './pictureFormat.ts';

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * Whether the end of a picture is there. Decoders fill up what is missing, and the text on it would
 * be lost without a word.
 */
function hasEnd(bytes: Buffer, format: PictureFormat): boolean {
	switch (format) {
		case 'png':
			return bytes.includes('IEND', 0, 'latin1');
		case 'jpg':
			// A preview picture in the header has an end of its own; the last scan's comes after it.
			return bytes.lastIndexOf(END_OF_IMAGE) > bytes.lastIndexOf(START_OF_SCAN);
		case 'webp':
			return bytes.length >= bytes.readUInt32LE(4) + 8;
		case 'gif':
			return /;\0*$/.test(bytes.toString('latin1', Math.max(0, bytes.length - 1024)));
		case 'bmp':
			return bytes.length >= bytes.readUInt32LE(2);
	}
}

/** Throws `DocumentFailure` when the end of a picture is missing. */
export function rejectTruncatedPicture(bytes: Buffer, format: PictureFormat): void {
	if (!hasEnd(bytes, format)) throw truncated('The image');
}
