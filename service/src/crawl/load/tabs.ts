import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { BrowserCrashedError, PageMemoryError } from '../../browser/errors.ts';
import type { CrawlState } from '../state/crawlState.ts';
import type { FoundPage } from '../state/foundPage.ts';
import type { LoadedPage } from './loadCrawlPage.ts';
import { RETRY_PAUSE_MS } from './pace.ts';

export interface TabOptions<Tab> {
	state: CrawlState;
	/** Tabs open at a time. */
	maxTabs: number;
	signal: AbortSignal;
	/** How many pages of an origin may be loading at a time. */
	maxLoading(origin: string): number;
	/** Reserves a page's turn at its host; returns how long to wait for it, in milliseconds. */
	reserve(page: FoundPage): Promise<number>;
	/** Opens a browser tab while `use` runs; rejects when the tab dies, whatever `use` does. */
	withTab(use: (tab: Tab) => Promise<void>): Promise<void>;
	/** Whether another job should have the tab's place. */
	isWanted(tab: Tab): boolean;
	/** Loads a page in a tab. Rejects with BrowserCrashedError, or when the crawl is stopped. */
	load(tab: Tab, page: FoundPage): Promise<LoadedPage>;
	/**
	 * Does everything after loading, without a tab, and ends the page in the state unless it must be
	 * loaded once more. Rejects when the crawl cannot continue.
	 */
	process(page: FoundPage, loaded: LoadedPage): Promise<'ended' | 'retry'>;
}

/** A started page, and when it may be loaded, epoch milliseconds. */
interface Turn {
	page: FoundPage;
	startMs: number;
}

/** Pages loaded in one tab: opening a tab costs more than most loads, but tabs accumulate garbage. */
const MAX_LOADS_PER_TAB = 12;
/** After this time a tab gives up its place, so that other jobs get one while a crawl runs. */
const MAX_TAB_MS = 3000;
/** How long a tab waits for more work before other jobs may have its place. */
const LINGER_MS = 60;
const MAX_CRASHES_WITHOUT_PAGE = 3;
/** A stopped crawl waits this long for pages in progress: less than the 3 s that the job runner waits. */
const STOP_GRACE_MS = 1200;

/**
 * Crawls until the state is done or the signal aborts. Loading (in tabs) and processing (without)
 * overlap: a tab takes its next page while the last one is still converted and extracted.
 * @throws what opening a tab throws, when no page can be loaded at all
 */
