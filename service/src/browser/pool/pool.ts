import type { Browser, BrowserContext } from 'playwright-core';
import type { AddressPolicy } from '../../net/addressGuard.ts';
import { GuardProxy } from '../../net/guardProxy.ts';
import type { UpstreamProxy } from '../../net/upstreamProxy.ts';
import { type BrowserLease, BrowserLeases } from './browserLeases.ts';
import type { ClassifyContent, NameDocument } from '../responses/documentDownload.ts';
import { BROWSER_GONE, BrowserCrashedError, PageMemoryError } from '../errors.ts';
import { launchBrowser } from './launch.ts';
import {
	createContextOptions,
	openPage,
	type OpenPage,
	type PageNetwork,
} from '../page/openPage.ts';
import { saysGone } from '../page/pageDeath.ts';
import { RendererMemory } from './rendererMemory.ts';
import { PagePlaces, type Stay } from '../page/stay.ts';
import { TimeLimitError, untilAborted, withTimeLimit } from '../timeLimit.ts';

export interface BrowserPoolOptions {
	/** Pages that work at the same time; further requests wait their turn. */
	maxConcurrentPages: number;
	/** Decides where the browser may go; it is consulted for every connection of every page. */
	policy: AddressPolicy;
	/** Distinguishes documents from pages. */
	nameDocument: NameDocument;
	/** Identifies by its content what is served as a page. */
	classifyContent: ClassifyContent;
	/**
	 * Runs the browser without its sandbox where the machine allows none, instead of failing.
	 * @default false
	 */
	allowUnsandboxed?: boolean;
	/**
	 * Program to use as the browser.
	 * @default the bundled Chromium
	 */
	chromiumPath?: string | undefined;
	/** Called for each started browser with a description of how it runs. */
	onLaunch?: (description: string, isSandboxed: boolean) => void;
}

export interface PageOptions {
	/** Ends the wait for a place, or closes the page; `withPage` then rejects with its reason. */
	signal: AbortSignal;
	/** Address that the job names; it decides which private hosts are open to the page. */
	targetUrl: string | undefined;
	/** Forward proxy for this page alone. */
	upstream?: UpstreamProxy | undefined;
}

const PAGES_PER_BROWSER = 1000;
const OPEN_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 10_000;
const NO_ANSWER = 'the browser no longer answers';

/** A page whose scripts never finish would keep its place for ever. */
const LONGEST_USE_MS = 1_800_000;
const USED_TOO_LONG = 'The page was open for more than 30 minutes';

/**
 * One browser for all jobs, started by the first request. Each page has its own context, and so its own cookies and
 * storage.
 */
export class BrowserPool {
	private readonly options: BrowserPoolOptions;
	private readonly places: PagePlaces;
	private readonly proxy = new GuardProxy();
	private readonly closing = new AbortController();
	/** What is being done with pages. */
	private readonly uses = new Set<Promise<unknown>>();
	private readonly memories = new WeakMap<Browser, RendererMemory>();
	private readonly leases = new BrowserLeases(() => this.launch(), PAGES_PER_BROWSER);

	constructor(options: BrowserPoolOptions) {
		this.options = options;
		this.places = new PagePlaces(options.maxConcurrentPages);
	}

	/**
	 * Starts the browser ahead of the first page, to see that it can be started.
	 * @throws ChromiumMissingError, SandboxMissingError
	 */
	async warmUp(): Promise<void> {
		const lease = await this.leases.acquire();
		lease.release();
	}

	/**
	 * Waits for a free place, opens a page, passes it on and closes it afterwards.
	 * @throws BrowserCrashedError when the page or the browser dies; other pages are not affected by a
	 * page's death, and the next call gets a fresh browser if the browser died
	 * @throws PageMemoryError when the page exceeded the memory limit of a page
	 * @throws TimeLimitError after 30 minutes
	 */
	async withPage<Result>(
		pageOptions: PageOptions,
		use: (opened: OpenPage) => Promise<Result>,
	): Promise<Result> {
		const signal = AbortSignal.any([pageOptions.signal, this.closing.signal]);
		const using = this.places.host(signal, (stay) => this.run(pageOptions, signal, stay, use));
		this.uses.add(using);
		try {
			return await using;
		} finally {
			this.uses.delete(using);
		}
	}

	/** How many pages are open, and how many callers wait for a place. */
	countPages(): { open: number; waiting: number } {
		return this.places.count();
	}

