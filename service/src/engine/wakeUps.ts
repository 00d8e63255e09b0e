/** Each other process that takes jobs delays a pull by up to this much, in milliseconds. */
const SPREAD_MS = 5;
const LONGEST_DELAY_MS = 50;
/** A process that took no job for this long may be gone, in milliseconds. */
const FORGOTTEN_AFTER_MS = 60_000;

/**
 * Decides when a process looks for jobs that were announced to all. If all looked at once, each job would
 * cost a query of every process. So the more processes there are, the longer the random delay of each, and
 * a process that learns meanwhile that the jobs are taken does not look at all.
 */
export class WakeUps {
	readonly #pull: (lane: string) => void;
	/** Jobs announced and not yet known to be taken, by lane. */
	readonly #open = new Map<string, number>();
	/** When others took jobs, by their IDs. */
	readonly #others = new Map<string, number>();
	readonly #timers = new Map<string, NodeJS.Timeout>();

	/** @param pull takes the waiting jobs of a lane */
	constructor(pull: (lane: string) => void) {
		this.#pull = pull;
	}

	/** Jobs wait. @param lanes one name for each */
	announce(lanes: readonly string[]): void {
		for (const lane of lanes) {
			this.#open.set(lane, (this.#open.get(lane) ?? 0) + 1);
			if (!this.#timers.has(lane))
				this.#timers.set(
					lane,
					setTimeout(() => this.#look(lane), this.#delayMs()),
				);
		}
	}

	/** Another process has taken jobs. @param lanes one name for each */
	noteTaken(process: string, lanes: readonly string[]): void {
		this.#others.set(process, Date.now());
		for (const lane of lanes) this.#open.set(lane, Math.max(0, (this.#open.get(lane) ?? 0) - 1));
	}

	/** Cancels all pulls. */
	close(): void {
		for (const timer of this.#timers.values()) clearTimeout(timer);
	}

	#look(lane: string): void {
		this.#timers.delete(lane);
		if ((this.#open.get(lane) ?? 0) === 0) return;
		this.#open.delete(lane);
		this.#pull(lane);
	}

	#delayMs(): number {
		const sinceMs = Date.now() - FORGOTTEN_AFTER_MS;
		for (const [process, takenAtMs] of this.#others) {
			if (takenAtMs < sinceMs) this.#others.delete(process);
		}
		return Math.random() * Math.min(LONGEST_DELAY_MS, SPREAD_MS * this.#others.size);
	}
}
