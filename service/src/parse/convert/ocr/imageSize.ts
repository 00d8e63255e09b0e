import type { PictureFormat } from './pictureFormat.ts';

/** A picture's size in pixels. */
export interface ImageSize {
	width: number;
	height: number;
}

/** JPEG segments that give the size: the start of a frame, whatever its coding. */
function isFrameStart(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function jpegSize(bytes: Buffer): ImageSize | undefined {
	let at = 2;
	while (at + 9 < bytes.length && bytes[at] === 0xff) {
		const marker = bytes[at + 1] ?? 0;
		if (isFrameStart(marker)) {
			return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
		}
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return undefined;
}

function webpSize(bytes: Buffer): ImageSize | undefined {
	const kind = bytes.toString('latin1', 12, 16);
	if (kind === 'VP8X') {
		return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
	}
	if (kind === 'VP8L') {
		const bits = bytes.readUInt32LE(21);
		return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
	}
	if (kind !== 'VP8 ') return undefined;
	return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/**
 * The size that a picture's header states, read without decoding it: a small file may claim a
 * picture that fills all memory. `undefined` when the header is cut off or not understood.
 */
export function imageSize(bytes: Buffer, format: PictureFormat): ImageSize | undefined {
	if (bytes.length < 30) return undefined;
	switch (format) {
		case 'png':
			return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
		case 'gif':
			return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
		case 'bmp':
			return { width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) };
		case 'jpg':
			return jpegSize(bytes);
		case 'webp':
			return webpSize(bytes);
	}
}
