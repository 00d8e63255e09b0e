import type { IExecuteFunctions } from 'n8n-workflow';

/** A body that is still to be read: the stream that n8n's binary helpers take. */
export type ByteStream = Exclude<
	Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0],
	Buffer
>;

export function isByteStream(value: unknown): value is ByteStream {
	return (
		typeof value === 'object' &&
		value !== null &&
		'pipe' in value &&
		typeof value.pipe === 'function'
	);
}

/** The start of a stream as text; the rest is thrown away. */
export async function readTextStart(stream: ByteStream, maxBytes: number): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		const buffer = Buffer.from(chunk as Uint8Array);
		chunks.push(buffer);
		bytes += buffer.length;
		if (bytes >= maxBytes) break;
	}
	return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
}
