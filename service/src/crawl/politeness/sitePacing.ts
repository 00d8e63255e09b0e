import { decideHostDelay, isPrivateHost } from './hostDelay.ts';
import { createHostPacing, type HostPacing, type HostStarts } from './hostPacing.ts';
import type { RobotsFiles } from './robotsFiles.ts';

/** Requests at a time to one public host; on private networks the browser's tabs are the bound. */
const PUBLIC_CONCURRENCY = 4;

export interface SitePacingOptions {
	/** `CRAWL_DELAY_MS`; undefined takes the default of the kind of host. */
	delayMs: number | undefined;
	/** Their `Crawl-delay` counts, once known. */
	robots: RobotsFiles | undefined;
	/** Of all crawls. */
	nextStartsMs?: HostStarts;
}

/** The pacing of one crawl. A host that asks for a crawl delay gets one request at a time. */
export function createSitePacing(options: SitePacingOptions): HostPacing {
	const { delayMs, robots, nextStartsMs } = options;
	return createHostPacing((origin) => {
		const { hostname } = new URL(origin);
		const crawlDelayMs = robots?.knownRulesFor(origin)?.crawlDelayMs;
		const isSlow = crawlDelayMs !== undefined && crawlDelayMs > 0;
		const openConcurrency = isPrivateHost(hostname) ? Infinity : PUBLIC_CONCURRENCY;
		return {
			delayMs: decideHostDelay(hostname, delayMs, crawlDelayMs),
			maxConcurrent: isSlow ? 1 : openConcurrency,
		};
	}, nextStartsMs);
}
