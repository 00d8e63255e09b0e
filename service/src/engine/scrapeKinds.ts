/** Kind of the jobs that scrape the addresses of batches, one each. */
export const BATCH_KIND = 'batch';

/** Whether jobs of a kind count as scrapes. */
export function isScrapeKind(kind: string): boolean {
	return kind === 'scrape' || kind === BATCH_KIND;
}
