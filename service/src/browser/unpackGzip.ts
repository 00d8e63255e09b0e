import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** What a file packed with gzip starts with. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * The bytes of a file, of one packed with gzip those inside of it. They may be many more than came in:
 * whoever reads them bounds them.
 * @throws Error for a packed file that is cut off or broken
 */
export async function* unpackGzip(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const chunks = body[Symbol.asyncIterator]();
	const first = await chunks.next();
	if (first.done === true) return;
	const whole = (async function* () {
		yield first.value;
		yield* { [Symbol.asyncIterator]: () => chunks };
	})();
	const isPacked = GZIP.equals(first.value.subarray(0, GZIP.length));
	// Its reader gets the error. `compose` would also have one thrown that nobody can catch.
	yield* isPacked ? pipeline(Readable.from(whole), createGunzip(), () => undefined) : whole;
}
