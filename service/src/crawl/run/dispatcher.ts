import type { HostPacing } from './pacing.ts';
import type { CrawlState } from './crawlState.ts';
import type { FrontierEntry } from './frontier.ts';

/** What could be loaded now. */
export interface Readiness {
	/** Pages that may be loaded side by side at this moment. */
	readyCount: number;
	/** When the next page may be loaded, epoch milliseconds; Infinity while hosts are full. */
	nextReadyMs: number;
}

/** Hands out the pages of a crawl as fast as their hosts allow. */
export interface Dispatcher {
	/** Takes a page whose host is ready; its request counts as started. */
	take(): FrontierEntry | undefined;
	/** The request for a page has ended. */
	release(entry: FrontierEntry): void;
	/** Looks no further than `limit` pages. */
	readiness(limit: number): Readiness;
}

export function createDispatcher(state: CrawlState, pacing: HostPacing): Dispatcher {
	/** Asks the pacing once for each host: thousands of pages of a few hosts wait. */
	const askHosts = () => {
		const known = new Map<string, number>();
		return ({ origin, notBeforeMs }: FrontierEntry): number => {
			const hostReadyAtMs = known.get(origin) ?? pacing.readyAtMs(origin);
			known.set(origin, hostReadyAtMs);
			return Math.max(notBeforeMs, hostReadyAtMs);
		};
	};

	return {
		// In one go with the start of the request: another tab asks in the next moment.
		take() {
			const nowMs = Date.now();
			const readyAtMs = askHosts();
			const entry = state.take((waiting) => readyAtMs(waiting) <= nowMs);
			if (entry !== undefined) pacing.start(entry.origin, nowMs);
			return entry;
		},

		release: ({ origin }) => pacing.end(origin),

		readiness(limit) {
			const nowMs = Date.now();
			const most = Math.min(limit, state.openPlaces());
			const readyAtMs = askHosts();
			const capacities = new Map<string, number>();
			let readyCount = 0;
			let nextReadyMs = Infinity;
			for (const entry of state.waiting()) {
				if (readyCount >= most) break;
				nextReadyMs = Math.min(nextReadyMs, readyAtMs(entry));
				const { origin } = entry;
				const capacity = capacities.get(origin) ?? pacing.capacity(origin, nowMs);
				if (capacity < 1 || entry.notBeforeMs > nowMs) continue;
				capacities.set(origin, capacity - 1);
				readyCount += 1;
			}
			return { readyCount, nextReadyMs };
		},
	};
}
