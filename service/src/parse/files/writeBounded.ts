import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** More bytes came than were allowed. */
export class TooManyBytesError extends Error {
	override name = 'TooManyBytesError' as const;
}

/**
 * Writes a stream to a file, never more of it in memory than a chunk. Nothing stays on disk when the
 * stream breaks off, brings more than `maxBytes` (`TooManyBytesError`), or the signal aborts.
 * @returns how many bytes were written
 */
export async function writeBounded(
	source: Readable,
	filePath: string,
	{ maxBytes, signal }: { maxBytes: number; signal?: AbortSignal },
): Promise<number> {
	let bytes = 0;
	const count = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
		for await (const chunk of chunks) {
			bytes += chunk.length;
			if (bytes > maxBytes) throw new TooManyBytesError(`More than ${maxBytes} bytes came.`);
			yield chunk;
		}
	};
	try {
		const target = createWriteStream(filePath, { mode: 0o600 });
		await pipeline(source, count, target, { ...(signal && { signal }) });
		return bytes;
	} catch (error) {
		await rm(filePath, { force: true });
		throw error;
	}
}
