import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { AddressPolicy } from '../net/addressGuard.ts';
import { createGuardProxy, type UpstreamProxy } from '../net/guardProxy.ts';
import { BROWSER_GONE, BrowserCrashedError } from './errors.ts';
import { createBrowserLeases, type BrowserLease } from './browserLeases.ts';
import type { NameDocument } from './documentDownload.ts';
import { createContextOptions, openPage, type OpenPage, type PageNetwork } from './openPage.ts';
import { launchBrowser } from './launch.ts';
import { createSemaphore } from './semaphore.ts';
import { TimeLimitError, withTimeLimit } from './timeLimit.ts';

export interface BrowserPoolOptions {
	/** Pages open at the same time; further requests wait their turn. */
	maxConcurrentPages: number;
	/** Decides where the browser may go; every connection of every page is put to it. */
	policy: AddressPolicy;
	/** Tells documents from pages. */
	nameDocument: NameDocument;
	/**
	 * Runs the browser without its sandbox where the machine allows none, instead of refusing.
	 * @default false
	 */
	allowUnsandboxed?: boolean;
	/**
	 * Program to use as the browser.
	 * @default the Chromium that comes with the service
	 */
	chromiumPath?: string | undefined;
	/** Told of each browser that was started how it runs. */
	onLaunch?: (description: string, isSandboxed: boolean) => void;
}

export interface PageOptions {
	/** Ends the wait for a place, or closes the page; `withPage` then rejects with its reason. */
	signal: AbortSignal;
	/** Address that the job names; it decides which private hosts are open to the page. */
	targetUrl: string;
	/** Forward proxy for this page alone. */
	upstream?: UpstreamProxy | undefined;
}

export interface BrowserPool {
	/**
	 * Starts the browser ahead of the first page, to see that it can be started.
	 * @throws ChromiumMissingError, SandboxMissingError
	 */
	warmUp(): Promise<void>;
	/**
	 * Waits for a free place, opens a page, hands it over and closes it afterwards.
	 * @throws BrowserCrashedError when the page or the browser dies; other pages are not affected by a
	 * page's death, and the next call gets a fresh browser if the browser died
	 * @throws TimeLimitError after 30 minutes
	 */
	withPage<Result>(
		options: PageOptions,
		use: (opened: OpenPage) => Promise<Result>,
	): Promise<Result>;
	/** How many pages are open, and how many callers wait for a place. */
	countPages(): { open: number; waiting: number };
	/** Closes all pages (their users get an error) and ends the browser. */
	close(): Promise<void>;
}

const PAGES_PER_BROWSER = 1000;
const OPEN_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 10_000;

/** A page whose scripts never let go would hold its place for ever. */
const LONGEST_USE_MS = 1_800_000;
const USED_TOO_LONG = 'The page was open for more than 30 minutes';

