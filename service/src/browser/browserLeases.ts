import { BROWSER_GONE, BrowserCrashedError } from './errors.ts';

/** As much of a browser as leases need to know. */
export interface EndableBrowser {
	once(event: 'disconnected', listener: () => void): unknown;
	close(): Promise<void>;
}

/** The right to use a running browser until it is given back. */
export interface BrowserLease<Browser extends EndableBrowser> {
	browser: Browser;
	/** Aborts with a BrowserCrashedError when the browser has gone. */
	gone: AbortSignal;
	/** Gives the browser back; a browser that has served its pages closes with its last lease. */
	release(): void;
	/** Ends the browser at once: it no longer answers. */
	discard(): void;
}

/** Keeps one browser running while it is wanted, and replaces one that died or served its time. */
export interface BrowserLeases<Browser extends EndableBrowser> {
	/** Starts a browser when none is running. */
	acquire(): Promise<BrowserLease<Browser>>;
	/** Ends every browser. */
	close(): Promise<void>;
}

interface Tenancy<Browser> {
	starting: Promise<Browser>;
	gone: AbortController;
	leases: number;
	pagesServed: number;
}

/**
 * @param launch starts a browser
 * @param pagesPerBrowser pages after which a browser is replaced: Chromium's memory only grows
 */
export function createBrowserLeases<Browser extends EndableBrowser>(
	launch: () => Promise<Browser>,
	pagesPerBrowser: number,
): BrowserLeases<Browser> {
	const open = new Set<Tenancy<Browser>>();
	/** The one that gets new leases. */
	let current: Tenancy<Browser> | undefined;

	function start(): Tenancy<Browser> {
		const gone = new AbortController();
		const tenancy: Tenancy<Browser> = { starting: launch(), gone, leases: 0, pagesServed: 0 };
		const end = (): void => {
			open.delete(tenancy);
			retire(tenancy);
			gone.abort(new BrowserCrashedError(BROWSER_GONE));
		};
		open.add(tenancy);
		tenancy.starting.then((browser) => browser.once('disconnected', end), end);
		return tenancy;
	}

	function retire(tenancy: Tenancy<Browser>): void {
		if (current === tenancy) current = undefined;
	}

	return {
		async acquire() {
			const tenancy = (current ??= start());
			tenancy.leases++;
			tenancy.pagesServed++;
			if (tenancy.pagesServed >= pagesPerBrowser) retire(tenancy);
			const browser = await tenancy.starting;
			return {
				browser,
				gone: tenancy.gone.signal,
				release() {
					tenancy.leases--;
					if (current !== tenancy && tenancy.leases === 0) void browser.close();
				},
				discard() {
					retire(tenancy);
					void browser.close();
				},
			};
		},
		async close() {
			await Promise.allSettled([...open].map(async ({ starting }) => (await starting).close()));
		},
	};
}
