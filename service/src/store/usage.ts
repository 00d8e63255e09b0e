import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** What all jobs accepted in a period came to. */
export interface UsageTotals {
	/** Scrape requests; each address of a batch is one. */
	requests: number;
	crawls: number;
	/** Read and written by the model. */
	tokens: number;
	captchas: number;
	/** Average of the ended scrape requests; 0 without any. */
	latencyMs: number;
	credits: number;
}

const totalsRow = z
	.object({
		requests: z.number(),
		crawls: z.number(),
		tokens: z.number(),
		captchas: z.number(),
		latency_ms: z.number(),
		credits: z.number(),
	})
	.transform(({ latency_ms: latencyMs, ...totals }): UsageTotals => ({ ...totals, latencyMs }));

export type UsageRepository = ReturnType<typeof createUsageRepository>;

/** Sums over the job records. */
export function createUsageRepository(database: DatabaseSync) {
	const selectTotals = database.prepare(
		`SELECT
			count(*) FILTER (WHERE kind IN ('scrape', 'batch')) AS requests,
			count(*) FILTER (WHERE kind = 'crawl') AS crawls,
			coalesce(sum(input_tokens + output_tokens), 0) AS tokens,
			coalesce(sum(captchas_solved), 0) AS captchas,
			coalesce(
				round(avg(finished_at_ms - started_at_ms) FILTER (WHERE kind IN ('scrape', 'batch'))), 0
			) AS latency_ms,
			coalesce(sum(credits_used), 0) AS credits
		FROM jobs WHERE created_at_ms >= ? AND created_at_ms < ?`,
	);

	return {
		/** Totals of the jobs accepted from one moment (inclusive) to another (exclusive). */
		sum: (fromMs: number, untilMs: number): UsageTotals =>
			totalsRow.parse(selectTotals.get(fromMs, untilMs)),
	};
}