	/** Closes all pages (their users get an error) and ends the browser. */
	async close(): Promise<void> {
		this.closing.abort(new BrowserCrashedError('The service is stopping'));
		await Promise.allSettled(this.uses);
		await this.leases.close();
		await this.proxy.close();
	}

	private async launch(): Promise<Browser> {
		const launched = await launchBrowser({
			chromiumPath: this.options.chromiumPath,
			allowUnsandboxed: this.options.allowUnsandboxed ?? false,
			proxyServer: await this.proxy.listen(),
		});
		this.options.onLaunch?.(launched.description, launched.isSandboxed);
		this.memories.set(launched.browser, RendererMemory.watch(launched.browser));
		return launched.browser;
	}

	private async openTab(needs: TabNeeds, signal: AbortSignal, isRetry = false): Promise<Tab> {
		let lease: BrowserLease<Browser> | undefined;
		try {
			lease = await this.leases.acquire();
			const { browser, gone } = lease;
			const readNetworkProcess = async () => this.memories.get(browser)?.readNetworkProcess();
			const tabNeeds = { ...needs, signal, readNetworkProcess };
			// Calls to a dying browser may never be answered.
			const opening = untilAborted(openTabIn(lease, tabNeeds), gone);
			return await withTimeLimit(opening, OPEN_TIMEOUT_MS, NO_ANSWER);
		} catch (error) {
			const isUnresponsive = lease !== undefined && error instanceof TimeLimitError;
			const isBrowserLost = isUnresponsive || lease?.browser.isConnected() === false;
			if (isBrowserLost) lease?.discard();
			lease?.release();
			const isTabLost = saysGone(error);
			// A browser or tab that died as it was started, or between two requests, has opened nothing yet: a fresh
			// one may do.
			if (!isRetry && (isBrowserLost || isTabLost)) return this.openTab(needs, signal, true);
			throw isTabLost ? new BrowserCrashedError(BROWSER_GONE, { cause: error }) : error;
		}
	}

	private async run<Result>(
		{ targetUrl, upstream }: PageOptions,
		signal: AbortSignal,
		stay: Stay,
		use: (opened: OpenPage) => Promise<Result>,
	): Promise<Result> {
		const { policy, nameDocument, classifyContent } = this.options;
		const guard = policy.forTarget(targetUrl);
		const session = this.proxy.openSession({ guard, upstream });
		try {
			const network = { guard, nameDocument, classifyContent, ...session };
			const tab = await this.openTab({ network, stay }, signal);
			try {
				return await useTab(tab, use);
			} catch (error) {
				const memory = this.memories.get(tab.lease.browser);
				const isTooLarge =
					error instanceof BrowserCrashedError && (await memory?.hasEnded(tab.opened.targetId));
				throw isTooLarge ? new PageMemoryError() : error;
			} finally {
				await closeTab(tab);
			}
		} finally {
			session.close();
		}
	}
}

/** What a page is opened with. */
type TabNeeds = { network: PageNetwork; stay: Stay };

/** A page in a browser, with its resources. */
interface Tab {
	lease: BrowserLease<Browser>;
	context: BrowserContext;
	opened: OpenPage;
}

async function openTabIn(
	lease: BrowserLease<Browser>,
	needs: TabNeeds & Pick<OpenPage, 'signal' | 'readNetworkProcess'>,
): Promise<Tab> {
	const { browser } = lease;
	const context = await browser.newContext(createContextOptions(browser.version()));
	return { lease, context, opened: await openPage(context, needs) };
}

// Calls on a dead page reject with messages about targets, or not at all: the signals say what happened.
async function useTab<Result>(
	{ lease, opened }: Tab,
	use: (opened: OpenPage) => Promise<Result>,
): Promise<Result> {
	const crash = new AbortController();
	const onCrash = (): void =>
		crash.abort(new BrowserCrashedError('The page crashed the browser tab'));
	opened.page.once('crash', onCrash);
	const end = AbortSignal.any([opened.signal, lease.gone, crash.signal]);
	return withTimeLimit(untilAborted(use(opened), end), LONGEST_USE_MS, USED_TOO_LONG);
}

async function closeTab({ context, lease }: Tab): Promise<void> {
	try {
		await withTimeLimit(context.close(), CLOSE_TIMEOUT_MS, NO_ANSWER);
	} catch (error) {
		// Any other failure means that the browser is gone, and the page with it.
		if (error instanceof TimeLimitError) lease.discard();
	}
	lease.release();
}
