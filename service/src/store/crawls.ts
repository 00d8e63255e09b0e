import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** A crawl job with the sums over its pages. */
export interface Crawl {
	id: string;
	status: 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled';
	/** As the crawl room accepted it. */
	request: unknown;
	createdAtMs: number;
	updatedAtMs: number;
	/** Pages successfully processed. */
	pagesCrawled: number;
	inputTokens: number;
	outputTokens: number;
	/** 0 until the job has ended. */
	creditsUsed: number;
}

const crawlRow = z
	.object({
		id: z.string(),
		status: z.enum(['waiting', 'active', 'completed', 'failed', 'cancelled']),
		request: z.string().transform((text): unknown => JSON.parse(text)),
		created_at_ms: z.number(),
		updated_at_ms: z.number(),
		pages_crawled: z.number(),
		input_tokens: z.number(),
		output_tokens: z.number(),
		credits_used: z.number(),
	})
	.transform((row): Crawl => ({
		id: row.id,
		status: row.status,
		request: row.request,
		createdAtMs: row.created_at_ms,
		updatedAtMs: row.updated_at_ms,
		pagesCrawled: row.pages_crawled,
		inputTokens: row.input_tokens,
		outputTokens: row.output_tokens,
		creditsUsed: row.credits_used,
	}));

export type CrawlsRepository = ReturnType<typeof createCrawlsRepository>;

/** The crawl jobs as records: a view of the jobs and their pages. */
export function createCrawlsRepository(database: DatabaseSync) {
	const selectOne = database.prepare('SELECT * FROM crawls WHERE id = ?');
	const selectMany = database.prepare(
		'SELECT * FROM crawls ORDER BY created_at_ms DESC, id DESC LIMIT ? OFFSET ?',
	);
	const selectCount = database.prepare("SELECT count(*) AS total FROM jobs WHERE kind = 'crawl'");

	return {
		find(id: string): Crawl | undefined {
			const row = selectOne.get(id);
			return row === undefined ? undefined : crawlRow.parse(row);
		},

		/** One page of the crawls, newest first. */
		paginate: (page: number, limit: number): Crawl[] =>
			selectMany.all(limit, (page - 1) * limit).map((row) => crawlRow.parse(row)),

		/** How many crawls there are. */
		count: (): number => Number(selectCount.get()?.['total']),
	};
}
