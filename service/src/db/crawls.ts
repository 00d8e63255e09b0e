import { type Database, readJson } from './database.ts';

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

export type CrawlsRepository = ReturnType<typeof createCrawlsRepository>;

/** The crawl jobs as records: a view of the jobs and their pages. */
export function createCrawlsRepository({ durable, listings }: Database) {
	return {
		async find(id: string): Promise<Crawl | undefined> {
			const crawl = await durable
				.selectFrom('crawls')
				.selectAll()
				.where('id', '=', id)
				.executeTakeFirst();
			return crawl && { ...crawl, request: readJson(crawl.request) };
		},

		/** One page of the crawls, newest first. */
		async paginate(page: number, limit: number): Promise<Crawl[]> {
			const crawls = await listings
				.selectFrom('crawls')
				.selectAll()
				.orderBy('createdAtMs', 'desc')
				.orderBy('id', 'desc')
				.limit(limit)
				.offset((page - 1) * limit)
				.execute();
			return crawls.map((crawl) => ({ ...crawl, request: readJson(crawl.request) }));
		},

		/** How many crawls there are. */
		async count(): Promise<number> {
			const { total } = await listings
				.selectFrom('jobs')
				.select((eb) => eb.fn.countAll().as('total'))
				.where('kind', '=', 'crawl')
				.executeTakeFirstOrThrow();
			return Number(total);
		},
	};
}
