import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHUNK_BYTES = 256 * 1024;

async function* fileBytes(sizeBytes: number, amidFile: () => Promise<void>) {
	yield PNG_SIGNATURE;
	let sentBytes = PNG_SIGNATURE.length;
	while (sentBytes < sizeBytes) {
		const chunk = Buffer.alloc(Math.min(sizeBytes - sentBytes, CHUNK_BYTES), 0x20);
		const isMiddle = sentBytes < sizeBytes / 2 && sentBytes + chunk.length >= sizeBytes / 2;
		yield chunk;
		sentBytes += chunk.length;
		if (isMiddle) await amidFile();
	}
}

/** Sends a file of the size in `bytes`, piece by piece: it begins as PNG images do. */
export function sendFile(
	response: ServerResponse,
	query: URLSearchParams,
	amidFile: () => Promise<void>,
): void {
	const sizeBytes = Number(query.get('bytes'));
	response.writeHead(200, { 'content-type': 'image/png', 'content-length': sizeBytes });
	// A reader that goes away early is its own business.
	pipeline(Readable.from(fileBytes(sizeBytes, amidFile)), response).catch(() => undefined);
}
