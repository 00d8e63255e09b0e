import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bound, type LoadedDocument } from '../browser/responses/storeDocument.ts';
import { unpackGzip } from '../browser/responses/unpackGzip.ts';
import { bounded, StreamWatch } from '../net/streamWatch.ts';
import type { LocatedAnswer } from '../net/followRedirects.ts';

const MAX_DOCUMENT_BYTES = 52_428_800;
const DOCUMENT_LIMIT_MS = 300_000;

/**
 * Stores the body of a response as a file.
 * @throws what the body throws; StreamLimitError; Error when it is too large
 */
export async function storeDocument(
	{ url, response, body }: LocatedAnswer,
	{ fileName, documentDirectory }: Pick<LoadedDocument, 'fileName'> & { documentDirectory: string },
	signal: AbortSignal,
): Promise<LoadedDocument> {
	const filePath = join(documentDirectory, randomUUID());
	const watch = new StreamWatch({ maxBytes: MAX_DOCUMENT_BYTES, totalMs: DOCUMENT_LIMIT_MS });
	try {
		const unpacked = unpackGzip(bounded(body ?? Readable.from([]), watch));
		const file = createWriteStream(filePath, { mode: 0o600 });
		await pipeline(bound(unpacked, MAX_DOCUMENT_BYTES), file, { signal });
	} catch (error) {
		await rm(filePath, { force: true });
		throw error;
	}
	return {
		kind: 'document',
		finalUrl: url.href,
		httpStatus: response.status,
		contentType: response.headers.get('content-type') ?? '',
		fileName,
		filePath,
	};
}
