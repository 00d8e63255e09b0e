import type { Transform } from 'node:stream';
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
