import type { JobsRepository } from '../store/jobs.ts';

/** Kind of the jobs that scrape the addresses of batches, one each. */
export const BATCH_KIND = 'batch';

/** Kinds of jobs that count as scrapes. */
const SCRAPE_KINDS: readonly string[] = ['scrape', BATCH_KIND];

export function isScrapeKind(kind: string): boolean {
	return SCRAPE_KINDS.includes(kind);
}

/** How many scrapes were accepted since a moment. */
export function countScrapesSince(jobs: JobsRepository, sinceMs: number): number {
	return SCRAPE_KINDS.reduce((sum, kind) => sum + jobs.countAcceptedSince(kind, sinceMs), 0);
}
