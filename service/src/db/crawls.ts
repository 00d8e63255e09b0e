import { readJson, type Database } from './database.ts';

/** A crawl job with the sums over its pages. */
export interface Crawl {
	id: string;
	status: 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled';
	/** As the crawl module accepted it. */
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

/** A page of a crawl that has ended. What its status does not have is left out. */
export interface EndedCrawlPage {
	id: string;
	jobId: string;
	status: 'success' | 'failed' | 'skipped';
	/** As found in the link. */
	requestUrl: string;
	/** After redirects. */
	url: string;
	/** Links away from the base address. */
	depth: number;
	/** When its loading started. */
	createdAtMs: number;
	title?: string;
	/** JSON. */
	data?: unknown;
	errorMessage?: string | undefined;
	/** The extraction gave no answer: the data is the page's Markdown. */
	isExtractionFailed?: boolean;
	/** Names of stored files. */
	htmlFile?: string | undefined;
	markdownFile?: string | undefined;
	contentHash?: string | undefined;
	/** Links chosen to be followed. */
	links?: readonly string[];
	inputTokens?: number;
	outputTokens?: number;
}

/** What a page meant for the course of its crawl. */
export interface CrawlStep {
	status: 'success' | 'failed' | 'skipped';
	requestUrl: string;
	url: string;
	depth: number;
	contentHash: string | null;
	links: string[];
}

/** A stored page as clients may see it, without its data: that may be large. */
export interface CrawlPage {
	id: string;
	status: 'success' | 'failed';
	requestUrl: string;
	url: string;
	depth: number;
	title: string | null;
	errorMessage: string | null;
	isExtractionFailed: boolean;
	htmlFile: string | null;
	markdownFile: string | null;
	createdAtMs: number;
}

export type CrawlPagesRepository = ReturnType<typeof createCrawlPagesRepository>;

/** The pages of crawls. */
export function createCrawlPagesRepository({ durable, relaxed }: Database) {
	const pages = (jobId: string) => durable.selectFrom('crawlPages').where('jobId', '=', jobId);

	return {
		/** Stores a page; should a power cut take it, it is crawled again. */
		async insert(page: EndedCrawlPage): Promise<void> {
			const { data, isExtractionFailed = false, links = [] } = page;
			await relaxed
				.insertInto('crawlPages')
				.values({
					id: page.id,
					jobId: page.jobId,
					status: page.status,
					requestUrl: page.requestUrl,
					url: page.url,
					depth: page.depth,
					title: page.title,
					data: data === undefined ? null : JSON.stringify(data),
					errorMessage: page.errorMessage,
					isExtractionFailed: isExtractionFailed ? 1 : 0,
					htmlFile: page.htmlFile,
					markdownFile: page.markdownFile,
					contentHash: page.contentHash,
					links: JSON.stringify(links),
					inputTokens: page.inputTokens,
					outputTokens: page.outputTokens,
					createdAtMs: page.createdAtMs,
					finishedAtMs: Date.now(),
				})
				.execute();
		},

		/** What has happened in a crawl, in the order it happened. */
		async listSteps(jobId: string): Promise<CrawlStep[]> {
			const rows = await pages(jobId)
				.select(['status', 'requestUrl', 'url', 'depth', 'contentHash', 'links'])
				.orderBy('finishedAtMs')
				.orderBy('rowid')
				.execute();
			return rows.map((row) => ({ ...row, links: JSON.parse(row.links) }));
		},

		/** The successful and failed pages, in the order they were opened: the first is the start. */
		async list(jobId: string): Promise<CrawlPage[]> {
			const rows = await pages(jobId)
				.select([
					'id',
					'requestUrl',
					'url',
					'depth',
					'title',
					'errorMessage',
					'isExtractionFailed',
					'htmlFile',
					'markdownFile',
					'createdAtMs',
				])
				.select((eb) => eb.ref('status').$castTo<CrawlPage['status']>().as('status'))
				.where('status', '<>', 'skipped')
				.orderBy('createdAtMs')
				.orderBy('rowid')
				.execute();
			return rows.map((row) => ({ ...row, isExtractionFailed: row.isExtractionFailed === 1 }));
		},

		/** The data of one page as JSON text; undefined for a page that has none. */
		async readData(id: string): Promise<string | undefined> {
			const row = await durable
				.selectFrom('crawlPages')
				.select('data')
				.where('id', '=', id)
				.executeTakeFirst();
			return row?.data ?? undefined;
		},

		/** Whether a stored file belongs to a page of any crawl. */
		async usesFile(name: string): Promise<boolean> {
			const row = await durable
				.selectFrom('crawlPages')
				.select('id')
				.where((eb) => eb.or([eb('htmlFile', '=', name), eb('markdownFile', '=', name)]))
				.limit(1)
				.executeTakeFirst();
			return row !== undefined;
		},

		/** Tokens over all pages of a job. */
		async sumTokens(jobId: string): Promise<{ inputTokens: number; outputTokens: number }> {
			const sums = await pages(jobId)
				.select(({ fn }) => [
					fn.sum('inputTokens').as('inputTokens'),
					fn.sum('outputTokens').as('outputTokens'),
				])
				.executeTakeFirstOrThrow();
			return { inputTokens: Number(sums.inputTokens), outputTokens: Number(sums.outputTokens) };
		},
	};
}
