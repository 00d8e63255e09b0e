/**
 * CPU time of one run in microseconds: what other programs of the machine take is not in it. It runs up
 * to three times until it took less than `enough`, and the least counts.
 */
function cpuTimeOf(work: () => unknown, enough = 0): number {
	let least = Infinity;
	for (let runs = 0; runs < 3 && least > enough; runs += 1) {
		const before = process.cpuUsage();
		work();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, user + system);
	}
	return least;
}

/** Work that takes less than this is measured with a larger input. */
const MIN_MEASURABLE_US = 5_000;

const MAX_SIZE = 4_000_000;

/** Between 8 and 64, with room for a busy machine. */
export const LINEAR = 32;

/** What other programs do to the caches of a busy machine is not there three times: a square is. */
const MOST_MEASUREMENTS = 3;

/**
 * How many times more work eight times the input is: about 8 where the cost is in proportion, about 64
 * where it grows with the square. The least of up to three measurements.
 * @param prepare makes an input of a size, and returns the work on it
 * @param size the first size that is tried; it is doubled until the work can be measured
 */
export function growthOf(prepare: (size: number) => () => unknown, size: number): number {
	let least = Infinity;
	for (let taken = 0; taken < MOST_MEASUREMENTS && least >= LINEAR; taken += 1) {
		least = Math.min(least, measureGrowth(prepare, size));
	}
	return least;
}

function measureGrowth(prepare: (size: number) => () => unknown, size: number): number {
	prepare(size)();
	let base = size;
	let time = cpuTimeOf(prepare(base));
	while (time < MIN_MEASURABLE_US && base < MAX_SIZE) {
		base *= 2;
		time = cpuTimeOf(prepare(base));
	}
	const unit = Math.max(time, 1);
	return cpuTimeOf(prepare(base * 8), (unit * LINEAR) / 2) / unit;
}
