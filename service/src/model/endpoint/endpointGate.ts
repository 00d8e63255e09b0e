import { EndpointError } from './endpointError.ts';

const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;
/** An endpoint that again answers this many at a time is no longer limited. */
const MANY = 64;

interface Waiter {
	/** Of its question: the first asked goes first, whatever happened since. */
	order: number;
	enter: () => void;
	reject: (reason: unknown) => void;
}

/**
 * The one gate before an endpoint, for all pages of this process. A limit or a model that is loading
 * closes it for everybody: after the pause one question at a time is let in, and one more with each
 * answer. An endpoint that denies everybody is left alone for a while.
 */
export class EndpointGate {
	/** When the last answer arrived; 0 before the first. */
	lastAnswerAtMs = 0;
	private limit = Infinity;
	private activeCount = 0;
	private waiters: Waiter[] = [];
	private pausedUntilMs = 0;
	private busyStreak = 0;
	private timer: NodeJS.Timeout | undefined;
	private stopped: { untilMs: number; reason: string } | undefined;

	/**
	 * Waits for a turn, which `leave` gives back.
	 * @throws EndpointError while the endpoint is left alone; the signal's reason
	 */
	async enter(order: number, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		this.throwIfStopped();
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		const waiter: Waiter = { order, enter: resolve, reject };
		const giveUp = (): void => {
			this.waiters = this.waiters.filter((other) => other !== waiter);
			reject(signal.reason);
		};
		signal.addEventListener('abort', giveUp, { once: true });
		this.waiters.push(waiter);
		this.letIn();
		try {
			await promise;
		} finally {
			signal.removeEventListener('abort', giveUp);
		}
	}

	leave(): void {
		this.activeCount -= 1;
		this.letIn();
	}

	/** An answer arrived. */
	answered(): void {
		this.lastAnswerAtMs = Date.now();
		this.busyStreak = 0;
		this.stopped = undefined;
		this.limit = this.limit >= MANY ? Infinity : this.limit + 1;
		this.letIn();
	}

	/**
	 * Lets nobody in for as long as the endpoint asks, or longer each time if it does not say.
	 * @returns how long that is
	 */
	pause(askedMs: number | undefined): number {
		const delayMs = askedMs ?? Math.min(MIN_PAUSE_MS * 2 ** this.busyStreak, MAX_PAUSE_MS);
		this.busyStreak += 1;
		this.limit = 1;
		this.pausedUntilMs = Math.max(this.pausedUntilMs, Date.now() + delayMs);
		return this.pausedUntilMs - Date.now();
	}

	/** Leaves the endpoint alone for a time: callers that wait, or arrive meanwhile, get the reason. */
	stop(reason: string, forMs: number): void {
		this.stopped = { untilMs: Date.now() + forMs, reason };
		for (const { reject } of this.waiters.splice(0)) reject(this.stoppedError(reason));
	}

	private throwIfStopped(): void {
		if (this.stopped === undefined) return;
		if (this.stopped.untilMs > Date.now()) throw this.stoppedError(this.stopped.reason);
		this.stopped = undefined;
	}

	private stoppedError(reason: string): EndpointError {
		const message = `${reason} (The model was not asked again: after such an answer, the endpoint is not called for a while.)`;
		return new EndpointError(message, { trouble: 'denied' });
	}

	private letIn(): void {
		const restMs = this.pausedUntilMs - Date.now();
		if (restMs > 0) {
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.letIn(), restMs);
			return;
		}
		this.waiters.sort((a, b) => a.order - b.order);
		while (this.activeCount < this.limit) {
			const next = this.waiters.shift();
			if (next === undefined) return;
			this.activeCount += 1;
			next.enter();
		}
	}
}
