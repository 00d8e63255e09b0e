import type { components } from '../../../api/generated/types.ts';
import { toSearchData, type LinkImage } from '../search/searchJobBody.ts';
import type { FullSearchLogRow, SearchLogRow } from '../store/searchLogs.ts';

/** Where requests come from: this service has no other way in than its API. */
const CHANNEL = 'api';

/** A log as the listing shows it (reference, "Search log"); figures are null until it has ended. */
export function toSearchLogSummary(row: SearchLogRow): components['schemas']['SearchLogSummary'] {
	const { finished_at_ms: finishedAtMs, started_at_ms: startedAtMs } = row;
	return {
		uuid: row.uuid,
		status: row.status,
		started_at: new Date(startedAtMs).toISOString(),
		finished_at: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
		query: row.query,
		sources: row.sources?.join(',') ?? null,
		country: row.country,
		result_limit: row.result_limit,
		error_message: row.error_message,
		latency_ms: finishedAtMs === null ? null : finishedAtMs - startedAtMs,
		credits_used: row.credits_used,
		scraping_channel: CHANNEL,
	};
}

/** A log with what the search found. */
export function toFullSearchLog(
	row: FullSearchLogRow,
	linkImage: LinkImage,
): components['schemas']['SearchLog'] {
	return { ...toSearchLogSummary(row), result_data: toSearchData(row.result, linkImage) };
}