export async function runTabs<Tab>(options: TabOptions<Tab>): Promise<void> {
	const { state, maxTabs } = options;
	const failure = new AbortController();
	const signal = AbortSignal.any([options.signal, failure.signal]);
	const fail = (error: unknown): void => failure.abort(error);
	// Loading stays only slightly ahead of processing: loaded pages take memory.
	const processing = new PQueue({ concurrency: 2 * maxTabs });
	const loadingCounts = new Map<string, number>();
	/** Taken over by a tab that did not load them. */
	const returned: Turn[] = [];
	/** Resolved and replaced whenever something has changed. */
	let change = Promise.withResolvers<void>();
	/** Since the last change, nothing was found that may be loaded. */
	let isExhausted = false;
	let crashCount = 0;

	const wake = (): void => {
		isExhausted = false;
		change.resolve();
		change = Promise.withResolvers();
	};

	const take = (): FoundPage | undefined => {
		if (isExhausted || processing.pending >= 2 * maxTabs) return undefined;
		const countOf = (origin: string): number => loadingCounts.get(origin) ?? 0;
		const page = state.take(({ origin }) => countOf(origin) < options.maxLoading(origin));
		if (page !== undefined) loadingCounts.set(page.origin, countOf(page.origin) + 1);
		isExhausted = page === undefined;
		return page;
	};

	/** The next page to load; undefined when the crawl is over, or none is found within `patienceMs`. */
	const nextTurn = async (patienceMs?: number): Promise<Turn | undefined> => {
		let isPatient = true;
		const timeUp =
			patienceMs === undefined ? [] : [sleep(patienceMs).then(() => (isPatient = false))];
		while (!signal.aborted && !state.isDone()) {
			const turn = returned.shift();
			if (turn !== undefined) return turn;
			const page = take();
			if (page !== undefined) {
				return { page, startMs: Date.now() + (await options.reserve(page)) };
			}
			if (!isPatient) return undefined;
			await Promise.race([change.promise, ...timeUp]);
		}
		return undefined;
	};

	const process = async (page: FoundPage, loaded: LoadedPage): Promise<void> => {
		try {
			const end = await processing.add(() => options.process(page, loaded));
			if (end === 'retry') {
				await sleep(RETRY_PAUSE_MS, undefined, { signal });
				state.retry(page);
			}
		} catch (error) {
			fail(error);
		}
		wake();
	};

	const endLoading = (page: FoundPage, loaded: LoadedPage): void => {
		loadingCounts.set(page.origin, (loadingCounts.get(page.origin) ?? 0) - 1);
		void process(page, loaded);
		wake();
	};

	const useTab = async (first: Turn): Promise<void> => {
		/** The page to load next, and the one being loaded; other tabs take over if this one dies. */
		let turn: Turn | undefined = first;
		let loading: FoundPage | undefined;
		let isGone = false;

		const giveBack = (): void => {
			if (turn !== undefined) returned.push(turn);
			turn = undefined;
			wake();
		};

		const loadPage = async (tab: Tab, page: FoundPage): Promise<boolean> => {
			[turn, loading] = [undefined, page];
			const loaded = await options.load(tab, page);
			if (isGone) {
				if (loaded.kind === 'document') await rm(loaded.filePath, { force: true });
				return false;
			}
			loading = undefined;
			crashCount = 0;
			endLoading(page, loaded);
			return loaded.kind === 'page' || (loaded.kind === 'failed' && !loaded.isTabSpent);
		};

		const loadPages = async (tab: Tab): Promise<void> => {
			const closesAtMs = Date.now() + MAX_TAB_MS;
			for (let loads = 1; turn !== undefined && !isGone; loads += 1) {
				const isReusable = await loadPage(tab, turn.page);
				if (!isReusable || loads === MAX_LOADS_PER_TAB || Date.now() > closesAtMs) return;
				if (options.isWanted(tab)) return;
				turn = await nextTurn(LINGER_MS);
				if (turn === undefined) return;
				const waitMs = turn.startMs - Date.now();
				if (isGone || waitMs > LINGER_MS) return giveBack();
				if (waitMs > 0) await sleep(waitMs);
			}
		};

		try {
			await options.withTab(loadPages);
		} catch (error) {
			isGone = true;
			if (signal.aborted) return;
			giveBack();
			if (loading !== undefined) return endLoading(loading, describeCrash(error));
			crashCount += 1;
			const mayPass = error instanceof BrowserCrashedError;
			if (!mayPass || crashCount > MAX_CRASHES_WITHOUT_PAGE) fail(error);
		}
	};

	/** Opens a tab when there is a page for it, one after another. */
	const runLoader = async (): Promise<void> => {
		for (;;) {
			const turn = await nextTurn();
			if (turn === undefined) return;
			await sleep(Math.max(0, turn.startMs - Date.now()), undefined, { signal });
			await useTab(turn);
		}
	};

	const { promise: graceOver, resolve } = Promise.withResolvers<void>();
	signal.addEventListener('abort', () => {
		wake();
		setTimeout(resolve, STOP_GRACE_MS).unref();
	});
	const loaders = Array.from({ length: maxTabs }, () => runLoader().catch(fail));
	await Promise.race([Promise.all(loaders).then(() => processing.onIdle()), graceOver]);
	if (!options.signal.aborted) failure.signal.throwIfAborted();
}

function describeCrash(error: unknown): LoadedPage {
	const reason = error instanceof Error ? error.message : String(error);
	const isTemporary = !(error instanceof PageMemoryError);
	return { kind: 'failed', reason, isTemporary, restMs: undefined, isTabSpent: true };
}
