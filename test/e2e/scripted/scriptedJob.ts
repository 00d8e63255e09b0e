import { readScript } from './pageScript';

export type JobKind = 'scrape' | 'batch' | 'crawl' | 'search';

export type PageStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** The work on one page of a job. */
export interface ScriptedPage {
	url: string;
	startedMs: number;
	endsMs: number;
	end: 'completed' | 'failed';
	cancelledMs?: number;
}

/** A job of known length. Times are milliseconds since the Unix epoch. */
export interface ScriptedJob {
	id: string;
	kind: JobKind;
	/** The body it was submitted with. */
	request: unknown;
	pages: ScriptedPage[];
	submittedMs: number;
	/** When a status answer said for the first time that it has ended. */
	endToldMs?: number;
}

/** Begins the work on a page as its address scripts it. */
export function startPage(url: string, nowMs: number): ScriptedPage {
	const { seconds, end } = readScript(url);
	return { url, startedMs: nowMs, endsMs: nowMs + seconds * 1_000, end };
}

export function pageStatus(page: ScriptedPage, nowMs: number): PageStatus {
	if (page.cancelledMs !== undefined) return 'cancelled';
	return nowMs >= page.endsMs ? page.end : 'running';
}

export function hasEnded(job: ScriptedJob, nowMs: number): boolean {
	return job.pages.every((page) => pageStatus(page, nowMs) !== 'running');
}

/** When the last page of a job ends by itself. */
export function endsMs(job: ScriptedJob): number {
	return Math.max(...job.pages.map((page) => page.endsMs));
}

/** Ends all pages that are still worked on; returns how many. */
export function cancelPages(job: ScriptedJob, nowMs: number): number {
	const running = job.pages.filter((page) => pageStatus(page, nowMs) === 'running');
	for (const page of running) page.cancelledMs = nowMs;
	return running.length;
}

/** Begins the failed pages anew, which then succeed; returns how many. */
export function retryPages(job: ScriptedJob, nowMs: number): number {
	const failed = job.pages.filter((page) => pageStatus(page, nowMs) === 'failed');
	for (const page of failed) {
		const { endsMs: oldEnd, startedMs } = page;
		Object.assign(page, {
			startedMs: nowMs,
			endsMs: nowMs + oldEnd - startedMs,
			end: 'completed',
		});
	}
	return failed.length;
}
