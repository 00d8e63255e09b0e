import type { Generated } from 'kysely';
import type { JobState } from './jobRecord.ts';

/**
 * The tables, as created by `migrations/`. Columns are in snake case in the database. Moments are epoch
 * milliseconds; booleans are 1 and 0; JSON is text.
 */
export interface Tables {
	settings: { name: string; value: string };
	apiKeys: ApiKeysTable;
	jobs: JobsTable;
	jobResults: { jobId: string; summary: string; result: string };
	/** In Postgres only: otherwise the progress of jobs is kept in memory. */
	jobProgress: { jobId: string; progress: string };
	usageQuarters: UsageQuartersTable;
	scrapeBatches: ScrapeBatchesTable;
	scrapeBatchItems: { batchId: string; position: number; url: string; jobId: string };
	crawlPages: CrawlPagesTable;
	indexedPages: IndexedPagesTable;
	indexedMedia: IndexedMediaTable;
	parseFiles: ParseFilesTable;
	parseBatchDocuments: ParseBatchDocumentsTable;
	parseTexts: { jobId: string; page: number; part: number; text: string };
	parseBatches: { id: string; createdAtMs: number };
	/** In Postgres only, like the next one: limits that processes share. */
	rateWindows: { address: string; requests: number; endsAtMs: number };
	hostStarts: { host: string; nextStartMs: number };
	dashboardSessions: { tokenHash: string; expiresAtMs: number };
	savedPicks: SavedPicksTable;
}

interface SavedPicksTable {
	id: string;
	name: string;
	url: string;
	/** JSON. */
	pick: string;
	/** JSON: share of the entries with a value, by field. */
	shares: string;
	/** Identifies the selectors of its schema. */
	selectors: string;
	savedAtMs: number;
}

interface ApiKeysTable {
	id: string;
	name: string;
	hash: string;
	hint: string;
	isActive: Generated<number>;
	createdAtMs: number;
}

interface JobsTable {
	/** In the order they were stored. */
	rowid: Generated<number>;
	id: string;
	kind: string;
	state: JobState;
	error: string | null;
	/** Whether it completed, but some of its pages failed. */
	hasFailures: Generated<number>;
	attempts: Generated<number>;
	createdAtMs: number;
	runAfterMs: number | null;
	startedAtMs: number | null;
	finishedAtMs: number | null;
	creditsUsed: Generated<number>;
	inputTokens: Generated<number>;
	outputTokens: Generated<number>;
	captchasSolved: Generated<number>;
	/** JSON, without its secrets. */
	request: string;
	/** The secrets of the request, encrypted; null once the job has ended. */
	secrets: string | null;
	/** What the job is about, in lower case. */
	searchText: Generated<string>;
	/** Why the job must end at its next checkpoint. */
	stopReason: string | null;
	/** It ran when the process died, and so did others. In Postgres: how often that has happened. */
	isSuspect: Generated<number>;
	/** ID of the run that may write how it ended. */
	owner: string | null;
	/** Identifies the key that requested it. */
	asker: Generated<string>;
	/** Shared by jobs that belong together. */
	turnGroup: Generated<string>;
	/** Its position among the waiting jobs of its kind and lane. */
	turn: Generated<number>;
	/** What it waits for among the jobs of its kind; empty for the usual lane. */
	lane: Generated<string>;
	/** The logs in which the job appears. */
	log: Generated<'scrape' | 'search' | null>;
}

/** Totals of the jobs accepted in a quarter of an hour, maintained by the database itself. */
interface UsageQuartersTable {
	startMs: number;
	kind: string;
	jobs: number;
	tokens: number;
	captchas: number;
	credits: number;
	endedJobs: number;
	durationMs: number;
}

interface ScrapeBatchesTable {
	/** In the order of arrival. */
	rowid: Generated<number>;
	id: string;
	outputFormat: string;
	createdAtMs: number;
}

interface CrawlPagesTable {
	/** In the order they were stored. */
	rowid: Generated<number>;
	id: string;
	jobId: string;
	status: 'success' | 'failed' | 'skipped';
	requestUrl: string;
	url: string;
	depth: number;
	title: string | null;
	/** JSON. */
	data: string | null;
	/** JSON: where the values of the data were read; null if that was not asked for. */
	sources: string | null;
	errorMessage: string | null;
	/** A JSON object: what is worth noticing about the page's answer. */
	flags: Generated<string>;
	htmlFile: string | null;
	markdownFile: string | null;
	contentHash: string | null;
	/** A JSON list. */
	links: Generated<string>;
	/** A JSON object: what the page contributes to the totals of its crawl. */
	account: Generated<string>;
	inputTokens: Generated<number>;
	outputTokens: Generated<number>;
	createdAtMs: number;
	finishedAtMs: number;
}

interface IndexedPagesTable {
	id: Generated<number>;
	url: string;
	host: string;
	title: string;
	description: string;
	urlWords: string;
	text: string;
	publisher: string | null;
	imageUrl: string | null;
	publishedAtMs: number | null;
	isArticle: number;
	indexedAtMs: number;
}

interface IndexedMediaTable {
	id: Generated<number>;
	pageId: number;
	kind: 'image' | 'video';
	mediaUrl: string;
	title: string;
	thumbnailUrl: string | null;
	durationSeconds: number | null;
	publishedAtMs: number | null;
}

interface ParseFilesTable {
	id: string;
	fileName: string;
	sourceUrl: string | null;
	announcedBytes: number | null;
	storedBytes: number | null;
	expiresAtMs: number;
	/** The encoding that the server of a linked document stated for its text. */
	charset: string | null;
}

interface ParseBatchDocumentsTable {
	batchId: string;
	position: number;
	jobId: string | null;
	fileName: string;
	sourceUrl: string | null;
	fileId: string | null;
	error: string | null;
}
