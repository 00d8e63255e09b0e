import { pipeline, Readable, type Transform } from 'node:stream';
import {
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
	type Zlib,
} from 'node:zlib';

/** Creates a body's decompressor, given its first bytes; fails with `Z_BUF_ERROR` if the body ends early. */
export type Unpacker = (first: Uint8Array) => Transform & Zlib;

const UNPACKERS: Readonly<Record<string, Unpacker>> = {
	gzip: () => createGunzip(),
	'x-gzip': () => createGunzip(),
	br: () => createBrotliDecompress(),
	zstd: () => createZstdDecompress(),
	// Some servers leave out its header, which has this mark.
	deflate: ([mark = 0]) => ((mark & 0x0f) === 0x08 ? createInflate() : createInflateRaw()),
};

/**
 * The decompressors of a body, in the order in which it was compressed.
 * @param packing header `Content-Encoding`
 * @returns undefined for an unknown encoding
 */
export function unpackersOf(packing: string): Unpacker[] | undefined {
	const names = packing.trim() === '' ? [] : packing.toLowerCase().split(',');
	const unpackers = names.flatMap((name) => UNPACKERS[name.trim()] ?? []);
	return unpackers.length < names.length ? undefined : unpackers;
}

/**
 * Unpacks a body.
 * @param choose by its first bytes; undefined for one that is not packed, which stays as it is
 * @throws Error with the code `Z_BUF_ERROR` for a body that ends before its packed data does
 */
export async function* unpack(
	body: AsyncIterable<Uint8Array>,
	choose: (first: Uint8Array) => Transform | undefined,
): AsyncGenerator<Uint8Array> {
	const parts = body[Symbol.asyncIterator]();
	const first = await parts.next();
	if (first.done === true) return;
	const all = (async function* () {
		yield first.value;
		yield* { [Symbol.asyncIterator]: () => parts };
	})();
	const unpacker = choose(first.value);
	// The reader gets the error. `compose` would also throw one that nobody can catch.
	yield* unpacker === undefined ? all : pipeline(Readable.from(all), unpacker, () => undefined);
}
