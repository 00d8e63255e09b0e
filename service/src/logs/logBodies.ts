import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import { storedScrapeResult } from '../scrape/scrapeResult.ts';
import { type LinkImage, toSearchResult } from '../search/handlers.ts';
import type { JobLog, LogStatus } from '../db/logs.ts';
import type { JobState } from '../db/jobRecord.ts';

type Schemas = components['schemas'];

const STATUSES: Readonly<Record<JobState, LogStatus>> = {
	waiting: 'in_progress',
	active: 'in_progress',
	delayed: 'in_progress',
	completed: 'success',
	failed: 'error',
	cancelled: 'error',
};

const scrapeRequest = z.object({
	urls: z.array(z.object({ url: z.string() })),
	prompt: z.string().nullish(),
});

const searchRequest = z.object({
	query: z.string(),
	sources: z.array(z.string()).nullish(),
	country: z.string().nullish(),
	limit: z.number().nullish(),
});

/** Where requests come from: this service only has its API. */
const CHANNEL = 'api';

/** A scrape as listed (api/openapi.yaml, ScrapeLogSummary); figures are null until it has ended. */
export function toScrapeLogSummary(log: JobLog): Schemas['ScrapeLogSummary'] {
	const { urls, prompt } = scrapeRequest.parse(log.request);
	const hasEnded = log.finishedAtMs !== null;
	// What the page says about itself is with its result.
	const { metadata: _metadata, anchors: _anchors, list: _list, ...flags } = log.flags;
	return {
		...toFacts(log),
		error_message: log.state === 'cancelled' ? (log.error ?? 'Cancelled') : log.error,
		urls: urls.map(({ url }) => ({ url })),
		extraction_prompt: prompt ?? null,
		tokens_used: hasEnded ? log.inputTokens + log.outputTokens : null,
		credits_used: hasEnded ? log.creditsUsed : null,
		...flags,
	};
}

/** A scrape with its result. */
export function toScrapeLog(log: JobLog, stored: unknown): Schemas['ScrapeLog'] {
	const hasEnded = log.finishedAtMs !== null;
	const result = storedScrapeResult.safeParse(stored).data;
	return {
		...toScrapeLogSummary(log),
		input_tokens: hasEnded ? log.inputTokens : null,
		output_tokens: hasEnded ? log.outputTokens : null,
		captcha_solved_count: hasEnded ? log.captchasSolved : null,
		scraped_sites_count: result?.data.filter(({ success }) => success).length ?? null,
		result_data: result?.content ?? null,
	};
}

/** A search as listed (api/openapi.yaml, SearchLogSummary). */
export function toSearchLogSummary(log: JobLog): Schemas['SearchLogSummary'] {
	const { query, sources, country, limit } = searchRequest.parse(log.request);
	return {
		...toFacts(log),
		error_message: log.state === 'cancelled' ? 'Search cancelled' : log.error,
		query,
		sources: sources?.join(',') ?? null,
		country: country ?? null,
		result_limit: limit ?? null,
		credits_used: log.creditsUsed,
		scraping_channel: CHANNEL,
	};
}

/** A search with its results. */
export function toSearchLog(
	log: JobLog,
	stored: unknown,
	linkImage: LinkImage,
): Schemas['SearchLog'] {
	const result = toSearchResult(stored, linkImage);
	return { ...toSearchLogSummary(log), result_data: result?.data ?? null };
}

function toFacts({ id, state, createdAtMs, startedAtMs, finishedAtMs }: JobLog) {
	const beganAtMs = startedAtMs ?? createdAtMs;
	return {
		uuid: id,
		status: STATUSES[state],
		started_at: new Date(beganAtMs).toISOString(),
		finished_at: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
		latency_ms: finishedAtMs === null ? null : finishedAtMs - beganAtMs,
	};
}
