import type { Selectable } from 'kysely';
import type { ValueSources } from '@web-data-extraction/fields/valueSource';
import type { AnswerFlags } from './answerFlags.ts';
import type { Database, Queries } from './database.ts';
import type { Tables } from './schema.ts';

/**
 * How the opening of an address ended. `elsewhere` leads out of scope or to a file that is not a page,
 * `listing` is a sitemap listed in another one.
 */
export type PageOutcome = 'read' | 'failed' | 'duplicate' | 'elsewhere' | 'listing' | 'robots';

/**
 * Why an address in scope is not opened. `loads`: too many were opened without a result. `waiting`:
 * too many waited. `stopped`: the crawl was stopped before.
 */
export const LEFT_OUT_REASONS = [
	'endless',
	'robots',
	'nofollow',
	'pattern',
	'instruction',
	'depth',
	'maxPages',
	'loads',
	'waiting',
	'stopped',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** What a page said that those before it did not: words in new places, and words of lines with new figures. */
export interface PageNews {
	words: number;
	figures: number;
}

/** What a page contributes to the totals of its crawl. */
export interface PageAccount {
	/** @default decided by the page's status */
	outcome?: PageOutcome;
	/** Whether its address showed what another one shows. */
	isEcho?: boolean;
	/** What it said that the pages before it did not. */
	news?: PageNews;
	/** Whether it was read for the addresses that it lists. */
	isListing?: boolean;
	/** Its links in scope that are not followed, as digests of their keys. */
	leftOut?: { [reason in LeftOutReason]?: string[] };
}

/** A page of a crawl that has ended. Fields that its status does not have are left out. */
export interface EndedCrawlPage {
	id: string;
	jobId: string;
	status: 'success' | 'failed' | 'skipped';
	/** As found in the link, without the user's name and password. */
	requestUrl: string;
	/** After redirects, also without them. */
	url: string;
	/** Number of links from the base address. */
	depth: number;
	/** When its loading started. */
	createdAtMs: number;
	title?: string;
	/** JSON. */
	data?: unknown;
	/** Where its values were read, if that was asked for. */
	sources?: ValueSources | undefined;
	errorMessage?: string | undefined;
	/** What is worth noticing about its answer. */
	flags?: AnswerFlags;
	/** Names of stored files. */
	htmlFile?: string | undefined;
	markdownFile?: string | undefined;
	contentHash?: string | undefined;
	/** Links chosen to be followed. */
	links?: readonly string[];
	account?: PageAccount;
	inputTokens?: number;
	outputTokens?: number;
}

type CrawlPageRow = Selectable<Tables['crawlPages']>;

/** What a page means for the progress of its crawl. */
export type CrawlStep = Pick<
	CrawlPageRow,
	'status' | 'requestUrl' | 'url' | 'depth' | 'contentHash' | 'title' | 'markdownFile'
> & { links: string[]; account: PageAccount };

const SHOWN = [
	'id',
	'jobId',
	'requestUrl',
	'url',
	'depth',
	'title',
	'errorMessage',
	'htmlFile',
	'markdownFile',
	'createdAtMs',
] as const;

/** A stored page as clients may see it, without its data, which may be large. */
export type CrawlPage = Pick<CrawlPageRow, (typeof SHOWN)[number]> & {
	status: 'success' | 'failed';
	flags: AnswerFlags;
};

/** The pages of crawls. */
export class CrawlPagesRepository {
	readonly #durable: Queries;
	readonly #relaxed: Queries;

	constructor({ durable, relaxed }: Database) {
		this.#durable = durable;
		this.#relaxed = relaxed;
	}

	/** Stores a page; if a power cut loses it, it is crawled again. */
	async insert(page: EndedCrawlPage): Promise<void> {
		const { data, sources, flags = {}, links = [], account = {} } = page;
		await this.#relaxed
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
				sources: sources === undefined ? null : JSON.stringify(sources),
				errorMessage: page.errorMessage,
				flags: JSON.stringify(flags),
				htmlFile: page.htmlFile,
				markdownFile: page.markdownFile,
				contentHash: page.contentHash,
				links: JSON.stringify(links),
				account: JSON.stringify(account),
				inputTokens: page.inputTokens,
				outputTokens: page.outputTokens,
				createdAtMs: page.createdAtMs,
				finishedAtMs: Date.now(),
			})
			.execute();
	}

	/** What has happened in a crawl, in order. */
	async listSteps(jobId: string): Promise<CrawlStep[]> {
		const rows = await this.#select(jobId)
			.select(['status', 'requestUrl', 'url', 'depth', 'title', 'markdownFile'])
			.select(['contentHash', 'links', 'account'])
			.orderBy('finishedAtMs')
			.orderBy('rowid')
			.execute();
		return rows.map((row) => ({
			...row,
			links: JSON.parse(row.links),
			account: JSON.parse(row.account),
		}));
	}

	/** The successful and failed pages, in the order they were opened: the first is the start. */
	async list(jobId: string): Promise<CrawlPage[]> {
		const rows = await this.#selectShown(jobId).orderBy('createdAtMs').orderBy('rowid').execute();
		return rows.map(toCrawlPage);
	}

	/** A successful or failed page of a crawl; undefined when it has no such page. */
	async find(jobId: string, id: string): Promise<CrawlPage | undefined> {
		const row = await this.#selectShown(jobId).where('id', '=', id).executeTakeFirst();
		return row && toCrawlPage(row);
	}

	/** Replaces the data of a page, their sources and its flags with those of a new answer. */
	async replaceData(
		id: string,
		{ data, sources, flags = {} }: Pick<EndedCrawlPage, 'data' | 'sources' | 'flags'>,
	): Promise<void> {
		await this.#durable
			.updateTable('crawlPages')
			.set({
				data: JSON.stringify(data),
				sources: sources === undefined ? null : JSON.stringify(sources),
				flags: JSON.stringify(flags),
				errorMessage: null,
			})
			.where('id', '=', id)
			.execute();
	}

	/** The data of a page and their sources as JSON texts; `sources` is null where there are none. */
	async readData(id: string): Promise<{ data: string; sources: string | null }> {
		const row = await this.#durable
			.selectFrom('crawlPages')
			.select(['data', 'sources'])
			.where('id', '=', id)
			.executeTakeFirst();
		return { data: row?.data ?? 'null', sources: row?.sources ?? null };
	}

	/** The pages of a crawl that have sources, by their IDs. */
	async listTraced(jobId: string): Promise<Set<string>> {
		const rows = await this.#select(jobId).select('id').where('sources', 'is not', null).execute();
		return new Set(rows.map(({ id }) => id));
	}

	/** Whether a stored file belongs to a page of any crawl. */
	async usesFile(name: string): Promise<boolean> {
		const row = await this.#durable
			.selectFrom('crawlPages')
			.select('id')
			.where((eb) => eb.or([eb('htmlFile', '=', name), eb('markdownFile', '=', name)]))
			.limit(1)
			.executeTakeFirst();
		return row !== undefined;
	}

	/** Total tokens over all pages of a job. */
	async sumTokens(jobId: string): Promise<{ inputTokens: number; outputTokens: number }> {
		const sums = await this.#select(jobId)
			.select(({ fn }) => [
				fn.sum('inputTokens').as('inputTokens'),
				fn.sum('outputTokens').as('outputTokens'),
			])
			.executeTakeFirstOrThrow();
		return { inputTokens: Number(sums.inputTokens), outputTokens: Number(sums.outputTokens) };
	}

	#select(jobId: string) {
		return this.#durable.selectFrom('crawlPages').where('jobId', '=', jobId);
	}

	#selectShown(jobId: string) {
		return this.#select(jobId)
			.select([...SHOWN, 'flags'])
			.select((eb) => eb.ref('status').$castTo<CrawlPage['status']>().as('status'))
			.where('status', '<>', 'skipped');
	}
}

const toCrawlPage = (row: Omit<CrawlPage, 'flags'> & { flags: string }): CrawlPage => ({
	...row,
	flags: JSON.parse(row.flags),
});
