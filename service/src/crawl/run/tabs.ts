import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostPacing } from './pacing.ts';
import type { CrawlState } from './crawlState.ts';
import type { FrontierEntry } from './frontier.ts';
import { BrowserCrashedError } from '../../browser/errors.ts';
import type { LoadedPage } from './loadCrawlPage.ts';

/**
 * When each waiting page may be loaded, epoch milliseconds. Asks the pacing once for each host: thousands
 * of pages of a few hosts wait.
 */
function createReadyTimes(pacing: HostPacing): (entry: FrontierEntry) => number {
	const known = new Map<string, number>();
	return ({ origin, notBeforeMs }) => {
		const hostReadyAtMs = known.get(origin) ?? pacing.readyAtMs(origin);
		known.set(origin, hostReadyAtMs);
		return Math.max(notBeforeMs, hostReadyAtMs);
	};
}

/**
 * What could be loaded now: how many pages side by side, and when the next may be loaded, epoch
 * milliseconds; Infinity while hosts are full.
 * @param limit looks no further than so many pages
 */
function findReady(
	state: CrawlState,
	pacing: HostPacing,
	limit: number,
): { readyCount: number; nextReadyMs: number } {
	const nowMs = Date.now();
	const most = Math.min(limit, state.openPlaces());
	const readyAtMs = createReadyTimes(pacing);
	const capacities = new Map<string, number>();
	let readyCount = 0;
	let nextReadyMs = Infinity;
	for (const entry of state.waiting()) {
		if (readyCount >= most) break;
		nextReadyMs = Math.min(nextReadyMs, readyAtMs(entry));
		const { origin } = entry;
		const capacity = capacities.get(origin) ?? pacing.capacity(origin, nowMs);
		if (capacity < 1 || entry.notBeforeMs > nowMs) continue;
		capacities.set(origin, capacity - 1);
		readyCount += 1;
	}
	return { readyCount, nextReadyMs };
}

export interface TabOptions<Tab> {
	state: CrawlState;
	pacing: HostPacing;
	/** Tabs open at a time. */
	maxTabs: number;
	signal: AbortSignal;
	/** Opens a browser tab for as long as `use` runs. */
	withTab(use: (tab: Tab) => Promise<void>): Promise<void>;
	/** Loads a page in a tab. Rejects with BrowserCrashedError, or when the crawl is stopped. */
	load(tab: Tab, entry: FrontierEntry): Promise<LoadedPage>;
	/**
	 * Does everything after loading, without a tab, and ends the entry in the state. Rejects only
	 * when the crawl is stopped.
	 */
	process(entry: FrontierEntry, loaded: LoadedPage): Promise<void>;
}

/** Pages loaded in one tab: opening a tab costs more than most loads, but tabs gather rubbish. */
const MAX_LOADS_PER_TAB = 12;
/** After this long a tab gives its place back, so that other jobs get theirs while a crawl runs. */
const MAX_TAB_MS = 3000;
/** How long a tab waits for more work before other jobs may have its place. */
const LINGER_MS = 60;
const MAX_CRASHES_WITHOUT_PAGE = 3;
/** A stopped crawl waits this long for what is under way; the reference of the job runner is 2 s. */
const STOP_GRACE_MS = 1200;

/**
 * Crawls until the state is done or the signal aborts. Loading (in tabs) and processing (without)
 * overlap: a tab takes its next page while the last one is still converted and extracted.
 * @throws what opening a tab throws, when no page can be loaded at all
 */
