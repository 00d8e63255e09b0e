import type { CrawlPageEnd } from '../../store/crawlPages.ts';
import type { CrawlTools } from '../crawlTools.ts';
import type { HostPacing } from '../politeness/hostPacing.ts';
import type { CrawlState } from './crawlState.ts';
import type { FrontierEntry } from './frontier.ts';
import type { PageRetry } from './processPage.ts';

export interface PageRecorderOptions {
	tools: Pick<CrawlTools, 'pages'>;
	jobId: string;
	state: CrawlState;
	pacing: HostPacing;
}

/** Keeps the stored pages and the state of a crawl in step. */
export interface PageRecorder {
	/** A page is about to be loaded. */
	begin(entry: FrontierEntry): void;
	/** A page has ended, or is to be loaded once more. */
	end(entry: FrontierEntry, end: CrawlPageEnd | PageRetry): void;
}

/** How long a page that failed for a moment waits for its second try. */
const RETRY_PAUSE_MS = 1500;

export function createPageRecorder(options: PageRecorderOptions): PageRecorder {
	const { tools, jobId, state, pacing } = options;
	const ids = new Map<FrontierEntry, string>();

	const takeId = (entry: FrontierEntry): string => {
		const id = ids.get(entry);
		if (id === undefined) throw new Error(`The page ${entry.url} ended before it began`);
		ids.delete(entry);
		return id;
	};

	return {
		begin(entry) {
			ids.set(entry, tools.pages.begin({ jobId, requestUrl: entry.url, depth: entry.depth }));
		},

		end(entry, end) {
			const id = takeId(entry);
			if (end.status === 'retry') {
				const untilMs = Date.now() + RETRY_PAUSE_MS;
				entry.notBeforeMs = untilMs;
				if (end.isHostBusy) pacing.pauseUntil(new URL(entry.url).origin, untilMs);
				tools.pages.drop(id);
				state.retry(entry);
				return;
			}
			tools.pages.finish(id, end);
			if (end.status === 'success') {
				state.succeed();
			} else if (end.status === 'failed') {
				state.fail(entry);
			} else {
				state.skip(entry);
			}
		},
	};
}
