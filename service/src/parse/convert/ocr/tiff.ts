import utif, { type IFD } from 'utif2';
import { damaged, truncated } from '../damage.ts';
import { DocumentFailure } from '../documentFailure.ts';
import { preparePixels, rejectHugePicture } from './picture.ts';

/** The first byte of `II`; files of the other byte order begin with `MM`. */
const LITTLE_ENDIAN = 0x49;
const ENTRY_BYTES = 12;

/** A TIFF file: its pages, decoded one at a time. */
export interface TiffFile {
	pageCount: number;
	/** The page (0-based) as a PNG. Throws `DocumentFailure` when it can't be decoded. */
	page(index: number): Buffer;
}

function numbers(directory: IFD, tag: 't273' | 't279' | 't324' | 't325'): number[] {
	const value: unknown = directory[tag];
	return Array.isArray(value) ? value.filter((entry) => typeof entry === 'number') : [];
}

/** Where the last strip or tile of a page ends in the file. */
function stripsEnd(directory: IFD): number {
	const starts = [...numbers(directory, 't273'), ...numbers(directory, 't324')];
	const lengths = [...numbers(directory, 't279'), ...numbers(directory, 't325')];
	return starts.reduce((end, start, at) => Math.max(end, start + (lengths[at] ?? 0)), 0);
}

function stated(directory: IFD, tag: 't256' | 't257'): number {
	const value: unknown = directory[tag];
	return Array.isArray(value) && typeof value[0] === 'number' ? value[0] : 0;
}

/** Opens a TIFF; each picture in it is a page. Throws `DocumentFailure` when it is damaged. */
export function openTiff(bytes: Buffer): TiffFile {
	const directories = readDirectories(bytes);
	return {
		pageCount: directories.length,
		page(index) {
			const directory = directories[index];
			if (!directory) throw new RangeError(`The TIFF has no page ${index + 1}.`);
			rejectHugePicture({ width: stated(directory, 't256'), height: stated(directory, 't257') });
			if (stripsEnd(directory) > bytes.length) throw truncated('The image');
			try {
				utif.decodeImage(bytes, directory);
				return preparePixels(utif.toRGBA8(directory), directory);
			} catch (cause) {
				throw damaged('The image', cause);
			}
		},
	};
}

/** The pages of a TIFF are chained; the decoder takes a chain that leads out of the file as ended. */
function rejectCutChain(bytes: Buffer): void {
	const isLittle = bytes[0] === LITTLE_ENDIAN;
	const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
	const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
	const seen = new Set<number>();
	try {
		for (let at = long(4); at !== 0 && !seen.has(at); at = long(at + 2 + short(at) * ENTRY_BYTES)) {
			seen.add(at);
		}
	} catch {
		throw truncated('The image');
	}
}

function readDirectories(bytes: Buffer): IFD[] {
	rejectCutChain(bytes);
	try {
		const directories = utif.decode(bytes).filter((directory) => stated(directory, 't256') > 0);
		if (directories.length > 0) return directories;
	} catch (cause) {
		throw damaged('The image', cause);
	}
	throw new DocumentFailure('damaged', 'The TIFF holds no picture.');
}
