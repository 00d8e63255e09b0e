import { decode, encode } from 'fast-png';
import type { Picture } from './picture.ts';

/** Decodes a PNG of eight bits a channel, as the PDF engine makes them. */
export function decodePicture(png: Buffer): Picture {
	const { width, height, channels, data } = decode(png);
	const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	return { width, height, channels, data: bytes };
}

/** Encodes a picture as PNG, quickly rather than small. */
export function encodePicture({ width, height, channels, data }: Picture): Buffer {
	const picture = { width, height, channels, depth: 8 as const, data };
	return Buffer.from(encode(picture, { zlib: { level: 1 } }));
}
