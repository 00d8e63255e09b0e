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

interface HostState {
	running: number;
	nextStartMs: number;
}

/** Spaces the requests of one crawl out, host by host. */
export function createHostPacing(paceOf: (host: string) => HostPace): HostPacing {
	const states = new Map<string, HostState>();
	const stateOf = (host: string): HostState => {
		const state = states.get(host) ?? { running: 0, nextStartMs: 0 };
		states.set(host, state);
		return state;
	};

	const readyAtMs = (host: string): number => {
		const { running, nextStartMs } = stateOf(host);
		return running >= paceOf(host).maxConcurrent ? Infinity : nextStartMs;
	};

	return {
		readyAtMs,
		capacity(host, nowMs) {
			if (readyAtMs(host) > nowMs) return 0;
			const { delayMs, maxConcurrent } = paceOf(host);
			return delayMs > 0 ? 1 : maxConcurrent - stateOf(host).running;
		},
		start(host, nowMs) {
			const state = stateOf(host);
			state.running += 1;
			state.nextStartMs = Math.max(state.nextStartMs, nowMs + paceOf(host).delayMs);
		},
		end(host) {
			stateOf(host).running -= 1;
		},
		pauseUntil(host, untilMs) {
			const state = stateOf(host);
			state.nextStartMs = Math.max(state.nextStartMs, untilMs);
		},
	};
}
