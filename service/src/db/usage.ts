import type { Database, Queries } from './database.ts';

/** Totals of all jobs accepted in a period. */
export interface UsageTotals {
	/** Scrape requests; each address of a batch is one. */
	requests: number;
	crawls: number;
	searches: number;
	/** Parsed documents; each document of a batch is one. */
	documents: number;
	/** Read and written by the model. */
	tokens: number;
	captchas: number;
	/** Average of the ended scrape requests; 0 if there are none. */
	latencyMs: number;
	credits: number;
}

const SCRAPE_KINDS = ['scrape', 'batch'];

export type UsageRepository = ReturnType<typeof createUsageRepository>;

/** Sums over all jobs ever accepted, including deleted ones. */
export function createUsageRepository({ durable }: Database) {
	return {
		/**
		 * Totals of the jobs accepted from one moment (inclusive) to another (exclusive).
		 * @param fromMs beginning of a quarter of an hour, such as midnight in any time zone
		 */
		async sum(fromMs: number, untilMs: number, database: Queries = durable): Promise<UsageTotals> {
			const sums = await database
				.selectFrom('usageQuarters')
				.select(({ fn }) => [
					fn.sum('jobs').filterWhere('kind', 'in', SCRAPE_KINDS).as('requests'),
					fn.sum('jobs').filterWhere('kind', '=', 'crawl').as('crawls'),
					fn.sum('jobs').filterWhere('kind', '=', 'search').as('searches'),
					fn.sum('jobs').filterWhere('kind', '=', 'parse').as('documents'),
					fn.sum('tokens').as('tokens'),
					fn.sum('captchas').as('captchas'),
					fn.sum('credits').as('credits'),
					fn.sum('durationMs').filterWhere('kind', 'in', SCRAPE_KINDS).as('durationMs'),
					fn.sum('endedJobs').filterWhere('kind', 'in', SCRAPE_KINDS).as('endedJobs'),
				])
				.where('startMs', '>=', fromMs)
				.where('startMs', '<', untilMs)
				.executeTakeFirstOrThrow();
			const endedJobs = Number(sums.endedJobs);
			return {
				requests: Number(sums.requests),
				crawls: Number(sums.crawls),
				searches: Number(sums.searches),
				documents: Number(sums.documents),
				tokens: Number(sums.tokens),
				captchas: Number(sums.captchas),
				credits: Number(sums.credits),
				latencyMs: endedJobs === 0 ? 0 : Math.round(Number(sums.durationMs) / endedJobs),
			};
		},
	};
}
