import type { components } from '../../../api/generated/types.ts';
import { storedScrapeResult } from '../scrape/storedResult.ts';
import type { FullScrapeLog, ScrapeLog } from '../store/scrapeLogs.ts';

/** A log as the listing shows it (reference, "Scrape log"); figures are null until it has ended. */
export function toLogSummary(log: ScrapeLog): components['schemas']['ScrapeLogSummary'] {
	const whenEnded = <Value>(value: (finishedAtMs: number) => Value): Value | null =>
		log.finishedAtMs === null ? null : value(log.finishedAtMs);
	return {
		uuid: log.uuid,
		status: log.status,
		started_at: new Date(log.startedAtMs).toISOString(),
		finished_at: whenEnded((finishedAtMs) => new Date(finishedAtMs).toISOString()),
		error_message: log.errorMessage,
		urls: log.urls.map((url) => ({ url })),
		extraction_prompt: log.extractionPrompt,
		tokens_used: whenEnded(() => log.inputTokens + log.outputTokens),
		latency_ms: whenEnded((finishedAtMs) => finishedAtMs - log.startedAtMs),
		credits_used: whenEnded(() => log.creditsUsed),
	};
}

/** A log with its result. */
export function toFullLog(log: FullScrapeLog): components['schemas']['ScrapeLog'] {
	const hasEnded = log.finishedAtMs !== null;
	const result = storedScrapeResult.safeParse(log.result).data;
	return {
		...toLogSummary(log),
		input_tokens: hasEnded ? log.inputTokens : null,
		output_tokens: hasEnded ? log.outputTokens : null,
		captcha_solved_count: hasEnded ? log.captchasSolved : null,
		scraped_sites_count: result?.data.filter(({ success }) => success).length ?? null,
		result_data: result?.content ?? null,
	};
}
