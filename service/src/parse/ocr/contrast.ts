import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture in shades of grey, from 0 (black) to 255. */
interface GreyPicture {
	width: number;
	height: number;
	pixels: Uint8Array;
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bytes of a pixel by the colour type of a PNG; only pictures of eight bits a channel are read. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** How much of the picture's width is looked at around a pixel to tell paper from ink. */
const WINDOW_SHARE = 1 / 20;
/** Differences smaller than this are grain of the paper, not ink. */
const MIN_SPREAD = 8;

function* chunksOf(png: Buffer): Generator<{ type: string; data: Buffer }> {
	for (let at = SIGNATURE.length; at + 12 <= png.length;) {
		const length = png.readUInt32BE(at);
		const type = png.toString('latin1', at + 4, at + 8);
		yield { type, data: png.subarray(at + 8, at + 8 + length) };
		at += 12 + length;
	}
}

function paeth(left: number, above: number, corner: number): number {
	const estimate = left + above - corner;
	const [a, b, c] = [left, above, corner].map((value) => Math.abs(estimate - value));
	if (a === undefined || b === undefined || c === undefined) return left;
	if (a <= b && a <= c) return left;
	return b <= c ? above : corner;
}

/** Undoes the filters of a PNG's rows, in place. */
function unfilter(raw: Buffer, stride: number, channels: number): void {
	for (let start = 0; start < raw.length; start += stride + 1) {
		const filter = raw[start] ?? 0;
		for (let x = 1; x <= stride; x++) {
			const at = start + x;
			const left = x > channels ? (raw[at - channels] ?? 0) : 0;
			const above = start > 0 ? (raw[at - stride - 1] ?? 0) : 0;
			const corner = start > 0 && x > channels ? (raw[at - stride - 1 - channels] ?? 0) : 0;
			const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
			raw[at] = (raw[at] ?? 0) + guess;
		}
	}
}

/** Decodes a PNG of eight bits a channel, as the PDF engine makes them. */
function decode(png: Buffer): GreyPicture {
	const chunks = [...chunksOf(png)];
	const header = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
	const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
	const channels = CHANNELS[header[9] ?? -1];
	if (channels === undefined || header[8] !== 8 || header[12] !== 0) {
		throw new TypeError('The picture is not a plain PNG of eight bits a channel.');
	}
	const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
	const stride = width * channels;
	const raw = inflateSync(Buffer.concat(data), { maxOutputLength: (stride + 1) * height });
	unfilter(raw, stride, channels);
	const pixels = new Uint8Array(width * height);
	for (let at = 0; at < pixels.length; at++) {
		const from = Math.floor(at / width) * (stride + 1) + 1 + (at % width) * channels;
		const [red = 0, green = 0, blue = 0] = raw.subarray(from, from + 3);
		pixels[at] = channels < 3 ? red : 0.299 * red + 0.587 * green + 0.114 * blue;
	}
	return { width, height, pixels };
}

function chunk(type: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	check.writeUInt32BE(crc32(named));
	return Buffer.concat([length, named, check]);
}

function encode({ width, height, pixels }: GreyPicture): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header[8] = 8;
	const rows = Buffer.alloc((width + 1) * height);
	for (let y = 0; y < height; y++) {
		rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
	}
	const data = chunk('IDAT', deflateSync(rows, { level: 1 }));
	return Buffer.concat([SIGNATURE, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]);
}

/** Sums of a picture's values over every rectangle that begins at its corner, row by row. */
function sumsOf(
	{ width, height, pixels }: GreyPicture,
	valueOf: (pixel: number) => number,
): Float64Array {
	const sums = new Float64Array((width + 1) * (height + 1));
	for (let y = 0; y < height; y++) {
		let row = 0;
		for (let x = 0; x < width; x++) {
			row += valueOf(pixels[y * width + x] ?? 0);
			sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row;
		}
	}
	return sums;
}

/**
 * Faint print made black on white: each pixel by how much darker it is than what is around it, so
 * that shadows and dark edges of a photograph make no difference.
 * @param png of eight bits a channel
 */
export function raiseContrast(png: Buffer): Buffer {
	const picture = decode(png);
	const { width, height, pixels } = picture;
	const reach = Math.max(4, Math.round(width * WINDOW_SHARE));
	const sums = sumsOf(picture, (pixel) => pixel);
	const squares = sumsOf(picture, (pixel) => pixel * pixel);
	const raised = new Uint8Array(pixels.length);
	for (let y = 0; y < height; y++) {
		const [top, bottom] = [Math.max(0, y - reach), Math.min(height, y + reach + 1)];
		for (let x = 0; x < width; x++) {
			const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
			const inside = (list: Float64Array) =>
				(list[bottom * (width + 1) + right] ?? 0) -
				(list[top * (width + 1) + right] ?? 0) -
				(list[bottom * (width + 1) + left] ?? 0) +
				(list[top * (width + 1) + left] ?? 0);
			const area = (right - left) * (bottom - top);
			const mean = inside(sums) / area;
			const spread = Math.sqrt(Math.max(0, inside(squares) / area - mean * mean));
			const distance = ((pixels[y * width + x] ?? 0) - mean) / Math.max(spread, MIN_SPREAD);
			raised[y * width + x] = Math.max(0, Math.min(255, 255 + (distance + 0.5) * 90));
		}
	}
	return encode({ width, height, pixels: raised });
}