export async function runTabs<Tab>(options: TabOptions<Tab>): Promise<void> {
	const { state, pacing, maxTabs, signal } = options;
	const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
	/** Resolved and replaced whenever something has changed. */
	let change = Promise.withResolvers<void>();
	const tasks = new Set<Promise<void>>();
	let tabCount = 0;
	/** Tabs that open or wait for a page. */
	let idleCount = 0;
	let processingCount = 0;
	let crashCount = 0;
	let isOver = false;
	let timer: NodeJS.Timeout | undefined;

	const end = (): void => {
		isOver = true;
		resolve();
	};

	const fail = (error: unknown): void => {
		isOver = true;
		reject(error);
	};

	const track = (task: Promise<void>): void => {
		tasks.add(task);
		void task.finally(() => tasks.delete(task));
	};

	// Loading stays a little ahead of processing and no more: loaded pages take memory.
	const isBehind = (): boolean => processingCount >= 2 * maxTabs;

	// In one go with the start of the request: another tab asks in the next moment.
	const take = (): FrontierEntry | undefined => {
		const nowMs = Date.now();
		const readyAtMs = createReadyTimes(pacing);
		const entry = state.take((waiting) => readyAtMs(waiting) <= nowMs);
		if (entry !== undefined) pacing.start(entry.origin, nowMs);
		return entry;
	};

	const wake = (): void => {
		change.resolve();
		change = Promise.withResolvers();
	};

	const takeNext = async (isTabClosed: () => boolean): Promise<FrontierEntry | undefined> => {
		const deadlineMs = Date.now() + LINGER_MS;
		for (;;) {
			if (isOver || isTabClosed()) return undefined;
			const entry = isBehind() ? undefined : take();
			const remainingMs = deadlineMs - Date.now();
			if (entry !== undefined || remainingMs <= 0) return entry;
			await Promise.race([change.promise, delay(remainingMs)]);
		}
	};

	const process = async (entry: FrontierEntry, loaded: LoadedPage): Promise<void> => {
		processingCount += 1;
		try {
			await options.process(entry, loaded);
		} catch (error) {
			if (!signal.aborted) fail(error);
		} finally {
			processingCount -= 1;
			pump();
		}
	};

	const runTab = async (): Promise<void> => {
		let loading: FrontierEntry | undefined;
		let isClosed = false;
		let isIdle = true;
		const setIdle = (value: boolean): void => {
			idleCount += Number(value) - Number(isIdle);
			isIdle = value;
		};
		idleCount += 1;

		const loadNext = async (tab: Tab): Promise<boolean> => {
			const entry = await takeNext(() => isClosed);
			if (entry === undefined) return false;
			setIdle(false);
			loading = entry;
			const loaded = await options.load(tab, entry).finally(() => {
				pacing.end(entry.origin);
				if (isClosed) pump();
			});
			// The tab died meanwhile, and its entry has been dealt with.
			if (isClosed) {
				if (loaded.kind === 'document') await rm(loaded.document.filePath, { force: true });
				return false;
			}
			loading = undefined;
			crashCount = 0;
			track(process(entry, loaded));
			setIdle(true);
			pump();
			return loaded.kind !== 'document' && !(loaded.kind === 'failed' && loaded.isTabSpent);
		};

		try {
			await options.withTab(async (tab) => {
				const closesAtMs = Date.now() + MAX_TAB_MS;
				for (let loads = 0; loads < MAX_LOADS_PER_TAB; loads += 1) {
					if (Date.now() > closesAtMs || !(await loadNext(tab))) return;
				}
			});
		} catch (error) {
			isClosed = true;
			if (!signal.aborted) dealWithCrash(error, loading);
		} finally {
			setIdle(false);
			tabCount -= 1;
			pump();
		}
	};

	const dealWithCrash = (error: unknown, loading: FrontierEntry | undefined): void => {
		if (loading !== undefined) {
			const reason = error instanceof Error ? error.message : String(error);
			track(
				process(loading, {
					kind: 'failed',
					reason,
					isTemporary: true,
					isHostBusy: false,
					isTabSpent: true,
				}),
			);
			return;
		}
		crashCount += 1;
		const mayPass = error instanceof BrowserCrashedError;
		if (!mayPass || crashCount > MAX_CRASHES_WITHOUT_PAGE) fail(error);
	};

	const startTab = (): void => {
		tabCount += 1;
		track(runTab());
	};

	/** Looks at what there is to do, after every change. */
	function pump(): void {
		if (isOver) return;
		wake();
		if (state.isDone() && tabCount === 0) return end();
		clearTimeout(timer);
		if (!state.hasWork() || isBehind()) return;
		const { readyCount, nextReadyMs } = findReady(state, pacing, maxTabs);
		const wanted = Math.min(maxTabs - tabCount, readyCount - idleCount);
		for (let started = 0; started < wanted; started += 1) startTab();
		if (readyCount === 0 && Number.isFinite(nextReadyMs)) {
			timer = setTimeout(pump, Math.max(1, nextReadyMs - Date.now()));
		}
	}

	signal.addEventListener('abort', end, { once: true });
	if (signal.aborted) end();
	else pump();
	try {
		await ended;
	} finally {
		clearTimeout(timer);
		wake();
		signal.removeEventListener('abort', end);
		const grace = delay(STOP_GRACE_MS, undefined, { ref: false });
		await Promise.race([Promise.allSettled(tasks), grace]);
	}
}
