import { createGunzip } from 'node:zlib';
import { unpack } from '../../net/packing.ts';

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
	let isPacked = false;
	try {
		yield* unpack(body, (first) => {
			isPacked = isGzip(first);
			if (!isPacked) return undefined;
			onPacked();
			return createGunzip();
		});
	} catch (error) {
		const { message } = Object(error);
		if (!isPacked || !DAMAGED.test(String(message))) throw error;
		const reason = `the response is compressed with gzip and cannot be decompressed (${message})`;
		throw new Error(reason, { cause: error });
	}
}
