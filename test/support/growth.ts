/**
 * CPU time of one run in microseconds: what other programs of the machine take is not in it. It runs up
 * to three times until it took less than `enough`, and the least counts.
 */
async function cpuTimeOf(work: () => unknown, enough = 0): Promise<number> {
	let least = Infinity;
	for (let runs = 0; runs < 3 && least > enough; runs += 1) {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, user + system);
	}
	return least;
}

/** Work that takes less than this is measured with a larger input. */
const MIN_MEASURABLE_US = 5_000;

/** Between 8 and 64, with room for a busy machine. */
export const LINEAR = 32;

/** What other programs do to a busy machine is not there so many times: a square is. */
const MOST_MEASUREMENTS = 8;

/**
 * How many times more work eight times the input is: about 8 where the cost is in proportion, about 64
 * where it grows with the square. Where it looks like more than in proportion both are measured again, and
 * the least of each is compared.
 * @param prepare makes an input of a size, and returns the work on it, which may take turns with other work
 * @param size the first size that is tried; it is doubled until the work can be measured
 * @param maxSize no larger one is tried than eight times this
 */
export async function growthOf(
	prepare: (size: number) => () => unknown,
	size: number,
	maxSize = 4_000_000,
): Promise<number> {
	await prepare(size)();
	let base = size;
	let few = await cpuTimeOf(prepare(base));
	while (few < MIN_MEASURABLE_US && base < maxSize) {
		base *= 2;
		few = await cpuTimeOf(prepare(base));
	}
	let many = Infinity;
	for (let taken = 0; taken < MOST_MEASUREMENTS && many >= few * LINEAR; taken += 1) {
		if (taken > 0) few = Math.min(few, await cpuTimeOf(prepare(base)));
		many = Math.min(many, await cpuTimeOf(prepare(base * 8), (few * LINEAR) / 2));
	}
	return many / Math.max(few, 1);
}
