/**
 * Random choices that come out the same for the same seed.
 * @typedef {object} Random
 * @property {(max: number) => number} below A whole number from 0, below `max`.
 * @property {(min: number, max: number) => number} between A whole number from `min` to `max`.
 * @property {<Value>(values: readonly Value[]) => Value} pick One of some values.
 * @property {<Value>(values: readonly Value[], count: number) => Value[]} sample Some of them, each once.
 */

/**
 * @param {number} seed
 * @returns {Random}
 */
export function randomFrom(seed) {
	let state = seed >>> 0;
	// Mulberry32.
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (/** @type {number} */ max) => Math.floor(next() * max);
	return {
		below,
		between: (min, max) => min + below(max - min + 1),
		pick: (values) => /** @type {any} */ (values[below(values.length)]),
		sample(values, count) {
			const left = [...values];
			return Array.from(
				{ length: Math.min(count, left.length) },
				() => /** @type {any} */ (left.splice(below(left.length), 1)[0]),
			);
		},
	};
}
