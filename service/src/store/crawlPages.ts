import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

/** A page when its loading starts. */
export interface NewCrawlPage {
	jobId: string;
	/** As found in the link. */
	requestUrl: string;
	/** Links away from the base address. */
	depth: number;
}

/** How a page ended. What a status does not have is left out. */
export interface CrawlPageEnd {
	status: 'success' | 'failed' | 'skipped';
	/** After redirects. */
	url: string;
	canonicalUrl?: string | undefined;
	title?: string;
	data?: unknown;
	errorMessage?: string | undefined;
	isExtractionFailed?: boolean;
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
		canonical_url: text,
		depth: z.number(),
		content_hash: text,
		links: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
	})
	.transform((row) => ({
		status: row.status,
		requestUrl: row.request_url,
		url: row.url,
		canonicalUrl: row.canonical_url,
		depth: row.depth,
		contentHash: row.content_hash,
		links: row.links,
	}));

/** What a page meant for the course of its crawl. */
export type CrawlStep = z.output<typeof stepRow>;

const pageRow = z
	.object({
		id: z.string(),
		status: z.enum(['pending', 'success', 'failed']),
		request_url: z.string(),
		url: z.string(),
		depth: z.number(),
		title: text,
		data: z
			.string()
			.transform((json): unknown => JSON.parse(json))
			.nullable(),
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
		/** Null for pages that have none, and in listings without data. */
		data: row.data,
		errorMessage: row.error_message,
		/** The extraction gave no answer: the data is the page's Markdown. */
		isExtractionFailed: row.is_extraction_failed === 1,
		/** Names of stored files. */
		htmlFile: row.html_file,
		markdownFile: row.markdown_file,
		createdAtMs: row.created_at_ms,
	}));

/** A page of a crawl as clients may see it. */
export type CrawlPage = z.output<typeof pageRow>;

const FACTS =
	'id, status, request_url, url, depth, title, error_message, is_extraction_failed, html_file, markdown_file, created_at_ms';

export type CrawlPagesRepository = ReturnType<typeof createCrawlPagesRepository>;

/** The pages of crawls. */
export function createCrawlPagesRepository(database: DatabaseSync) {
	const insert = database.prepare(
		`INSERT INTO crawl_pages (id, job_id, status, request_url, url, depth, created_at_ms)
		VALUES (?, ?, 'pending', ?, ?, ?, ?)`,
	);
	const update = database.prepare(
		`UPDATE crawl_pages SET status = ?, url = ?, canonical_url = ?, title = ?, data = ?,
			error_message = ?, is_extraction_failed = ?, html_file = ?, markdown_file = ?,
			content_hash = ?, links = ?, input_tokens = ?, output_tokens = ?, finished_at_ms = ?
		WHERE id = ? AND status = 'pending'`,
	);
	const deletePending = database.prepare(
		"DELETE FROM crawl_pages WHERE job_id = ? AND status = 'pending'",
	);
	const deleteOne = database.prepare("DELETE FROM crawl_pages WHERE id = ? AND status = 'pending'");
	const selectSteps = database.prepare(
		`SELECT status, request_url, url, canonical_url, depth, content_hash, links FROM crawl_pages
		WHERE job_id = ? AND status <> 'pending' ORDER BY finished_at_ms, rowid`,
	);
	const selectPages = database.prepare(
		`SELECT * FROM crawl_pages WHERE job_id = ? AND status <> 'skipped'
		ORDER BY finished_at_ms IS NULL, finished_at_ms, rowid`,
	);
	const selectSuccessful = database.prepare(
		`SELECT ${FACTS}, NULL AS data FROM crawl_pages WHERE job_id = ? AND status = 'success'
		ORDER BY finished_at_ms, rowid`,
	);
	const selectData = database.prepare('SELECT data FROM crawl_pages WHERE id = ?');
	const selectTokens = database.prepare(
		`SELECT coalesce(sum(input_tokens), 0) AS input_tokens,
			coalesce(sum(output_tokens), 0) AS output_tokens
		FROM crawl_pages WHERE job_id = ?`,
	);

	return {
		/** Stores a page that is about to be loaded; returns its ID. */
		begin({ jobId, requestUrl, depth }: NewCrawlPage): string {
			const id = randomUUID();
			insert.run(id, jobId, requestUrl, requestUrl, depth, Date.now());
			return id;
		},

		/** Records how a page ended. */
		finish(id: string, end: CrawlPageEnd): void {
			update.run(
				end.status,
				end.url,
				end.canonicalUrl ?? null,
				end.title ?? null,
				end.data === undefined ? null : JSON.stringify(end.data),
				end.errorMessage ?? null,
				end.isExtractionFailed === true ? 1 : 0,
				end.htmlFile ?? null,
				end.markdownFile ?? null,
				end.contentHash ?? null,
				JSON.stringify(end.links ?? []),
				end.inputTokens ?? 0,
				end.outputTokens ?? 0,
				Date.now(),
				id,
			);
		},

		/** Forgets a page that did not end. */
		drop: (id: string): void => void deleteOne.run(id),

		/** Forgets the pages of a job that did not end: it was stopped in the middle. */
		dropPending: (jobId: string): void => void deletePending.run(jobId),

		/** What has happened in a crawl, in the order it happened. */
		listSteps: (jobId: string): CrawlStep[] =>
			selectSteps.all(jobId).map((row) => stepRow.parse(row)),

		/** The pages with their data, in the order they were processed. */
		list: (jobId: string): CrawlPage[] => selectPages.all(jobId).map((row) => pageRow.parse(row)),

		/** The successful pages without their data. */
		listSuccessful: (jobId: string): CrawlPage[] =>
			selectSuccessful.all(jobId).map((row) => pageRow.parse(row)),

		/** The data of one page. */
		readData(id: string): unknown {
			const data = selectData.get(id)?.['data'];
			return typeof data === 'string' ? JSON.parse(data) : undefined;
		},

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
