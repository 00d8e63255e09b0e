import { rm } from 'node:fs/promises';
import { BrowserCrashedError } from '../../browser/errors.ts';
import type { HostPacing } from './pacing.ts';
import { createBell } from './bell.ts';
import type { CrawlState } from './crawlState.ts';
import { createDispatcher } from './dispatcher.ts';
import type { FrontierEntry } from './frontier.ts';
import type { LoadedPage } from './loadCrawlPage.ts';

export interface LaneOptions<Tab> {
	state: CrawlState;
	pacing: HostPacing;
	/** Tabs open at a time. */
	maxLanes: number;
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
export async function runLanes<Tab>(options: LaneOptions<Tab>): Promise<void> {
	const { state, maxLanes, signal } = options;
	const dispatcher = createDispatcher(state, options.pacing);
	const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
	const bell = createBell();
	const tasks = new Set<Promise<void>>();
	let laneCount = 0;
	/** Lanes that open their tab or wait for a page. */
	let hungryCount = 0;
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
	const isBehind = (): boolean => processingCount >= 2 * maxLanes;

	const takeNext = async (isTabClosed: () => boolean): Promise<FrontierEntry | undefined> => {
		const deadlineMs = Date.now() + LINGER_MS;
		for (;;) {
			if (isOver || isTabClosed()) return undefined;
			const entry = isBehind() ? undefined : dispatcher.take();
			const remainingMs = deadlineMs - Date.now();
			if (entry !== undefined || remainingMs <= 0) return entry;
			await bell.wait(remainingMs);
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

	const runLane = async (): Promise<void> => {
		let loading: FrontierEntry | undefined;
		let isClosed = false;
		let isHungry = true;
		const setHungry = (value: boolean): void => {
			hungryCount += Number(value) - Number(isHungry);
			isHungry = value;
		};
		hungryCount += 1;

		const loadNext = async (tab: Tab): Promise<boolean> => {
			const entry = await takeNext(() => isClosed);
			if (entry === undefined) return false;
			setHungry(false);
			loading = entry;
			const loaded = await options.load(tab, entry).finally(() => {
				dispatcher.release(entry);
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
			setHungry(true);
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
			setHungry(false);
			laneCount -= 1;
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

	const startLane = (): void => {
		laneCount += 1;
		track(runLane());
	};

	/** Looks at what there is to do, after every change. */
	function pump(): void {
		if (isOver) return;
		bell.ring();
		if (state.isDone() && laneCount === 0) return end();
		clearTimeout(timer);
		if (!state.hasWork() || isBehind()) return;
		const { readyCount, nextReadyMs } = dispatcher.readiness(maxLanes);
		const wanted = Math.min(maxLanes - laneCount, readyCount - hungryCount);
		for (let started = 0; started < wanted; started += 1) startLane();
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
		bell.ring();
		signal.removeEventListener('abort', end);
		const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
		await Promise.race([Promise.allSettled(tasks), grace]);
	}
}
