import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AnswerEnding } from '../browser/responses/answerEnding.ts';
import { isGzip } from '../browser/responses/unpackGzip.ts';

const MAX_PAGE_BYTES = 20_000_000;

/** What has arrived of a response. */
export interface PlainBody {
	bytes: Buffer;
	ending: AnswerEnding;
}

/**
 * Reads a body to its end, or as far as it has arrived at the time limit.
 * @param limit also aborts the body
 * @returns undefined for a body that is larger than any page may be
 * @throws what the body throws before the limit
 */
export async function readBody(
	body: AsyncIterable<Uint8Array> | null,
	limit: AbortSignal,
): Promise<PlainBody | undefined> {
	const parts: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const part of body ?? []) {
			length += part.byteLength;
			if (length > MAX_PAGE_BYTES) return undefined;
			parts.push(part);
		}
	} catch (error) {
		if (!limit.aborted) throw error;
		return { bytes: Buffer.concat(parts), ending: 'never' };
	}
	return { bytes: Buffer.concat(parts), ending: 'whole' };
}

/** The decompressed bytes of a gzipped page; any others as they are, also if decompression fails. */
export async function unpackOnce(bytes: Buffer): Promise<Buffer> {
	if (!isGzip(bytes)) return bytes;
	const options = { maxOutputLength: MAX_PAGE_BYTES };
	return await promisify(gunzip)(bytes, options).catch(() => bytes);
}
