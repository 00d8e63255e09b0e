import { crc32, deflateSync } from 'node:zlib';
import { decode } from 'fast-png';
import type { Picture } from './picture.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Colour types of PNG by number of channels: grey and colour, without and with transparency. */
const COLOUR_TYPES = [0, 4, 2, 6];

/** Decodes a PNG with eight bits per channel, as the PDF engine makes them. */
export function decodePicture(png: Buffer): Picture {
	const { width, height, channels, data } = decode(png);
	const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
	return { width, height, channels, data: bytes };
}

/** A chunk of a PNG: its length, name, content and checksum. */
function chunk(name: string, content: Buffer): Buffer {
	const bytes = Buffer.alloc(content.length + 12);
	bytes.writeUInt32BE(content.length);
	bytes.write(name, 4, 'latin1');
	content.copy(bytes, 8);
	bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
	return bytes;
}

/** Encodes a picture as PNG, quickly rather than small. */
export function encodePicture({ width, height, channels, data }: Picture): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width);
	header.writeUInt32BE(height, 4);
	header.set([8, COLOUR_TYPES[channels - 1] ?? 0], 8);
	const length = width * channels;
	// Each row is preceded by its filter type: none.
	const rows = Buffer.alloc((length + 1) * height);
	for (let y = 0; y < height; y++) {
		rows.set(data.subarray(y * length, (y + 1) * length), y * (length + 1) + 1);
	}
	const packed = deflateSync(rows, { level: 1 });
	const chunks = [chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))];
	return Buffer.concat([SIGNATURE, ...chunks]);
}
