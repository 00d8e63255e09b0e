import { imageSize } from 'image-size';
import { damaged, DocumentFailure, truncated } from '../document/documentFailure.ts';
import type { DocumentFormat } from '../detect/formats.ts';

/** Picture formats with one picture in a file; a TIFF may hold several. */
export type PictureFormat = Extract<DocumentFormat, 'png' | 'jpg' | 'webp' | 'gif' | 'bmp'>;

const PICTURE_FORMATS: readonly string[] = ['png', 'jpg', 'webp', 'gif', 'bmp'];

/** Whether a format is that of a single picture. */
export function isPictureFormat(format: DocumentFormat): format is PictureFormat {
	return PICTURE_FORMATS.includes(format);
}

/** A picture's size in pixels. */
interface ImageSize {
	width: number;
	height: number;
}

/**
 * The size that a picture's header states, read without decoding it: a small file may claim a
 * picture that fills all memory. `undefined` when the header is cut off or not understood.
 */
function statedSize(bytes: Buffer): ImageSize | undefined {
	try {
		return imageSize(bytes);
	} catch {
		return undefined;
	}
}

/** What a camera makes today, with room. */
const MAX_PIXELS = 100_000_000;

function rejectHuge(size: ImageSize | undefined): void {
	if (!size || size.width < 1 || size.height < 1) {
		throw new DocumentFailure('damaged', 'The image is damaged: it states no size.');
	}
	if (size.width * size.height <= MAX_PIXELS) return;
	throw new DocumentFailure(
		'tooLarge',
		`The image has ${size.width} × ${size.height} pixels; at most ${MAX_PIXELS / 1_000_000} million are read.`,
	);
}

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

/** @throws DocumentFailure for a picture that is cut off, or too large to be decoded */
export function checkPicture(bytes: Buffer, format: PictureFormat): void {
	rejectHuge(statedSize(bytes));
	if (!hasEnd(bytes, format)) throw truncated('The image');
}

/** One picture of a TIFF: where its directory lies, and what that says. */
interface TiffPage {
	directory: number;
	size: ImageSize;
	/** Where the last of its strips or tiles ends in the file. */
	end: number;
}

const LITTLE_ENDIAN = 0x49;
const ENTRY_BYTES = 12;
/** More pictures than any scan has: the chain is followed no further. */
const MAX_TIFF_PAGES = 10_000;
/** Bytes of a value by its type: byte, text, short, long, … */
const TYPE_BYTES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const WIDTH = 256;
const HEIGHT = 257;
const STRIP_TAGS: ReadonlyArray<[start: number, length: number]> = [
	[273, 279],
	[324, 325],
];

/** Reads the directories of a TIFF. Reading past its end throws a `RangeError`. */
class TiffDirectories {
	readonly #bytes: Buffer;
	readonly #isLittle: boolean;

	constructor(bytes: Buffer) {
		this.#bytes = bytes;
		this.#isLittle = bytes[0] === LITTLE_ENDIAN;
	}

	pages(): TiffPage[] {
		const pages: TiffPage[] = [];
		const seen = new Set<number>();
		for (let at = this.#long(4); at !== 0 && !seen.has(at) && seen.size < MAX_TIFF_PAGES;) {
			seen.add(at);
			const count = this.#short(at);
			pages.push(this.#page(at, count));
			at = this.#long(at + 2 + count * ENTRY_BYTES);
		}
		return pages.filter(({ size }) => size.width > 0);
	}

	#page(directory: number, count: number): TiffPage {
		const values = new Map<number, number[]>();
		for (let entry = 0; entry < count; entry++) {
			const at = directory + 2 + entry * ENTRY_BYTES;
			const tag = this.#short(at);
			if (tag === WIDTH || tag === HEIGHT || STRIP_TAGS.flat().includes(tag)) {
				values.set(tag, this.#values(at));
			}
		}
		const ends = STRIP_TAGS.flatMap(([start, length]) =>
			(values.get(start) ?? []).map((from, strip) => from + (values.get(length)?.[strip] ?? 0)),
		);
		const size = { width: values.get(WIDTH)?.[0] ?? 0, height: values.get(HEIGHT)?.[0] ?? 0 };
		return { directory, size, end: ends.reduce((last, end) => Math.max(last, end), 0) };
	}

	#values(entry: number): number[] {
		const isShort = this.#short(entry + 2) === 3;
		const count = Math.min(this.#long(entry + 4), this.#bytes.length);
		const bytes = count * (TYPE_BYTES[this.#short(entry + 2)] ?? 4);
		const start = bytes > 4 ? this.#long(entry + 8) : entry + 8;
		return Array.from({ length: count }, (_, at) =>
			isShort ? this.#short(start + at * 2) : this.#long(start + at * 4),
		);
	}

	#short(at: number): number {
		return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
	}

	#long(at: number): number {
		return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
	}
}

/** A TIFF file whose pictures are taken one at a time. */
export interface TiffFile {
	pageCount: number;
	/**
	 * The file with the picture (0-based) in the first place, where decoders look.
	 * @throws DocumentFailure when it is cut off or too large
	 */
	page(index: number): Buffer;
}

/** Opens a TIFF; each picture in it is a page. @throws DocumentFailure when it is damaged */
export function openTiff(bytes: Buffer): TiffFile {
	const pages = readTiffPages(bytes);
	if (pages.length === 0) throw new DocumentFailure('damaged', 'The TIFF holds no picture.');
	return {
		pageCount: pages.length,
		page(index) {
			const page = pages[index];
			if (!page) throw new RangeError(`The TIFF has no page ${index + 1}.`);
			rejectHuge(page.size);
			if (page.end > bytes.length) throw truncated('The image');
			const copy = Buffer.from(bytes);
			if (bytes[0] === LITTLE_ENDIAN) copy.writeUInt32LE(page.directory, 4);
			else copy.writeUInt32BE(page.directory, 4);
			return copy;
		},
	};
}

function readTiffPages(bytes: Buffer): TiffPage[] {
	try {
		return new TiffDirectories(bytes).pages();
	} catch (error) {
		if (error instanceof RangeError) throw truncated('The image');
		throw damaged('The image', error);
	}
}
