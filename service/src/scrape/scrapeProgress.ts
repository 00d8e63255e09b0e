import type { JobContext } from '../engine/job.ts';

// Share of the progress that the pages take; extraction takes the rest.
const PAGES_SHARE = 0.8;

/** Tells how far a scrape is, in the form of its status (reference, "Scrape job status"). */
export interface ScrapeProgress {
	/** So many of the request's pages are done. */
	reportPages(doneCount: number): void;
	/** A page's list has so many items by now. */
	reportItems(count: number): void;
}

/** Starts the progress of a scrape of `total` pages. */
export function createScrapeProgress(
	total: number,
	reportProgress: JobContext['reportProgress'],
): ScrapeProgress {
	let progress = 0;
	const report = (message: string): void => reportProgress({ message, progress });
	report(`Loading ${total === 1 ? 'the page' : `${total} pages`}`);
	return {
		reportPages(doneCount) {
			progress = (PAGES_SHARE * doneCount) / total;
			report(doneCount < total ? `Loaded ${doneCount} of ${total} pages` : 'Reading the content');
		},
		reportItems: (count) => report(`Collected ${count} ${count === 1 ? 'item' : 'items'}`),
	};
}
