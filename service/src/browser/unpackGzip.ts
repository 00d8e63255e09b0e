import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** What a file packed with gzip starts with. */
const GZIP = Buffer.from([0x1f, 0x8b]);

/** How the library describes damage: `unexpected end of file`, `invalid block type` and others. */
const DAMAGED = /^(?:incorrect|invalid|too many|unexpected|unknown) /;

/** Whether bytes are the beginning of a file packed with gzip. */
export const isGzip = (bytes: Uint8Array): boolean => GZIP.equals(bytes.subarray(0, GZIP.length));

/**
 * The bytes of a file; of one packed with gzip, those inside it. They may be many more than came in:
 * the reader must limit them.
 * @param onPacked called before the first bytes of one that is packed
 * @throws Error for a packed file that is cut off or broken, with a message for the client
 */
export async function* unpackGzip(
	body: AsyncIterable<Uint8Array>,
	onPacked: () => void = () => undefined,
): AsyncGenerator<Uint8Array> {
	const chunks = body[Symbol.asyncIterator]();
	const first = await chunks.next();
	if (first.done === true) return;
	const whole = (async function* () {
		yield first.value;
		yield* { [Symbol.asyncIterator]: () => chunks };
	})();
	if (!isGzip(first.value)) return yield* whole;
	onPacked();
	try {
		// The reader gets the error. `compose` would also throw one that nobody can catch.
		yield* pipeline(Readable.from(whole), createGunzip(), () => undefined);
	} catch (error) {
		const { message } = Object(error);
		if (!DAMAGED.test(String(message))) throw error;
		const reason = `the response is compressed with gzip and cannot be decompressed (${message})`;
		throw new Error(reason, { cause: error });
	}
}
