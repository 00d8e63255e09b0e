import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { paginateLogs, type LogFilter, type LogStatus, type LogView } from './logListing.ts';

/** A scrape as the list of logs shows it. */
export interface ScrapeLog {
	uuid: string;
	status: LogStatus;
	startedAtMs: number;
	finishedAtMs: number | null;
	errorMessage: string | null;
	urls: string[];
	extractionPrompt: string | null;
	inputTokens: number;
	outputTokens: number;
	captchasSolved: number;
	creditsUsed: number;
}

/** A scrape with what it found. */
export interface FullScrapeLog extends ScrapeLog {
	/** Result of the job, as its handler returned it; null until completed. */
	result: unknown;
}

const urlList = z.array(z.object({ url: z.string() }));

const logRow = z.object({
	uuid: z.string(),
	status: z.enum(['success', 'error', 'in_progress']),
	started_at_ms: z.number(),
	finished_at_ms: z.number().nullable(),
	error_message: z.string().nullable(),
	urls: z.string().transform((text) => urlList.parse(JSON.parse(text)).map(({ url }) => url)),
	extraction_prompt: z.string().nullable(),
	input_tokens: z.number(),
	output_tokens: z.number(),
	captchas_solved: z.number(),
	credits_used: z.number(),
});

const fullLogRow = logRow.extend({
	result: z
		.string()
		.transform((text): unknown => JSON.parse(text))
		.nullable(),
});

const view: LogView = {
	name: 'scrape_logs',
	columns: Object.keys(logRow.shape),
	searchCondition:
		"EXISTS (SELECT 1 FROM json_each(urls) WHERE instr(lower(value ->> '$.url'), ?) > 0)",
};

export type ScrapeLogsRepository = ReturnType<typeof createScrapeLogsRepository>;

/** The scrape logs: a view of the scrape jobs, so a log says what its job did. */
export function createScrapeLogsRepository(database: DatabaseSync) {
	const selectOne = database.prepare('SELECT * FROM scrape_logs WHERE uuid = ?');

	return {
		/** One page of the logs that fit the filter, newest first, and how many fit in all. */
		paginate(filter: LogFilter, page: number, limit: number): { logs: ScrapeLog[]; total: number } {
			const { rows, total } = paginateLogs(database, view, filter, { page, limit });
			return { logs: rows.map((row) => toScrapeLog(logRow.parse(row))), total };
		},

		find(uuid: string): FullScrapeLog | undefined {
			const row = selectOne.get(uuid);
			if (row === undefined) return undefined;
			const parsed = fullLogRow.parse(row);
			return { ...toScrapeLog(parsed), result: parsed.result };
		},
	};
}

function toScrapeLog(row: z.output<typeof logRow>): ScrapeLog {
	return {
		uuid: row.uuid,
		status: row.status,
		startedAtMs: row.started_at_ms,
		finishedAtMs: row.finished_at_ms,
		errorMessage: row.error_message,
		urls: row.urls,
		extractionPrompt: row.extraction_prompt,
		inputTokens: row.input_tokens,
		outputTokens: row.output_tokens,
		captchasSolved: row.captchas_solved,
		creditsUsed: row.credits_used,
	};
}
