/**
 * A check of a page is marked by a fragment directive, the part of an address after `:~:`. Browsers
 * take it off before the page sees its address, and it is never sent to the site; but the service's
 * log shows the address as it was asked for. So a check that was paid for is found again also when
 * n8n ended before it could save the job's ID.
 */
const DIRECTIVE = ':~:wdt=';

const MARK = /#?:~:wdt=([0-9a-f]+)-([0-9a-f]+)-(\d+)$/;

export interface CheckMark {
	/** The trigger that asked. */
	watcher: string;
	/** What it asked for. */
	settings: string;
	/** Counts the checks of an address. */
	check: number;
}

/** The address to scrape for a check. */
export function markUrl(url: string, { watcher, settings, check }: CheckMark): string {
	return `${url}${url.includes('#') ? '' : '#'}${DIRECTIVE}${watcher}-${settings}-${check}`;
}

/** The mark of an address, and the address without it; undefined when it has none. */
export function readMark(marked: string): (CheckMark & { url: string }) | undefined {
	const [found, watcher, settings, check] = MARK.exec(marked) ?? [];
	if (found === undefined || watcher === undefined || settings === undefined) return undefined;
	return { url: marked.slice(0, -found.length), watcher, settings, check: Number(check) };
}

/** Text to find all checks of a trigger with in the service's log. */
export function searchTermOf(watcher: string): string {
	return `wdt=${watcher}`;
}
