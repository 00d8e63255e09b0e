import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlState } from '../state/crawlState.ts';
import type { FoundPage } from '../state/foundPage.ts';

export interface PageTurnsOptions {
	state: Pick<CrawlState, 'take' | 'isDone'>;
	/** After it aborts there are no more turns. */
	signal: AbortSignal;
	/** How many pages of an origin may be loading at a time. */
	maxLoading(origin: string): number;
	/** Reserves a page's turn at its host; returns how long to wait for it, in milliseconds. */
	reserve(page: FoundPage): Promise<number>;
	/** Whether so many loaded pages wait to be processed that no more should be loaded now. */
	isFull(): boolean;
}

/** A started page, and when it may be loaded, epoch milliseconds. */
export interface Turn {
	page: FoundPage;
	startMs: number;
}

/** Decides which page a tab loads next, and when. */
export class PageTurns {
	readonly #options: PageTurnsOptions;
	/** How many pages of each origin are loading. */
	readonly #loadingCounts = new Map<string, number>();
	/** Of tabs that will not load their next page. */
	readonly #returned: Turn[] = [];
	/** Resolved and replaced whenever something has changed. */
	#change = Promise.withResolvers<void>();
	/** Since the last change, nothing was found that may be loaded. */
	#isExhausted = false;

	constructor(options: PageTurnsOptions) {
		this.#options = options;
	}

	/** Something has changed: other pages may be loaded now, or none any more. */
	noteChange(): void {
		this.#isExhausted = false;
		this.#change.resolve();
		this.#change = Promise.withResolvers();
	}

	/** The next page to load; undefined when the crawl is over, or none is found within `patienceMs`. */
	async next(patienceMs?: number): Promise<Turn | undefined> {
		const { state, signal } = this.#options;
		let isPatient = true;
		const timeUp =
			patienceMs === undefined ? [] : [sleep(patienceMs).then(() => (isPatient = false))];
		while (!signal.aborted && !state.isDone()) {
			const turn = this.#returned.shift();
			if (turn !== undefined) return turn;
			const page = this.#take();
			if (page !== undefined) {
				return { page, startMs: Date.now() + (await this.#options.reserve(page)) };
			}
			if (!isPatient) return undefined;
			await Promise.race([this.#change.promise, ...timeUp]);
		}
		return undefined;
	}

	/** Another tab loads the page. */
	giveBack(turn: Turn): void {
		this.#returned.push(turn);
	}

	/** A page is not loading any more. */
	endLoading({ origin }: FoundPage): void {
		this.#loadingCounts.set(origin, this.#countLoading(origin) - 1);
	}

	#take(): FoundPage | undefined {
		const options = this.#options;
		if (this.#isExhausted || options.isFull()) return undefined;
		const page = options.state.take(
			({ origin }) => this.#countLoading(origin) < options.maxLoading(origin),
		);
		if (page !== undefined) {
			this.#loadingCounts.set(page.origin, this.#countLoading(page.origin) + 1);
		}
		this.#isExhausted = page === undefined;
		return page;
	}

	#countLoading(origin: string): number {
		return this.#loadingCounts.get(origin) ?? 0;
	}
}
