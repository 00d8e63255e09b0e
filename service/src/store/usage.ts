import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** What all jobs accepted in a period came to. */
export interface UsageTotals {
	/** Scrape requests; each address of a batch is one. */
	requests: number;
	crawls: number;
	searches: number;
	/** Parsed; each document of a batch is one. */
	documents: number;
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
		searches: z.number(),
		documents: z.number(),
		tokens: z.number(),
		captchas: z.number(),
		latency_ms: z.number(),
		credits: z.number(),
	})
	.transform(({ latency_ms: latencyMs, ...totals }): UsageTotals => ({ ...totals, latencyMs }));

export type UsageRepository = ReturnType<typeof createUsageRepository>;

/** Sums over all jobs ever accepted, those that are deleted by now too. */
export function createUsageRepository(database: DatabaseSync) {
	const selectTotals = database.prepare(
		`SELECT
			coalesce(sum(jobs) FILTER (WHERE kind IN ('scrape', 'batch')), 0) AS requests,
			coalesce(sum(jobs) FILTER (WHERE kind = 'crawl'), 0) AS crawls,
			coalesce(sum(jobs) FILTER (WHERE kind = 'search'), 0) AS searches,
			coalesce(sum(jobs) FILTER (WHERE kind = 'parse'), 0) AS documents,
			coalesce(sum(tokens), 0) AS tokens,
			coalesce(sum(captchas), 0) AS captchas,
			coalesce(round(
				sum(duration_ms) FILTER (WHERE kind IN ('scrape', 'batch')) * 1.0
				/ nullif(sum(ended_jobs) FILTER (WHERE kind IN ('scrape', 'batch')), 0)
			), 0) AS latency_ms,
			coalesce(sum(credits), 0) AS credits
		FROM usage_quarters WHERE start_ms >= ? AND start_ms < ?`,
	);

	return {
		/**
		 * Totals of the jobs accepted from one moment (inclusive) to another (exclusive).
		 * @param fromMs beginning of a quarter of an hour, such as midnight anywhere
		 */
		sum: (fromMs: number, untilMs: number): UsageTotals =>
			totalsRow.parse(selectTotals.get(fromMs, untilMs)),
	};
}
