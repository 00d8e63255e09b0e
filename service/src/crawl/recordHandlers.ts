import type { Config } from '../config.ts';
import type { CrawlsRepository } from '../db/crawls.ts';
import { ApiError } from '../http/apiError.ts';
import type { Operations } from '../http/operation.ts';
import { toCrawlRecord } from './crawlBodies.ts';

const DEFAULT_HISTORY_LIMIT = 10;

/** There is no such crawl, or no such page of it. */
export function crawlNotFound(message = 'Crawl job not found'): ApiError {
	return new ApiError(404, message, { code: 'JOB_NOT_FOUND' });
}

/** The endpoints of the records of crawls, under `/crawl`. */
export function createCrawlRecordOperations(crawls: CrawlsRepository, costs: Config['costs']) {
	return {
		async getCrawlRecord({ params }) {
			const crawl = await crawls.find(params.jobId);
			if (crawl === undefined) throw crawlNotFound();
			return toCrawlRecord(crawl, costs);
		},

		async listCrawlHistory({ query }) {
			const { page = 1, limit = DEFAULT_HISTORY_LIMIT } = query;
			const total = await crawls.count();
			const found = await crawls.paginate(page, limit);
			return {
				jobs: found.map((crawl) => toCrawlRecord(crawl, costs)),
				total,
				page,
				totalPages: Math.ceil(total / limit),
			};
		},

		async getCrawlStats() {
			return { total: await crawls.count() };
		},
	} satisfies Operations;
}
