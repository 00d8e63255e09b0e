import { isIP } from 'node:net';
import { describeForbiddenAddress } from '../../net/addressRules.ts';

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
