/** What a text costs is compared with what half of it does, up to 100,000 and 200,000 characters. */
const LENGTHS = [25_000, 50_000, 100_000, 200_000];

/** Below this a measurement says nothing. Anything that grows with the square is far above it at these lengths. */
const MIN_MEASURABLE_US = 8_000;

/** Twice the text takes about twice as long, or four times: between the two, with room for a busy machine. */
const LINEAR = 3;

/** CPU time of one run in microseconds. */
function cpuTimeOf(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

function leastOf(work: () => unknown, runs: number): number {
	return Math.min(...Array.from({ length: runs }, () => cpuTimeOf(work)));
}

/** Makes a text of about a length. */
export type Attack = (length: number) => string;

/** What grows with the square is slow on short texts already: only these are compared at full length. */
const MOST_COMPARED = 4;
const SCREENED_LENGTH = 5_000;

/**
 * The attacks on which work grows faster than its text, with how many times more it is for twice as much.
 * @param work on a text of any length
 */
export function listSlow(work: (text: string) => unknown, attacks: readonly Attack[]): string[] {
	return attacks
		.map((attack) => ({ attack, time: timeOn(work, attack(SCREENED_LENGTH)) }))
		.toSorted((one, other) => other.time - one.time)
		.slice(0, MOST_COMPARED)
		.flatMap(({ attack }) => {
			const growth = doublingOf(work, attack);
			return growth <= LINEAR ? [] : `${growth.toFixed(1)} times on ${attack(20)}`;
		});
}

function timeOn(work: (text: string) => unknown, text: string): number {
	return cpuTimeOf(() => work(text));
}

/** 0 where no length can be measured; the first growth that is too much, so that a longer text need not be waited for. */
function doublingOf(work: (text: string) => unknown, attack: Attack): number {
	let growth = 0;
	for (const length of LENGTHS) {
		const [half, whole] = [attack(length / 2), attack(length)];
		if (timeOn(work, whole) < MIN_MEASURABLE_US) continue;
		// An expression is compiled when it is used again, which is part of neither.
		const time = leastOf(() => work(whole), 3);
		if (time < MIN_MEASURABLE_US) continue;
		growth =
			time /
			Math.max(
				1,
				leastOf(() => work(half), 5),
			);
		if (growth > LINEAR) return growth;
	}
	return growth;
}
