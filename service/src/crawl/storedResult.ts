import { z } from 'zod';

/** A crawl job's result as it lies in the database; the pages have a table of their own. */
export const storedCrawlResult = z.object({
	/** Facts the client should know, one sentence each. */
	warnings: z.array(z.string()),
});

export type StoredCrawlResult = z.output<typeof storedCrawlResult>;
