/** Least CPU time of some runs, in microseconds: what other programs of the machine take is not in it. */
function cpuTimeOf(work: () => unknown): number {
	const times = Array.from({ length: 3 }, () => {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		return user + system;
	});
	return Math.min(...times);
}

/** Work that takes less than this is measured with a larger input. */
const MIN_MEASURABLE_US = 10_000;

const MAX_SIZE = 4_000_000;

/**
 * How many times more work eight times the input is: about 8 where the cost is in proportion, about 64
 * where it grows with the square.
 * @param prepare makes an input of a size, and returns the work on it
 * @param size the first size that is tried; it is doubled until the work can be measured
 */
export function growthOf(prepare: (size: number) => () => unknown, size: number): number {
	prepare(size)();
	let base = size;
	let time = cpuTimeOf(prepare(base));
	while (time < MIN_MEASURABLE_US && base < MAX_SIZE) {
		base *= 2;
		time = cpuTimeOf(prepare(base));
	}
	return cpuTimeOf(prepare(base * 8)) / Math.max(time, 1);
}

/** Between the two, with room for a busy machine. */
export const LINEAR = 32;
