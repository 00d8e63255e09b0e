import { BROWSER_GONE, BrowserCrashedError } from '../errors.ts';

/** What leases need to know about a browser. */
interface EndableBrowser {
	once(event: 'disconnected', listener: () => void): unknown;
	close(): Promise<void>;
}

/** The right to use a running browser until it is given back. */
export interface BrowserLease<Browser> {
	browser: Browser;
	/** Aborts with a BrowserCrashedError when the browser has gone. */
	gone: AbortSignal;
	/** Returns the browser; one that has served its quota of pages closes with its last lease. */
	release(): void;
	/** Kills the browser at once because it no longer responds. */
	discard(): void;
}

interface Tenancy<Browser> {
	starting: Promise<Browser>;
	gone: AbortController;
	leases: number;
	pagesServed: number;
}

/** Keeps one browser running while it is needed, and replaces one that died or served its quota. */
export class BrowserLeases<Browser extends EndableBrowser> {
	readonly #launch: () => Promise<Browser>;
	readonly #pagesPerBrowser: number;
	readonly #open = new Set<Tenancy<Browser>>();
	/** The one that new leases use. */
	#current: Tenancy<Browser> | undefined;

	/**
	 * @param launch starts a browser
	 * @param pagesPerBrowser pages after which a browser is replaced: Chromium's memory only grows
	 */
	constructor(launch: () => Promise<Browser>, pagesPerBrowser: number) {
		this.#launch = launch;
		this.#pagesPerBrowser = pagesPerBrowser;
	}

	/** Starts a browser when none is running. */
	async acquire(): Promise<BrowserLease<Browser>> {
		const tenancy = (this.#current ??= this.#start());
		tenancy.leases++;
		tenancy.pagesServed++;
		if (tenancy.pagesServed >= this.#pagesPerBrowser) this.#retire(tenancy);
		const browser = await tenancy.starting;
		return {
			browser,
			gone: tenancy.gone.signal,
			release: () => {
				tenancy.leases--;
				if (this.#current !== tenancy && tenancy.leases === 0) void browser.close();
			},
			discard: () => {
				this.#retire(tenancy);
				void browser.close();
			},
		};
	}

	/** Ends every browser. */
	async close(): Promise<void> {
		const ending = [...this.#open].map(async ({ starting }) => (await starting).close());
		await Promise.allSettled(ending);
	}

	#start(): Tenancy<Browser> {
		const gone = new AbortController();
		const tenancy = { starting: this.#launch(), gone, leases: 0, pagesServed: 0 };
		const end = (): void => {
			this.#open.delete(tenancy);
			this.#retire(tenancy);
			gone.abort(new BrowserCrashedError(BROWSER_GONE));
		};
		this.#open.add(tenancy);
		tenancy.starting.then((browser) => browser.once('disconnected', end), end);
		return tenancy;
	}

	#retire(tenancy: Tenancy<Browser>): void {
		if (this.#current === tenancy) this.#current = undefined;
	}
}
