import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import { BrowserCrashedError, PageMemoryError } from '../../browser/errors.ts';
import type { CrawlState } from '../state/crawlState.ts';
import type { FoundPage } from '../state/foundPage.ts';
import type { LoadedPage } from './loadCrawlPage.ts';
import { RETRY_PAUSE_MS } from './pace.ts';
import { PageTurns, type PageTurnsOptions, type Turn } from './pageTurns.ts';

export interface TabOptions<Tab> extends Pick<PageTurnsOptions, 'maxLoading' | 'reserve'> {
	state: CrawlState;
	/** Tabs open at a time. */
	maxTabs: number;
	signal: AbortSignal;
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

/** Pages loaded in one tab: opening a tab costs more than most loads, but tabs accumulate garbage. */
const MAX_LOADS_PER_TAB = 12;
/** After this time a tab gives up its place, so that other jobs get one while a crawl runs. */
const MAX_TAB_MS = 3000;
/** How long a tab waits for more work before other jobs may have its place. */
const LINGER_MS = 60;
const MAX_CRASHES_WITHOUT_PAGE = 3;
/** A stopped crawl waits this long for pages in progress: less than the 3 s that the job runner waits. */
const STOP_GRACE_MS = 1200;

/** What a tab loads; other tabs take over if it dies. */
interface TabWork {
	/** The page to load next. */
	next: Turn | undefined;
	loading: FoundPage | undefined;
	/** Whether the tab has died. */
	isGone: boolean;
}

/** The tabs in which the pages of a crawl are loaded. */
export class CrawlTabs<Tab> {
	readonly #options: TabOptions<Tab>;
	/** Aborts when the crawl cannot continue. */
	readonly #failure = new AbortController();
	readonly #signal: AbortSignal;
	readonly #processing: PQueue;
	readonly #turns: PageTurns;
	/** How many tabs have died since a page was loaded. */
	#crashCount = 0;

	constructor(options: TabOptions<Tab>) {
		this.#options = options;
		this.#signal = AbortSignal.any([options.signal, this.#failure.signal]);
		// Loading stays only slightly ahead of processing: loaded pages take memory.
		const concurrency = 2 * options.maxTabs;
		this.#processing = new PQueue({ concurrency });
		this.#turns = new PageTurns({
			...options,
			signal: this.#signal,
			isFull: () => this.#processing.pending >= concurrency,
		});
	}

	/**
	 * Crawls until the state is done or the signal aborts. Loading (in tabs) and processing (without)
	 * overlap: a tab takes its next page while the last one is still converted and extracted.
	 * @throws what opening a tab throws, when no page can be loaded at all
	 */
	async crawl(): Promise<void> {
		const { promise: graceOver, resolve } = Promise.withResolvers<void>();
		this.#signal.addEventListener('abort', () => {
			this.#turns.noteChange();
			setTimeout(resolve, STOP_GRACE_MS).unref();
		});
		const loaders = Array.from({ length: this.#options.maxTabs }, () =>
			this.#keepLoading().catch((error: unknown) => this.#fail(error)),
		);
		const processed = Promise.all(loaders).then(() => this.#processing.onIdle());
		await Promise.race([processed, graceOver]);
		if (!this.#options.signal.aborted) this.#failure.signal.throwIfAborted();
	}

	/** Opens a tab when there is a page for it, one after another. */
	async #keepLoading(): Promise<void> {
		for (;;) {
			const turn = await this.#turns.next();
			if (turn === undefined) return;
			await sleep(Math.max(0, turn.startMs - Date.now()), undefined, { signal: this.#signal });
			await this.#useTab(turn);
		}
	}

	async #useTab(first: Turn): Promise<void> {
		const work: TabWork = { next: first, loading: undefined, isGone: false };
		try {
			await this.#options.withTab((tab) => this.#loadPages(tab, work));
		} catch (error) {
			work.isGone = true;
			if (this.#signal.aborted) return;
			this.#giveBack(work);
			if (work.loading !== undefined) {
				this.#endLoading(work.loading, describeCrash(error));
				return;
			}
			this.#crashCount += 1;
			const mayPass = error instanceof BrowserCrashedError;
			if (!mayPass || this.#crashCount > MAX_CRASHES_WITHOUT_PAGE) this.#fail(error);
		}
	}

	/** Loads pages until the tab should be closed. */
	async #loadPages(tab: Tab, work: TabWork): Promise<void> {
		const closesAtMs = Date.now() + MAX_TAB_MS;
		for (let loads = 1; work.next !== undefined && !work.isGone; loads += 1) {
			const isReusable = await this.#loadPage(tab, work.next.page, work);
			if (!isReusable || loads === MAX_LOADS_PER_TAB || Date.now() > closesAtMs) return;
			if (this.#options.isWanted(tab)) return;
			work.next = await this.#turns.next(LINGER_MS);
			if (work.next === undefined) return;
			const waitMs = work.next.startMs - Date.now();
			if (work.isGone || waitMs > LINGER_MS) {
				this.#giveBack(work);
				return;
			}
			if (waitMs > 0) await sleep(waitMs);
		}
	}

	/** @returns whether the tab can load further pages */
	async #loadPage(tab: Tab, page: FoundPage, work: TabWork): Promise<boolean> {
		[work.next, work.loading] = [undefined, page];
		const loaded = await this.#options.load(tab, page);
		if (work.isGone) {
			if (loaded.kind === 'document') await rm(loaded.filePath, { force: true });
			return false;
		}
		work.loading = undefined;
		this.#crashCount = 0;
		this.#endLoading(page, loaded);
		return loaded.kind === 'page' || (loaded.kind === 'failed' && !loaded.isTabSpent);
	}

	#giveBack(work: TabWork): void {
		if (work.next !== undefined) this.#turns.giveBack(work.next);
		work.next = undefined;
		this.#turns.noteChange();
	}

	#endLoading(page: FoundPage, loaded: LoadedPage): void {
		this.#turns.endLoading(page);
		void this.#process(page, loaded);
		this.#turns.noteChange();
	}

	async #process(page: FoundPage, loaded: LoadedPage): Promise<void> {
		try {
			const end = await this.#processing.add(() => this.#options.process(page, loaded));
			if (end === 'retry') {
				await sleep(RETRY_PAUSE_MS, undefined, { signal: this.#signal });
				this.#options.state.retry(page);
			}
		} catch (error) {
			this.#fail(error);
		}
		this.#turns.noteChange();
	}

	#fail(error: unknown): void {
		this.#failure.abort(error);
	}
}

function describeCrash(error: unknown): LoadedPage {
	const reason = error instanceof Error ? error.message : String(error);
	const isTemporary = !(error instanceof PageMemoryError);
	return { kind: 'failed', reason, isTemporary, restMs: undefined, isTabSpent: true };
}
