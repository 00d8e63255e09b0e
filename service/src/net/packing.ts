import type { Transform } from 'node:stream';
import {
	createBrotliDecompress,
	createGunzip,
	createInflate,
	createInflateRaw,
	createZstdDecompress,
	type Zlib,
} from 'node:zlib';

/** Makes a function that unpacks a body, given its first bytes; it fails with `Z_BUF_ERROR` if the body ends too soon. */
export type Unpacker = (first: Uint8Array) => Transform & Zlib;

const UNPACKERS: Readonly<Record<string, Unpacker>> = {
	gzip: () => createGunzip(),
	'x-gzip': () => createGunzip(),
	br: () => createBrotliDecompress(),
	zstd: () => createZstdDecompress(),
	// Some servers leave its header out, which has this mark.
	deflate: ([mark = 0]) => ((mark & 0x0f) === 0x08 ? createInflate() : createInflateRaw()),
};

/**
 * What unpacks a body, in the order in which it was packed.
 * @param packing header `Content-Encoding`
 * @returns undefined for a way of packing that is not known
 */
export function unpackersOf(packing: string): Unpacker[] | undefined {
	const names = packing.trim() === '' ? [] : packing.toLowerCase().split(',');
	const unpackers = names.flatMap((name) => UNPACKERS[name.trim()] ?? []);
	return unpackers.length < names.length ? undefined : unpackers;
}
