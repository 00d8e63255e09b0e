import { isIP } from 'node:net';
import { describeForbiddenAddress } from '../../net/addressGuard.ts';
import type { RobotsFiles } from '../scope/robots.ts';

/** Pause between two requests to a public host when no setting says otherwise. */
const PUBLIC_DELAY_MS = 250;
/** A longer `Crawl-delay` is cut to this: a crawl of 50 pages then still ends within ten minutes. */
export const MAX_CRAWL_DELAY_MS = 10_000;

/**
 * The pause to keep between the starts of two requests to a host.
 * @param settingMs `CRAWL_DELAY_MS`; undefined means 0 for this machine and private networks, 250
 *   for public hosts
 * @param crawlDelayMs `Crawl-delay` of the host's robots.txt, honoured up to ten seconds
 */
export function decideHostDelay(
	hostname: string,
	settingMs: number | undefined,
	crawlDelayMs: number | undefined,
): number {
	const ownDelayMs = settingMs ?? (isPrivateHost(hostname) ? 0 : PUBLIC_DELAY_MS);
	return Math.max(ownDelayMs, Math.min(crawlDelayMs ?? 0, MAX_CRAWL_DELAY_MS));
}

/** Whether a host is this machine or in a private network, as far as its name tells. */
export function isPrivateHost(hostname: string): boolean {
	const name = hostname.replace(/^\[(.*)\]$/, '$1');
	if (isIP(name) !== 0) return describeForbiddenAddress(name) !== undefined;
	return name === 'localhost' || name.endsWith('.localhost');
}

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
	/** Between the starts of two requests to the host, in milliseconds. */
	delayOf(host: string): number;
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
		delayOf: (host) => paceOf(host).delayMs,
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
