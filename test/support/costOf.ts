/** Each four times the one before. */
const LENGTHS = [12_500, 50_000, 200_000];

/** Below this a measurement says nothing. Anything that grows with the square is far above it at these lengths. */
const MIN_MEASURABLE_US = 4_000;

/** CPU time of one run in microseconds, without what other threads compile or collect meanwhile. */
function cpuTimeOf(work: () => unknown): number {
	const before = process.threadCpuUsage();
	work();
	const { user, system } = process.threadCpuUsage(before);
	return user + system;
}

/** Makes a text of about a length. */
export type Attack = (length: number) => string;

/** What grows with the square is slow on short texts already: only these are compared at full length. */
const MOST_COMPARED = 3;
const SCREENED_LENGTH = 3_125;

/**
 * The attacks on which work grows faster than its text, with the power of its length.
 * @param work on a text of any length
 */
export function listSlow(work: (text: string) => unknown, attacks: readonly Attack[]): string[] {
	return attacks
		.map((attack) => ({ attack, time: timeOn(work, attack(SCREENED_LENGTH)) }))
		.toSorted((one, other) => other.time - one.time)
		.slice(0, MOST_COMPARED)
		.flatMap(({ attack }) => {
			const power = leastPowerOf(work, attack);
			return power <= LINEAR_POWER ? [] : `power ${power.toFixed(1)} on ${attack(20)}`;
		});
}

function timeOn(work: (text: string) => unknown, text: string): number {
	return cpuTimeOf(() => work(text));
}

/** Work in proportion to the text has 1 here, that with its square 2; garbage is collected in between. */
const LINEAR_POWER = 1.7;

/** What other programs do to a busy machine is not there so many times: a square is. */
const MOST_MEASUREMENTS = 8;

function leastPowerOf(work: (text: string) => unknown, attack: Attack): number {
	let least = Infinity;
	for (let taken = 0; taken < MOST_MEASUREMENTS && least > LINEAR_POWER; taken += 1) {
		least = Math.min(least, powerOf(work, attack));
	}
	return least;
}

/** What takes so long shows how it grows: on a longer text it would show the same. */
const LONG_ENOUGH_US = 50_000;

/**
 * By which power of its length work on a text grows; 0 where that cannot be measured. Stops at the first length
 * that shows more than a linear growth, if twice that length shows it, too: where texts outgrow a cache or get other
 * memory, work becomes slower once, and goes on in proportion.
 */
function powerOf(work: (text: string) => unknown, attack: Attack): number {
	let first: { length: number; time: number } | undefined;
	let power = 0;
	for (const length of LENGTHS) {
		const text = attack(length);
		const time = timeOn(work, text);
		if (time < MIN_MEASURABLE_US) continue;
		// An expression is compiled when it is used again, which is part of neither.
		const again = (): number => Math.min(time, timeOn(work, text), timeOn(work, text));
		if (first === undefined) {
			const least = again();
			if (least >= MIN_MEASURABLE_US) first = { length, time: least };
			continue;
		}
		const { length: shorter, time: before } = first;
		const powerAt = (took: number): number => Math.log(took / before) / Math.log(length / shorter);
		power = powerAt(time);
		if (power > LINEAR_POWER) {
			const least = again();
			const doubled = timeOn(work, attack(length * 2));
			power = Math.min(powerAt(least), Math.log2(doubled / least));
			if (power > LINEAR_POWER) return power;
		} else if (time > LONG_ENOUGH_US) return power;
	}
	return power;
}
