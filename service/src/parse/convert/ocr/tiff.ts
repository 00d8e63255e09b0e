import utif, { type IFD } from 'utif2';
import { DocumentFailure } from '../documentFailure.ts';
import { preparePixels, rejectHugePicture } from './picture.ts';

/** A TIFF file: its pages, decoded one at a time. */
export interface TiffFile {
	pageCount: number;
	/** The page (0-based) as a PNG. Throws `DocumentFailure` when it can't be decoded. */
	page(index: number): Buffer;
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
			try {
				utif.decodeImage(bytes, directory);
				return preparePixels(utif.toRGBA8(directory), directory);
			} catch (cause) {
				throw new DocumentFailure('damaged', "The image is damaged and can't be decoded.", {
					cause,
				});
			}
		},
	};
}

function readDirectories(bytes: Buffer): IFD[] {
	try {
		const directories = utif.decode(bytes).filter((directory) => stated(directory, 't256') > 0);
		if (directories.length > 0) return directories;
	} catch (cause) {
		throw new DocumentFailure('damaged', "The image is damaged and can't be decoded.", { cause });
	}
	throw new DocumentFailure('damaged', 'The TIFF holds no picture.');
}
