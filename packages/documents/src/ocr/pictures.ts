import { imageSize } from 'image-size';
import { damaged, DocumentFailure, truncated } from '../conversion/documentFailure.ts';
import type { DocumentFormat } from '../detect/formats.ts';

const PICTURE_FORMATS = ['png', 'jpg', 'webp', 'gif', 'bmp'] as const;

/** Picture formats with one picture per file; a TIFF may contain several. */
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Whether a format is that of a single picture. */
export function isPictureFormat(format: DocumentFormat): format is PictureFormat {
	return PICTURE_FORMATS.some((picture) => picture === format);
}

/** A picture's size in pixels. */
interface ImageSize {
	width: number;
	height: number;
}

/** More than today's cameras produce. */
const MAX_PIXELS = 100_000_000;

/** @throws DocumentFailure for a picture too large to be decoded */
export function rejectHuge({ width, height }: ImageSize): void {
	if (width < 1 || height < 1) {
		throw new DocumentFailure('damaged', 'The image is damaged: it has no size.');
	}
	if (width * height <= MAX_PIXELS) return;
	throw new DocumentFailure(
		'tooLarge',
		`The image has ${width} × ${height} pixels; at most ${MAX_PIXELS / 1_000_000} million are read.`,
	);
}

/**
 * The size stated in a picture's header, read without decoding it: a small file may claim a picture
 * that fills all memory. Zero if the header is cut off or not understood.
 */
function statedSize(bytes: Buffer): ImageSize {
	try {
		return imageSize(bytes);
	} catch {
		return { width: 0, height: 0 };
	}
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * Whether the end of a picture is there. Decoders fill in what is missing, and the text on it would be
 * lost silently.
 */
function hasEnd(bytes: Buffer, format: PictureFormat): boolean {
	switch (format) {
		case 'png':
			return bytes.includes('IEND', 0, 'latin1');
		case 'jpg':
			// A preview picture in the header has its own end; that of the last scan comes after it.
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

const LITTLE_ENDIAN = 0x49;
const ENTRY_BYTES = 12;
/** More pictures than any scan has: the chain is not followed further. */
const MAX_TIFF_PAGES = 10_000;
/** The type of a two-byte value; all others read here have four bytes. */
const SHORT = 3;
const WIDTH = 256;
const HEIGHT = 257;
/** Tags for where the strips or tiles of a picture begin, and how long each is. */
const STRIP_TAGS = { starts: [273, 324], lengths: [279, 325] };

/** One picture of a TIFF: the position of its directory, and its content. */
interface TiffPage {
	directory: number;
	size: ImageSize;
	/** Where the last of its strips or tiles ends in the file. */
	end: number;
}

/** The directories of a TIFF. @throws RangeError past its end */
function readDirectories(bytes: Buffer): TiffPage[] {
	const isLittle = bytes[0] === LITTLE_ENDIAN;
	const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
	const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
	const valuesOf = (entry: number): number[] => {
		const [width, read] = short(entry + 2) === SHORT ? [2, short] : [4, long];
		const length = Math.min(long(entry + 4), bytes.length);
		const start = length * width > 4 ? long(entry + 8) : entry + 8;
		return Array.from({ length }, (_, at) => read(start + at * width));
	};
	const pages = new Map<number, TiffPage>();
	for (let at = long(4); at !== 0 && !pages.has(at) && pages.size < MAX_TIFF_PAGES;) {
		const count = short(at);
		const entries = Array.from({ length: count }, (_, index) => at + 2 + index * ENTRY_BYTES);
		const read = (...tags: number[]): number[] => {
			const entry = entries.find((place) => tags.includes(short(place)));
			return entry === undefined ? [] : valuesOf(entry);
		};
		const [width = 0] = read(WIDTH);
		const [height = 0] = read(HEIGHT);
		const lengths = read(...STRIP_TAGS.lengths);
		const end = read(...STRIP_TAGS.starts).reduce(
			(last, start, strip) => Math.max(last, start + (lengths[strip] ?? 0)),
			0,
		);
		pages.set(at, { directory: at, size: { width, height }, end });
		at = long(at + 2 + count * ENTRY_BYTES);
	}
	return [...pages.values()].filter(({ size }) => size.width > 0);
}

/**
 * Opens a TIFF as one page per picture: the file with that picture in the first place, where decoders
 * look. Opening one throws a `DocumentFailure` if it is cut off or too large.
 * @throws DocumentFailure when the file is damaged
 */
export function openTiff(bytes: Buffer): Array<() => Buffer> {
	let pages: TiffPage[];
	try {
		pages = readDirectories(bytes);
	} catch (error) {
		if (error instanceof RangeError) throw truncated('The image');
		throw damaged('The image', error);
	}
	if (pages.length === 0) throw new DocumentFailure('damaged', 'The TIFF contains no image.');
	return pages.map(({ directory, size, end }) => () => {
		rejectHuge(size);
		if (end > bytes.length) throw truncated('The image');
		const copy = Buffer.from(bytes);
		if (bytes[0] === LITTLE_ENDIAN) copy.writeUInt32LE(directory, 4);
		else copy.writeUInt32BE(directory, 4);
		return copy;
	});
}
