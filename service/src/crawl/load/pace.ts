import { isIP } from 'node:net';
import type { Pace } from '../../db/sharedLimits.ts';
import { describeForbiddenAddress } from '../../net/addressGuard.ts';

/** How long a page that failed temporarily waits for its second attempt. */
export const RETRY_PAUSE_MS = 1500;

/** Hosts that are remembered before expired ones are looked for. */
const MANY_HOSTS = 1000;

/** The pace of the crawls of one process: a host cannot tell them apart. */
export function createLocalPace(): Pace {
	const nextStartsMs = new Map<string, number>();

	const reserve = (host: string, leastMs: number, delayMs: number): number => {
		const nowMs = Date.now();
		if (nextStartsMs.size >= MANY_HOSTS) {
			for (const [other, startMs] of nextStartsMs) if (startMs <= nowMs) nextStartsMs.delete(other);
		}
		const startMs = Math.max(nowMs + leastMs, nextStartsMs.get(host) ?? 0);
		nextStartsMs.set(host, startMs + delayMs);
		return startMs - nowMs;
	};

	return {
		reserve: async (host, delayMs) => reserve(host, 0, delayMs),
		pause: async (host, restMs) => void reserve(host, restMs, 0),
	};
}

/** Pause between two requests to a public host when no setting says otherwise. */
const PUBLIC_DELAY_MS = 250;
/** A longer `Crawl-delay` is cut to this: a crawl of 50 pages then still ends within ten minutes. */
const MAX_CRAWL_DELAY_MS = 10_000;
/** Requests at a time to one public host; on private networks the browser's tabs are the limit. */
const PUBLIC_CONCURRENCY = 4;

/** The limits on requests to one host. */
export interface HostLimits {
	/** Between the starts of two requests. */
	delayMs: number;
	/** Requests at a time. */
	maxConcurrent: number;
}

/**
 * The limits for a host: one that asks for a crawl delay gets one request at a time.
 * @param settingMs `CRAWL_DELAY_MS`; undefined means 0 for this machine and private networks, 250
 *   for public hosts
 * @param crawlDelayMs `Crawl-delay` of the host's robots.txt, honoured up to ten seconds
 */
export function decideHostLimits(
	origin: string,
	settingMs: number | undefined,
	crawlDelayMs = 0,
): HostLimits {
	const isPrivate = isPrivateHost(new URL(origin).hostname);
	const ownDelayMs = settingMs ?? (isPrivate ? 0 : PUBLIC_DELAY_MS);
	const openConcurrency = isPrivate ? Infinity : PUBLIC_CONCURRENCY;
	return {
		delayMs: Math.max(ownDelayMs, Math.min(crawlDelayMs, MAX_CRAWL_DELAY_MS)),
		maxConcurrent: crawlDelayMs > 0 ? 1 : openConcurrency,
	};
}

/** Whether a host is this machine or on a private network, judging by its name. */
function isPrivateHost(hostname: string): boolean {
	const name = hostname.replace(/^\[(.*)\]$/, '$1');
	if (isIP(name) !== 0) return describeForbiddenAddress(name) !== undefined;
	return name === 'localhost' || name.endsWith('.localhost');
}