/** A pool with one Chromium process tree, started by the first request. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
	const semaphore = createSemaphore(options.maxConcurrentPages);
	const proxy = createGuardProxy();
	const closing = new AbortController();
	const running = new Set<Promise<unknown>>();
	let openCount = 0;
	const leases = createBrowserLeases(async () => {
		const launched = await launchBrowser({
			chromiumPath: options.chromiumPath,
			allowUnsandboxed: options.allowUnsandboxed ?? false,
			proxyServer: await proxy.listen(),
		});
		options.onLaunch?.(launched.description, launched.isSandboxed);
		return launched.browser;
	}, PAGES_PER_BROWSER);

	async function openTab(network: PageNetwork, signal: AbortSignal, isRetry = false): Promise<Tab> {
		const lease = await leases.acquire();
		try {
			return { lease, ...(await openTabIn(lease.browser, network, signal)) };
		} catch (error) {
			const isBrowserLost = error instanceof TimeLimitError || !lease.browser.isConnected();
			if (isBrowserLost) lease.discard();
			lease.release();
			// A browser that died between two requests has opened nothing yet: a fresh one may serve.
			if (isRetry || !isBrowserLost) throw error;
			return openTab(network, signal, true);
		}
	}

	async function run<Result>(
		{ signal: pageSignal, targetUrl, upstream }: PageOptions,
		use: (opened: OpenPage) => Promise<Result>,
	): Promise<Result> {
		const signal = AbortSignal.any([pageSignal, closing.signal]);
		const releasePlace = await semaphore.acquire(signal);
		openCount += 1;
		const guard = options.policy.forTarget(targetUrl);
		const door = proxy.openDoor({ guard, upstream });
		try {
			const { lease, context, opened } = await openTab(
				{ guard, nameDocument: options.nameDocument, ...door },
				signal,
			);
			const end = watchForEnd(opened.page, signal);
			try {
				return await Promise.race([use(opened), end.promise]);
			} finally {
				end.stop();
				await closeContext(context, lease);
				lease.release();
			}
		} finally {
			door.close();
			openCount -= 1;
			releasePlace();
		}
	}

	return {
		async warmUp() {
			const lease = await leases.acquire();
			lease.release();
		},
		async withPage(pageOptions, use) {
			const task = run(pageOptions, use);
			running.add(task);
			try {
				return await task;
			} finally {
				running.delete(task);
			}
		},
		countPages: () => ({ open: openCount, waiting: running.size - openCount }),
		async close() {
			closing.abort(new BrowserCrashedError('The service is stopping'));
			await Promise.allSettled(running);
			await leases.close();
			await proxy.close();
		},
	};
}

/** A page in a browser, with what belongs to it. */
interface Tab {
	lease: BrowserLease<Browser>;
	context: BrowserContext;
	opened: OpenPage;
}

async function openTabIn(
	browser: Browser,
	network: PageNetwork,
	signal: AbortSignal,
): Promise<Omit<Tab, 'lease'>> {
	const opening = (async () => {
		const context = await browser.newContext(createContextOptions(browser.version()));
		return { context, opened: await openPage(context, network, signal) };
	})();
	// What is asked of a browser while it dies may never be answered.
	const { promise: death, reject } = Promise.withResolvers<never>();
	const onDisconnect = () => reject(new BrowserCrashedError(BROWSER_GONE));
	browser.once('disconnected', onDisconnect);
	try {
		const answer = Promise.race([opening, death]);
		return await withTimeLimit(answer, OPEN_TIMEOUT_MS, 'the browser no longer answers');
	} finally {
		browser.off('disconnected', onDisconnect);
	}
}

async function closeContext(context: BrowserContext, lease: BrowserLease<Browser>): Promise<void> {
	try {
		await withTimeLimit(context.close(), CLOSE_TIMEOUT_MS, 'the browser no longer answers');
	} catch (error) {
		// Any other failure means that the browser has gone, and the page with it.
		if (error instanceof TimeLimitError) lease.discard();
	}
}

// Calls on a dead page reject with words about targets, or not at all: this one says what happened.
function watchForEnd(page: Page, signal: AbortSignal): { promise: Promise<never>; stop(): void } {
	let stop = () => undefined as void;
	const promise = new Promise<never>((_resolve, reject) => {
		const onCrash = () => reject(new BrowserCrashedError('The page crashed the browser tab'));
		const onDisconnect = () => reject(new BrowserCrashedError(BROWSER_GONE));
		const onAbort = () => reject(signal.reason);
		const onTimeout = () => reject(new TimeLimitError(USED_TOO_LONG));
		const timer = setTimeout(onTimeout, LONGEST_USE_MS);
		const browser = page.context().browser();
		page.once('crash', onCrash);
		browser?.once('disconnected', onDisconnect);
		signal.addEventListener('abort', onAbort, { once: true });
		stop = () => {
			clearTimeout(timer);
			page.off('crash', onCrash);
			browser?.off('disconnected', onDisconnect);
			signal.removeEventListener('abort', onAbort);
		};
		if (signal.aborted) onAbort();
	});
	promise.catch(() => undefined);
	return { promise, stop };
}
