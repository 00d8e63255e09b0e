import type { CrawlPagesRepository, EndedCrawlPage } from '../../db/crawlPages.ts';
import type { PagesUnderWay, PageUnderWay } from '../pagesUnderWay.ts';
import type { HostPacing } from './pacing.ts';
import type { CrawlState } from './crawlState.ts';
import type { FrontierEntry } from './frontier.ts';

/** How a page ended. */
export type PageEnd = Omit<EndedCrawlPage, 'id' | 'jobId' | 'requestUrl' | 'depth' | 'createdAtMs'>;

/** A page is to be loaded once more, later. */
export interface PageRetry {
	status: 'retry';
	/** Whether its whole host is to be left alone until then. */
	isHostBusy: boolean;
}

export interface PageRecorderOptions {
	pages: CrawlPagesRepository;
	underWay: PagesUnderWay;
	state: CrawlState;
	pacing: HostPacing;
}

/** Keeps the stored pages and the state of a crawl in step. */
export interface PageRecorder {
	/** A page is about to be loaded. */
	begin(entry: FrontierEntry): void;
	/** A page has ended, or is to be loaded once more. */
	end(entry: FrontierEntry, end: PageEnd | PageRetry): Promise<void>;
}

/** How long a page that failed for a moment waits for its second try. */
const RETRY_PAUSE_MS = 1500;

export function createPageRecorder(options: PageRecorderOptions): PageRecorder {
	const { pages, underWay, state, pacing } = options;
	const begun = new Map<FrontierEntry, PageUnderWay>();

	const takeBegun = (entry: FrontierEntry): PageUnderWay => {
		const page = begun.get(entry);
		if (page === undefined) throw new Error(`The page ${entry.url} ended before it began`);
		begun.delete(entry);
		return page;
	};

	const retry = (entry: FrontierEntry, { isHostBusy }: PageRetry): void => {
		entry.notBeforeMs = Date.now() + RETRY_PAUSE_MS;
		if (isHostBusy) pacing.pauseUntil(entry.origin, entry.notBeforeMs);
		state.retry(entry);
	};

	return {
		begin(entry) {
			const { url: requestUrl, depth } = entry;
			begun.set(entry, underWay.begin({ requestUrl, depth }));
		},

		async end(entry, end) {
			const page = takeBegun(entry);
			if (end.status !== 'retry') await pages.insert({ ...page, ...end });
			// Not earlier: a page is listed as under way until it is listed as ended.
			underWay.end(page);
			if (end.status === 'retry') retry(entry, end);
			else if (end.status === 'success') state.succeed();
			else if (end.status === 'failed') state.fail(entry);
			else state.skip(entry);
		},
	};
}
