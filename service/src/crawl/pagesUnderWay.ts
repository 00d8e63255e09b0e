import { randomUUID } from 'node:crypto';

/** A page that is loaded or processed at this moment. */
export interface PageUnderWay {
	id: string;
	jobId: string;
	/** As found in the link. */
	requestUrl: string;
	/** Links away from the base address. */
	depth: number;
	/** When its loading started. */
	createdAtMs: number;
}

/** The pages that running crawls are busy with: what the listing shows as `pending`. */
export interface PagesUnderWay {
	begin(page: Pick<PageUnderWay, 'jobId' | 'requestUrl' | 'depth'>): PageUnderWay;
	end(page: PageUnderWay): void;
	/** Forgets all pages of a job that stopped. */
	endJob(jobId: string): void;
	list(jobId: string): PageUnderWay[];
}

/** Kept in memory: after a restart nothing is under way, and what was is loaded again. */
export function createPagesUnderWay(): PagesUnderWay {
	const byJob = new Map<string, Set<PageUnderWay>>();
	return {
		begin(page) {
			const begun = { ...page, id: randomUUID(), createdAtMs: Date.now() };
			const pages = byJob.get(page.jobId) ?? new Set();
			byJob.set(page.jobId, pages.add(begun));
			return begun;
		},
		end: (page) => void byJob.get(page.jobId)?.delete(page),
		endJob: (jobId) => void byJob.delete(jobId),
		list: (jobId) => [...(byJob.get(jobId) ?? [])],
	};
}
