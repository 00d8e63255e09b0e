/** Wrong passwords in a row that cost no wait. */
const FREE_ATTEMPTS = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** After this long without an attempt an address starts anew. */
const MEMORY_MS = 15 * 60_000;
const MAX_ADDRESSES = 10_000;

interface Attempts {
	count: number;
	lastMs: number;
}

/** Slows down who guesses: after some wrong passwords the wait doubles with each one more. */
export class LoginAttempts {
	readonly #byAddress = new Map<string, Attempts>();
	readonly #now: () => number;

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/**
	 * Counts an attempt, before its password is checked: several at a time gain nothing.
	 * @returns how long to wait, in milliseconds; 0 when the password may be checked now
	 */
	begin(address: string): number {
		const nowMs = this.#now();
		const known = this.#byAddress.get(address);
		const attempts = known !== undefined && nowMs - known.lastMs < MEMORY_MS ? known : undefined;
		const { count, lastMs } = attempts ?? { count: 0, lastMs: 0 };
		const waitMs = lastMs + waitAfter(count) - nowMs;
		if (waitMs > 0) return waitMs;
		this.#forgetOldest();
		// Set anew, to come last in the order of forgetting.
		this.#byAddress.delete(address);
		this.#byAddress.set(address, { count: count + 1, lastMs: nowMs });
		return 0;
	}

	/** The password was right. */
	succeed(address: string): void {
		this.#byAddress.delete(address);
	}

	#forgetOldest(): void {
		if (this.#byAddress.size < MAX_ADDRESSES) return;
		const [oldest] = this.#byAddress.keys();
		if (oldest !== undefined) this.#byAddress.delete(oldest);
	}
}

function waitAfter(count: number): number {
	if (count < FREE_ATTEMPTS) return 0;
	return Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_ATTEMPTS), LONGEST_WAIT_MS);
}
