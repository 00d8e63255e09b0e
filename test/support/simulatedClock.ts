import { systemClock, type Clock } from '../../nodes/shared/transport/clock';

interface Sleeper {
	wakeAtMs: number;
	wake: () => void;
}

/** More steps than any test needs: a loop that never ends stops here instead of hanging the run. */
const MAX_STEPS = 20_000;

/** Resolves when everything that does not wait for time has happened. */
async function becomeIdle(): Promise<void> {
	await new Promise((resolve) => {
		setImmediate(resolve);
	});
}

/** Time that passes only while a test runs it, from the end of one sleep to the end of the next. */
export class SimulatedClock implements Clock {
	readonly startMs: number;

	readonly #sleepers = new Set<Sleeper>();

	#nowMs: number;

	#steps = 0;

	constructor(startMs = Date.UTC(2026, 0, 5, 12)) {
		this.startMs = startMs;
		this.#nowMs = startMs;
	}

	/** Seconds since the start, for assertions. */
	get elapsedSeconds(): number {
		return (this.#nowMs - this.startMs) / 1_000;
	}

	now(): number {
		return this.#nowMs;
	}

	async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
		if (milliseconds <= 0 || signal?.aborted === true) return;
		await new Promise<void>((resolve) => {
			const wake = () => {
				this.#sleepers.delete(sleeper);
				signal?.removeEventListener('abort', wake);
				resolve();
			};
			const sleeper = { wakeAtMs: this.#nowMs + milliseconds, wake };
			this.#sleepers.add(sleeper);
			signal?.addEventListener('abort', wake);
		});
	}

	/** Does something at a moment of the simulation. */
	at(secondsFromStart: number, action: () => void): void {
		void this.sleep(this.startMs + secondsFromStart * 1_000 - this.#nowMs).then(action);
	}

	/**
	 * Lets time pass until the work settles.
	 * @throws when nothing is left that could settle it
	 */
	async run<T>(work: Promise<T>): Promise<T> {
		let isSettled = false;
		const settle = () => {
			isSettled = true;
		};
		work.then(settle, settle);
		await becomeIdle();
		while (!isSettled) {
			this.#step();
			await becomeIdle();
		}
		return await work;
	}

	/** Lets time pass until a moment of the simulation. */
	async runUntil(secondsFromStart: number): Promise<void> {
		await this.run(this.sleep(this.startMs + secondsFromStart * 1_000 - this.#nowMs));
	}

	/** Makes the time of the package this clock's time, for code that takes no clock. Undone by jest. */
	replaceSystemClock(): void {
		jest.spyOn(systemClock, 'now').mockImplementation(() => this.now());
		jest
			.spyOn(systemClock, 'sleep')
			.mockImplementation(async (milliseconds, signal) => await this.sleep(milliseconds, signal));
	}

	#step(): void {
		this.#steps += 1;
		if (this.#steps > MAX_STEPS) throw new Error('The simulation does not come to an end');
		const next = [...this.#sleepers].sort((a, b) => a.wakeAtMs - b.wakeAtMs)[0];
		if (!next) throw new Error('Nothing is left that could happen');
		this.#nowMs = next.wakeAtMs;
		next.wake();
	}
}
