import { PassThrough, pipeline, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ZipEntry } from './zipLayout.ts';

/** Opens the content of a file of the archive when its turn has come. */
export type OpenEntry<Page> = (entry: ZipEntry<Page>) => Promise<Readable>;

/** Fast rather than small: archives are mostly fetched from the same machine or network. */
const COMPRESSION_LEVEL = 1;

/**
 * Writes an archive as a stream: one file at a time is open, and none is held in memory whole. When
 * the reader goes away, the open file is closed and no other is opened; when a file cannot be read,
 * the stream ends with that error.
 */
export function streamZip<Page>(
	entries: readonly ZipEntry<Page>[],
	openEntry: OpenEntry<Page>,
): Readable {
	const zip = new ZipFile();
	const output = new PassThrough();
	const fail = (error: Error): void => void output.destroy(error);
	let openFile: Readable | undefined;

	const open = async (entry: ZipEntry<Page>): Promise<Readable | undefined> => {
		if (output.destroyed) return undefined;
		openFile = await openEntry(entry);
		openFile.once('error', fail);
		if (output.destroyed) openFile.destroy();
		return output.destroyed ? undefined : openFile;
	};

	for (const entry of entries) {
		// Called when the files before it are written, not earlier.
		zip.addReadStreamLazy(entry.path, { compressionLevel: COMPRESSION_LEVEL }, (take) => {
			open(entry).then((stream) => stream && take(null, stream), fail);
		});
	}
	zip.on('error', fail);
	zip.end();
	pipeline(zip.outputStream, output, () => openFile?.destroy());
	return output;
}
