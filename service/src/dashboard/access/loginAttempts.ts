/** Wrong passwords in a row that cost no wait. */
const FREE_ATTEMPTS = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** After this long without an attempt a guesser starts anew. */
const MEMORY_MS = 15 * 60_000;
const MAX_GUESSERS = 10_000;

interface Attempts {
	count: number;
	lastMs: number;
}

/** Slows down who guesses: after some wrong passwords the wait doubles with each one more. */
export class LoginAttempts {
	readonly #byGuesser = new Map<string, Attempts>();
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/**
	 * Counts an attempt, before its password is checked: several at a time gain nothing.
	 * @param guesser a known browser, or the address of a stranger
	 * @returns how long to wait, in milliseconds; 0 when the password may be checked now
	 */
	begin(guesser: string): number {
		const nowMs = this.#now();
		const known = this.#byGuesser.get(guesser);
		const attempts = known !== undefined && nowMs - known.lastMs < MEMORY_MS ? known : undefined;
		const { count, lastMs } = attempts ?? { count: 0, lastMs: 0 };
		const waitMs = lastMs + waitAfter(count) - nowMs;
		if (waitMs > 0) return waitMs;
		this.#forgetOldest();
		// Set anew, to come last in the order of forgetting.
		this.#byGuesser.delete(guesser);
		this.#byGuesser.set(guesser, { count: count + 1, lastMs: nowMs });
		return 0;
	}

	/** The password was right. */
	succeed(guesser: string): void {
		this.#byGuesser.delete(guesser);
	}

	#forgetOldest(): void {
		if (this.#byGuesser.size < MAX_GUESSERS) return;
		const [oldest] = this.#byGuesser.keys();
		if (oldest !== undefined) this.#byGuesser.delete(oldest);
	}
}

function waitAfter(count: number): number {
	if (count < FREE_ATTEMPTS) return 0;
	return Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_ATTEMPTS), LONGEST_WAIT_MS);
}
