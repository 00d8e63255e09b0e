import { countRows, type Database, offsetOf, type Queries, readJson } from './database.ts';
import type { JobState } from './jobRecord.ts';

/** A crawl job with totals over its pages. */
export interface Crawl {
	id: string;
	status: Exclude<JobState, 'delayed'>;
	/** As accepted by the crawl module. */
	request: unknown;
	createdAtMs: number;
	updatedAtMs: number;
	/** Pages successfully processed. */
	pagesCrawled: number;
	inputTokens: number;
	outputTokens: number;
	/** 0 until the job has ended. */
	creditsUsed: number;
	/** The final report on its pages; undefined until the job has ended. */
	result: unknown;
}

const select = (queries: Queries) =>
	queries
		.selectFrom('jobs')
		.where('kind', '=', 'crawl')
		.select(['id', 'state', 'request', 'createdAtMs', 'startedAtMs', 'finishedAtMs'])
		.select('creditsUsed')
		.select((eb) => {
			const pages = () => eb.selectFrom('crawlPages').whereRef('jobId', '=', 'jobs.id');
			const { countAll, max, sum } = eb.fn;
			return [
				pages()
					.select(countAll<number>().as('count'))
					.where('status', '=', 'success')
					.as('pagesCrawled'),
				pages().select(sum<number>('inputTokens').as('sum')).as('inputTokens'),
				pages().select(sum<number>('outputTokens').as('sum')).as('outputTokens'),
				pages().select(max('finishedAtMs').as('last')).as('lastPageAtMs'),
				eb.selectFrom('jobResults').select('result').whereRef('jobId', '=', 'jobs.id').as('result'),
			];
		});

type CrawlRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toCrawl(row: CrawlRow): Crawl {
	const { state, startedAtMs, finishedAtMs, lastPageAtMs, ...crawl } = row;
	return {
		...crawl,
		status: state === 'delayed' ? 'waiting' : state,
		request: readJson(crawl.request),
		result: readJson(crawl.result),
		updatedAtMs: Math.max(row.createdAtMs, startedAtMs ?? 0, finishedAtMs ?? 0, lastPageAtMs ?? 0),
		pagesCrawled: crawl.pagesCrawled ?? 0,
		inputTokens: crawl.inputTokens ?? 0,
		outputTokens: crawl.outputTokens ?? 0,
	};
}

/** The crawl jobs as records, with the totals of their pages. */
export class CrawlsRepository {
	readonly #durable: Queries;
	readonly #listings: Queries;

	constructor({ durable, listings }: Database) {
		this.#durable = durable;
		this.#listings = listings;
	}

	async find(id: string): Promise<Crawl | undefined> {
		const row = await select(this.#durable).where('id', '=', id).executeTakeFirst();
		return row && toCrawl(row);
	}

	/** One page of the crawls, newest first. */
	async paginate(page: number, limit: number): Promise<Crawl[]> {
		const rows = await select(this.#listings)
			.orderBy('createdAtMs', 'desc')
			.orderBy('id', 'desc')
			.limit(limit)
			.offset(offsetOf(page, limit))
			.execute();
		return rows.map(toCrawl);
	}

	/** How many crawls there are. */
	count(): Promise<number> {
		return countRows(this.#listings.selectFrom('jobs').where('kind', '=', 'crawl'));
	}
}
