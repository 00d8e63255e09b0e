import { readAllowance, backoffMs } from './allowance';
import type { Clock } from './clock';
import type { ServiceError } from './serviceError';
import type { ServiceAnswer } from './serviceRequest';

export interface RateBudget {
	/** Whether the service said so in its rate-limit headers; else it is assumed. */
	isKnown: boolean;
	remaining: number;
	resetAtMs: number;
}

/**
 * The allowance that is assumed of a service that does not say: the hosted one's (api/openapi.yaml:
 * 300 requests per 15 minutes and address, polling included).
 */
const ASSUMED_REQUESTS = 300;
const ASSUMED_WINDOW_MS = 900_000;

/** Least pause after a refusal: a service that says "at once" is not asked in a tight loop. */
const MIN_PAUSE_MS = 1_000;

/** Longest pause: the gate outlives executions, and what the service said an hour ago may be mended. */
const MAX_PAUSE_MS = 3_600_000;

/**
 * The gate that every request to one account passes, in whichever node and execution of this n8n
 * process it is made. When the service asks for a pause, everybody waits, so that many items do not
 * stampede; when its headers say that nothing is left, no request is sent before the allowance is renewed.
 */
export class RateGate {
	readonly #clock: Clock;

	readonly #random: () => number;

	#openAtMs = 0;

	#refusalsInARow = 0;

	#lastRefusalMs = 0;

	#reported: RateBudget | undefined;

	/** When the requests of the assumed window were sent, oldest first. */
	readonly #sentAtMs: number[] = [];

	constructor(clock: Clock, random: () => number = Math.random) {
		this.#clock = clock;
		this.#random = random;
	}

	/** The allowance as the last answer reported it, else as it is assumed to be. */
	get budget(): RateBudget {
		const nowMs = this.#clock.now();
		if (this.#reported && this.#reported.resetAtMs > nowMs) return this.#reported;
		this.#forgetOldRequests(nowMs);
		return {
			isKnown: false,
			remaining: Math.max(0, ASSUMED_REQUESTS - this.#sentAtMs.length),
			resetAtMs: nowMs + ASSUMED_WINDOW_MS,
		};
	}

	/** When the gate opens again; a moment in the past when it is open. */
	get openAtMs(): number {
		return this.#openAtMs;
	}

	/**
	 * Waits until the gate is open.
	 * @returns false when that would be after the deadline, or the signal aborted: nothing may be sent
	 */
	async waitUntilOpen(deadlineMs: number, signal?: AbortSignal): Promise<boolean> {
		while (signal?.aborted !== true) {
			const waitMs = this.#openAtMs - this.#clock.now();
			if (Math.max(this.#openAtMs, this.#clock.now()) >= deadlineMs) return false;
			if (waitMs <= 0) return true;
			await this.#clock.sleep(waitMs, signal);
		}
		return false;
	}

	count(): void {
		const nowMs = this.#clock.now();
		this.#forgetOldRequests(nowMs);
		this.#sentAtMs.push(nowMs);
	}

	/**
	 * Learns from an answer: its rate-limit headers, and whether the service asked for a pause.
	 * @param sentAtMs when its request was sent: refusals of one burst count once
	 * @param error the answer as an error, when it is one
	 */
	update(answer: ServiceAnswer, sentAtMs: number, error?: ServiceError): void {
		const nowMs = this.#clock.now();
		const { remaining, resetAtMs } = readAllowance(answer.headers, nowMs);
		if (remaining !== undefined && resetAtMs !== undefined) {
			this.#reported = { isKnown: true, remaining, resetAtMs };
		}
		// A 503 with a time asks everybody to wait, whoever wrote it.
		const asksForPause =
			error?.facts.outcome === 'rateLimited' ||
			(error?.facts.status === 503 && error.facts.delayMs !== undefined);
		if (error && asksForPause) {
			if (sentAtMs >= this.#lastRefusalMs) {
				this.#refusalsInARow += 1;
				this.#lastRefusalMs = nowMs;
			}
			const delayMs = error.facts.delayMs ?? backoffMs(this.#refusalsInARow - 1, this.#random());
			this.#closeUntil(nowMs + Math.max(MIN_PAUSE_MS, delayMs));
			return;
		}
		this.#refusalsInARow = 0;
		if (this.#reported?.remaining === 0) this.#closeUntil(this.#reported.resetAtMs);
	}

	#closeUntil(momentMs: number): void {
		const latestMs = this.#clock.now() + MAX_PAUSE_MS;
		this.#openAtMs = Math.max(this.#openAtMs, Math.min(momentMs, latestMs));
	}

	#forgetOldRequests(nowMs: number): void {
		const isRecent = (sentAtMs: number) => sentAtMs > nowMs - ASSUMED_WINDOW_MS;
		const old = this.#sentAtMs.findIndex(isRecent);
		this.#sentAtMs.splice(0, old === -1 ? this.#sentAtMs.length : old);
	}
}

/** Gates by clock, and then by account. The clock of n8n is one; tests bring their own. */
const gates = new WeakMap<Clock, Map<string, RateGate>>();

/**
 * The gate of an account. Loops and parallel executions share it, because the service counts their
 * requests together.
 * @param account identifies the account; never holds the key itself
 */
export function gateOf(clock: Clock, account: string): RateGate {
	const ofClock = gates.get(clock) ?? new Map<string, RateGate>();
	gates.set(clock, ofClock);
	const gate = ofClock.get(account) ?? new RateGate(clock);
	ofClock.set(account, gate);
	return gate;
}
