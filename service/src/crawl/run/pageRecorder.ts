import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { CrawlPagesRepository, EndedCrawlPage } from '../../db/crawls.ts';
import type { HostPacing } from './pacing.ts';
import type { CrawlState } from './crawlState.ts';
import type { FrontierEntry } from './frontier.ts';

const pageUnderWay = z.object({
	id: z.string(),
	jobId: z.string(),
	/** As found in the link. */
	requestUrl: z.string(),
	/** Links away from the base address. */
	depth: z.number(),
	/** When its loading started; no two pages of a crawl say the same, so they can be put in order. */
	createdAtMs: z.number(),
});

/** A page that is loaded or processed at this moment. */
export type PageUnderWay = z.output<typeof pageUnderWay>;

/** The pages that a running crawl is busy with: part of its progress, the listing shows them as `pending`. */
export interface PagesUnderWay {
	begin(page: Pick<PageUnderWay, 'requestUrl' | 'depth'>): PageUnderWay;
	end(page: PageUnderWay): void;
	list(): PageUnderWay[];
}

/**
 * Keeps in mind what one crawl is busy with.
 * @param onChange told whenever that changes
 */
export function createPagesUnderWay(jobId: string, onChange: () => void): PagesUnderWay {
	const pages = new Set<PageUnderWay>();
	let latestMs = 0;
	return {
		begin(page) {
			latestMs = Math.max(Date.now(), latestMs + 1);
			const begun = { ...page, jobId, id: randomUUID(), createdAtMs: latestMs };
			pages.add(begun);
			onChange();
			return begun;
		},
		end(page) {
			pages.delete(page);
			onChange();
		},
		list: () => [...pages],
	};
}

const reported = z.object({ pagesUnderWay: z.array(pageUnderWay) });

/** The pages under way as the progress of a crawl job tells them. */
export function readPagesUnderWay(progress: object | undefined): PageUnderWay[] {
	return reported.safeParse(progress).data?.pagesUnderWay ?? [];
}

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
			else state.skip(entry, end.links?.[0]);
		},
	};
}
