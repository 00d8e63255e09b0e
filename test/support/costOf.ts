/** Makes a text of about a length. */
export type Attack = (length: number) => string;

/** What grows with the square is slow on short texts already: only the slowest are compared at full length. */
const SCREENED_LENGTH = 5_000;

/** Once is not enough to tell the slowest: other programs may be in it. */
const SCREENINGS = [
	{ runs: 1, kept: 16 },
	{ runs: 3, kept: 4 },
];

/** The longest texts are eight times as long. */
const LENGTHS = { first: 12_500, last: 25_000 };

/**
 * The attacks on which work grows faster than its text, with how many times more eight times the text takes.
 * @param work on a text of any length
 */
export async function listSlow(
	work: (text: string) => unknown,
	attacks: readonly Attack[],
): Promise<string[]> {
	const on = (attack: Attack) => (length: number) => {
		const text = attack(length);
		return () => work(text);
	};
	let slowest = attacks;
	for (const { runs, kept } of SCREENINGS) {
		const timed: Array<{ attack: Attack; time: number }> = [];
		for (const attack of slowest) {
			timed.push({ attack, time: await cpuTimeOf(on(attack)(SCREENED_LENGTH), runs) });
		}
		timed.sort((one, other) => other.time - one.time);
		slowest = timed.slice(0, kept).map(({ attack }) => attack);
	}
	const slow: string[] = [];
	for (const attack of slowest) {
		const growth = await growthOf(on(attack), LENGTHS.first, LENGTHS.last);
		if (growth >= LINEAR) slow.push(`${growth.toFixed()} times on ${attack(20)}`);
	}
	return slow;
}

/**
 * CPU time of one run in microseconds, the least of some: what other programs of the machine take is not in it.
 */
async function cpuTimeOf(work: () => unknown, runs = 3): Promise<number> {
	let least = Infinity;
	for (let taken = 0; taken < runs; taken += 1) {
		const before = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(before);
		least = Math.min(least, user + system);
	}
	return least;
}

/** Work that takes less than this is measured with a larger input. */
const MIN_MEASURABLE_US = 5_000;

/** What took even less is compared as if it had taken this: its clock is not finer. */
const LEAST_COMPARED_US = MIN_MEASURABLE_US / 8;

/** Between 8 and 64, with room for a busy machine. */
const LINEAR = 32;

/** What other programs do to a busy machine is not there so many times: a square is. */
const MOST_MEASUREMENTS = 8;

/** No disturbance takes the processor for so long. */
const UNDISTURBED_US = 1_000_000;

/**
 * How many times more work eight times the input is: about 8 where the cost is in proportion, about 64
 * where it grows with the square. Where it looks like more than in proportion, inputs of twice the size say
 * so as well: large ones get other memory, which costs more once, and goes on in proportion.
 * @param prepare makes an input of a size, and returns the work on it, which may take turns with other work
 * @param size the first size that is tried; it is doubled until the work can be measured
 * @param maxSize no larger one is tried than eight times this, or twice that for the second opinion
 */
async function growthOf(
	prepare: (size: number) => () => unknown,
	size: number,
	maxSize: number,
): Promise<number> {
	await prepare(size)();
	let base = size;
	while (base < maxSize && (await cpuTimeOf(prepare(base))) < MIN_MEASURABLE_US) base *= 2;
	const growth = await growthFrom(base, prepare);
	return growth < LINEAR ? growth : Math.min(growth, await growthFrom(base * 2, prepare));
}

/** Where it looks like more than in proportion both are measured again, and the least of each is compared. */
async function growthFrom(base: number, prepare: (size: number) => () => unknown): Promise<number> {
	let [few, many] = [Infinity, Infinity];
	for (let taken = 0; taken < MOST_MEASUREMENTS; taken += 1) {
		few = Math.min(few, await cpuTimeOf(prepare(base)));
		many = Math.min(many, await cpuTimeOf(prepare(base * 8), 1));
		few = Math.max(few, LEAST_COMPARED_US);
		if (many < few * LINEAR || many > UNDISTURBED_US) break;
	}
	return many / few;
}
