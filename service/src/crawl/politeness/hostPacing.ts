/** How a host is to be treated. */
export interface HostPace {
	/** Between the starts of two requests. */
	delayMs: number;
	/** Requests at a time. */
	maxConcurrent: number;
}

export interface HostPacing {
	/** When the next request to the host may start, epoch milliseconds; Infinity while it is full. */
	readyAtMs(host: string): number;
	/** How many requests to the host may start at this moment. */
	capacity(host: string, nowMs: number): number;
	/** A request to the host starts. */
	start(host: string, nowMs: number): void;
	/** A request to the host has ended. */
	end(host: string): void;
	/** The host asked for rest: no request before this moment. */
	pauseUntil(host: string, untilMs: number): void;
}

/** When each host takes its next request, epoch milliseconds. */
export type HostStarts = Map<string, number>;

/** Hosts that are remembered before those are looked for whose time has come. */
const MANY_HOSTS = 1000;

function forgetPast(nextStartsMs: HostStarts): void {
	if (nextStartsMs.size < MANY_HOSTS) return;
	const nowMs = Date.now();
	for (const [host, untilMs] of nextStartsMs) {
		if (untilMs <= nowMs) nextStartsMs.delete(host);
	}
}

/**
 * Spaces the requests of a crawl out, host by host.
 * @param nextStartsMs shared by crawls at the same time: a host cannot tell them apart
 */
export function createHostPacing(
	paceOf: (host: string) => HostPace,
	nextStartsMs: HostStarts = new Map(),
): HostPacing {
	const runningCounts = new Map<string, number>();
	const runningOn = (host: string): number => runningCounts.get(host) ?? 0;
	const delayUntil = (host: string, untilMs: number): void => {
		forgetPast(nextStartsMs);
		nextStartsMs.set(host, Math.max(nextStartsMs.get(host) ?? 0, untilMs));
	};

	const readyAtMs = (host: string): number =>
		runningOn(host) >= paceOf(host).maxConcurrent ? Infinity : (nextStartsMs.get(host) ?? 0);

	return {
		readyAtMs,
		capacity(host, nowMs) {
			if (readyAtMs(host) > nowMs) return 0;
			const { delayMs, maxConcurrent } = paceOf(host);
			return delayMs > 0 ? 1 : maxConcurrent - runningOn(host);
		},
		start(host, nowMs) {
			runningCounts.set(host, runningOn(host) + 1);
			delayUntil(host, nowMs + paceOf(host).delayMs);
		},
		end: (host) => void runningCounts.set(host, runningOn(host) - 1),
		pauseUntil: delayUntil,
	};
}
