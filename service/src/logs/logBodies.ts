import type { components } from '../../../api/generated/types.ts';
import { storedScrapeResult } from '../scrape/storedResult.ts';
import { toSearchData, type LinkImage } from '../search/searchJobBody.ts';
import type { ScrapeLog, SearchLog } from '../db/logs.ts';

type Schemas = components['schemas'];

/** Where requests come from: this service has no other way in than its API. */
const CHANNEL = 'api';

/** A scrape as the listing shows it (reference, "Scrape log"); figures are null until it has ended. */
export function toScrapeLogSummary(log: ScrapeLog): Schemas['ScrapeLogSummary'] {
	const hasEnded = log.finishedAtMs !== null;
	return {
		...toFacts(log),
		urls: log.urls.map((url) => ({ url })),
		extraction_prompt: log.extractionPrompt,
		tokens_used: hasEnded ? log.inputTokens + log.outputTokens : null,
		credits_used: hasEnded ? log.creditsUsed : null,
	};
}

/** A scrape with its result. */
export function toScrapeLog(log: ScrapeLog, stored: unknown): Schemas['ScrapeLog'] {
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

/** A search as the listing shows it (reference, "Search log"). */
export function toSearchLogSummary(log: SearchLog): Schemas['SearchLogSummary'] {
	return {
		...toFacts(log),
		query: log.query,
		sources: log.sources?.join(',') ?? null,
		country: log.country,
		result_limit: log.resultLimit,
		credits_used: log.creditsUsed,
		scraping_channel: CHANNEL,
	};
}

/** A search with what it found. */
export function toSearchLog(
	log: SearchLog,
	stored: unknown,
	linkImage: LinkImage,
): Schemas['SearchLog'] {
	return { ...toSearchLogSummary(log), result_data: toSearchData(stored, linkImage) };
}

function toFacts(log: ScrapeLog | SearchLog) {
	const { finishedAtMs, startedAtMs } = log;
	return {
		uuid: log.uuid,
		status: log.status,
		started_at: new Date(startedAtMs).toISOString(),
		finished_at: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
		error_message: log.errorMessage,
		latency_ms: finishedAtMs === null ? null : finishedAtMs - startedAtMs,
	};
}
