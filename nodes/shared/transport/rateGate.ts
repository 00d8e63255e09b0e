import type { Clock } from './clock';
import { backoffMs, readResetAtMs, readServerDelayMs } from './retryDelay';
import type { ServiceAnswer } from './serviceRequest';

/** What is left of the service's request allowance, from its RateLimit headers. */
export interface RateBudget {
	limit: number | undefined;
	remaining: number;
	resetAtMs: number;
}

function readCount(header: string | undefined): number | undefined {
	const value = header === undefined ? NaN : Number(header);
	return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Least pause after a refusal: a service that says "at once" is not asked in a tight loop. */
const MIN_PAUSE_MS = 1_000;

/**
 * One gate per execution that every request passes. When the service says 429 or 503, everybody
 * waits, so that many items do not stampede; when its headers say that nothing is left, nobody asks
 * before the allowance is renewed.
 */
export class RateGate {
	readonly #clock: Clock;

	readonly #random: () => number;

	#openAtMs = 0;

	#refusalsInARow = 0;

	#lastRefusalMs = 0;

	#budget: RateBudget | undefined;

	constructor(clock: Clock, random: () => number = Math.random) {
		this.#clock = clock;
		this.#random = random;
	}

	/** The allowance as the last answer told it; undefined when unknown or already renewed. */
	get budget(): RateBudget | undefined {
		const budget = this.#budget;
		return budget && budget.resetAtMs > this.#clock.now() ? budget : undefined;
	}

	/** When the gate opens again; a moment in the past when it is open. */
	get openAtMs(): number {
		return this.#openAtMs;
	}

	/**
	 * Waits until the gate is open.
	 * @returns false when that would be after the deadline, or the signal aborted: nothing may be sent
	 */
	async pass(deadlineMs: number, signal?: AbortSignal): Promise<boolean> {
		while (signal?.aborted !== true) {
			const waitMs = this.#openAtMs - this.#clock.now();
			if (Math.max(this.#openAtMs, this.#clock.now()) >= deadlineMs) return false;
			if (waitMs <= 0) return true;
			await this.#clock.sleep(waitMs, signal);
		}
		return false;
	}

	/**
	 * Learns from an answer: its RateLimit headers, and whether the service asked for a pause.
	 * @param sentAtMs when its request was sent: refusals of one burst count once
	 */
	observe(answer: ServiceAnswer, sentAtMs: number): void {
		const nowMs = this.#clock.now();
		this.#readBudget(answer, nowMs);
		if (answer.status === 429 || answer.status === 503) {
			const asked = readServerDelayMs(answer, nowMs);
			if (sentAtMs >= this.#lastRefusalMs) {
				this.#refusalsInARow += 1;
				this.#lastRefusalMs = nowMs;
			}
			const delayMs = asked ?? backoffMs(this.#refusalsInARow - 1, this.#random());
			this.#closeUntil(nowMs + Math.max(MIN_PAUSE_MS, delayMs));
			return;
		}
		this.#refusalsInARow = 0;
		if (this.#budget?.remaining === 0) this.#closeUntil(this.#budget.resetAtMs);
	}

	#closeUntil(momentMs: number): void {
		this.#openAtMs = Math.max(this.#openAtMs, momentMs);
	}

	#readBudget({ headers }: ServiceAnswer, nowMs: number): void {
		const remaining = readCount(headers['ratelimit-remaining']);
		const resetAtMs = readResetAtMs(headers['ratelimit-reset'], nowMs);
		if (remaining === undefined || resetAtMs === undefined) return;
		this.#budget = { limit: readCount(headers['ratelimit-limit']), remaining, resetAtMs };
	}
}
