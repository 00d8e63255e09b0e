import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LoadedDocument } from '../browser/storeDocument.ts';
import { unpackGzip } from '../browser/unpackGzip.ts';
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
	let sizeBytes = 0;
	const watch = new StreamWatch({ maxBytes: MAX_DOCUMENT_BYTES, totalMs: DOCUMENT_LIMIT_MS });
	async function* measured(parts: AsyncIterable<Uint8Array>) {
		for await (const part of parts) {
			sizeBytes += part.byteLength;
			if (sizeBytes > MAX_DOCUMENT_BYTES) throw new Error('the document is too large');
			yield part;
		}
	}
	try {
		const sent = bounded(body ?? Readable.from([]), watch);
		await pipeline(measured(unpackGzip(sent)), createWriteStream(filePath, { mode: 0o600 }), {
			signal,
		});
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
		sizeBytes,
	};
}
