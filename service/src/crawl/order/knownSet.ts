/** Bits of the set: 2 MB, of which the pairs of words of 2,000 pages set a small part. */
const BITS = 2 ** 24;

/**
 * A set of texts of which only two bits each are kept: memory stays the same however many there are. Now and then a
 * text counts as known that was never added.
 */
export class KnownSet {
	readonly #bits = new Uint8Array(BITS / 8);

	/** Adds a text by its hash; returns whether it was new. */
	add(hash: number): boolean {
		// The second bit from the same hash, with other bits of it decisive.
		const isNewFirst = this.#set(hash % BITS);
		const isNewSecond = this.#set(Math.imul(hash ^ (hash >>> 13), 0x5b_d1_e9_95) >>> 8);
		return isNewFirst || isNewSecond;
	}

	#set(bit: number): boolean {
		const [at, mask] = [bit >>> 3, 1 << (bit & 7)];
		const byte = this.#bits[at] ?? 0;
		this.#bits[at] = byte | mask;
		return (byte & mask) === 0;
	}
}

/** FNV-1a, 32 bits. */
export function hashOf(text: string): number {
	let hash = 0x81_1c_9d_c5;
	for (let at = 0; at < text.length; at += 1) {
		hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
	}
	return hash >>> 0;
}

/** Of two texts in this order, by their hashes. */
export const hashOfPair = (first: number, second: number): number =>
	(Math.imul(first, 0x9e_37_79_b1) ^ second) >>> 0;
