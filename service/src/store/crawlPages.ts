import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { withoutDiskWait } from './database.ts';

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

const text = z.string().nullable();

const stepRow = z
	.object({
		status: z.enum(['success', 'failed', 'skipped']),
		request_url: z.string(),
		url: z.string(),
		content_hash: text,
		links: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
	})
	.transform((row) => ({
		status: row.status,
		requestUrl: row.request_url,
		url: row.url,
		contentHash: row.content_hash,
		links: row.links,
	}));

/** What a page meant for the course of its crawl. */
export type CrawlStep = z.output<typeof stepRow>;

const pageRow = z
	.object({
		id: z.string(),
		status: z.enum(['success', 'failed']),
		request_url: z.string(),
		url: z.string(),
		depth: z.number(),
		title: text,
		error_message: text,
		is_extraction_failed: z.number(),
		html_file: text,
		markdown_file: text,
		created_at_ms: z.number(),
	})
	.transform((row) => ({
		id: row.id,
		status: row.status,
		requestUrl: row.request_url,
		url: row.url,
		depth: row.depth,
		title: row.title,
		errorMessage: row.error_message,
		isExtractionFailed: row.is_extraction_failed === 1,
		htmlFile: row.html_file,
		markdownFile: row.markdown_file,
		createdAtMs: row.created_at_ms,
	}));

/** A stored page as clients may see it, without its data: that may be large. */
export type CrawlPage = z.output<typeof pageRow>;

const FACTS =
	'id, status, request_url, url, depth, title, error_message, is_extraction_failed, html_file, markdown_file, created_at_ms';

export type CrawlPagesRepository = ReturnType<typeof createCrawlPagesRepository>;

/** The pages of crawls. */
export function createCrawlPagesRepository(database: DatabaseSync) {
	const insert = database.prepare(
		`INSERT INTO crawl_pages (id, job_id, status, request_url, url, depth, title,
			data, error_message, is_extraction_failed, html_file, markdown_file, content_hash, links,
			input_tokens, output_tokens, created_at_ms, finished_at_ms)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	const selectSteps = database.prepare(
		`SELECT status, request_url, url, content_hash, links FROM crawl_pages
		WHERE job_id = ? ORDER BY finished_at_ms, rowid`,
	);
	const selectPages = database.prepare(
		`SELECT ${FACTS} FROM crawl_pages WHERE job_id = ? AND status <> 'skipped'
		ORDER BY created_at_ms, rowid`,
	);
	const selectData = database.prepare('SELECT data FROM crawl_pages WHERE id = ?');
	const selectFileUse = database.prepare(
		'SELECT 1 FROM crawl_pages WHERE html_file = :name OR markdown_file = :name',
	);
	const selectTokens = database.prepare(
		`SELECT coalesce(sum(input_tokens), 0) AS input_tokens,
			coalesce(sum(output_tokens), 0) AS output_tokens
		FROM crawl_pages WHERE job_id = ?`,
	);

	return {
		/** Stores a page; should a power cut take it, it is crawled again. */
		insert(page: EndedCrawlPage): void {
			const values = [
				...[page.id, page.jobId, page.status, page.requestUrl, page.url],
				...[page.depth, page.title ?? null],
				page.data === undefined ? null : JSON.stringify(page.data),
				...[page.errorMessage ?? null, page.isExtractionFailed === true ? 1 : 0],
				...[page.htmlFile ?? null, page.markdownFile ?? null, page.contentHash ?? null],
				...[JSON.stringify(page.links ?? []), page.inputTokens ?? 0, page.outputTokens ?? 0],
				...[page.createdAtMs, Date.now()],
			];
			withoutDiskWait(database, () => insert.run(...values));
		},

		/** What has happened in a crawl, in the order it happened. */
		listSteps: (jobId: string): CrawlStep[] =>
			selectSteps.all(jobId).map((row) => stepRow.parse(row)),

		/** The successful and failed pages, in the order they were opened: the first is the start. */
		list: (jobId: string): CrawlPage[] => selectPages.all(jobId).map((row) => pageRow.parse(row)),

		/** The data of one page as JSON text; undefined for a page that has none. */
		readData(id: string): string | undefined {
			const data = selectData.get(id)?.['data'];
			return typeof data === 'string' ? data : undefined;
		},

		/** Whether a stored file belongs to a page of any crawl. */
		usesFile: (name: string): boolean => selectFileUse.get({ name }) !== undefined,

		/** Tokens over all pages of a job. */
		sumTokens(jobId: string): { inputTokens: number; outputTokens: number } {
			const row = selectTokens.get(jobId);
			return {
				inputTokens: Number(row?.['input_tokens']),
				outputTokens: Number(row?.['output_tokens']),
			};
		},
	};
}
