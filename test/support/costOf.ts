import { cpuTimeOf, growthOf, LINEAR } from './growth';

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
