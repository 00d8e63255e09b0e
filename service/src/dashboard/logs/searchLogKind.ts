import { toFullSearchLog, toSearchLogSummary } from '../../logs/searchLogBody.ts';
import type { SearchLogsRepository } from '../../store/searchLogs.ts';
import type { LogKind, LogRow } from './logKind.ts';

/** The search logs, with the figures that the API shows. */
export function createSearchLogKind(searchLogs: SearchLogsRepository): LogKind {
	return {
		name: 'search',
		label: 'Search Logs',
		searchLabel: 'Query Contains',
		subject: 'Query',

		paginate(filter, page, limit) {
			const { logs, total } = searchLogs.paginate(filter, page, limit);
			return { rows: logs.map((log) => toRow(toSearchLogSummary(log))), total };
		},

		find(uuid, linkFile) {
			const found = searchLogs.find(uuid);
			if (found === undefined) return undefined;
			const log = toFullSearchLog(found, linkFile);
			const facts = [
				['Query', log.query],
				['Sources', log.sources],
				['Country', log.country],
				['Results per Source', log.result_limit],
				['Channel', log.scraping_channel],
			] as const;
			return { row: toRow(log), facts, result: log.result_data };
		},
	};
}

function toRow(log: ReturnType<typeof toSearchLogSummary>): LogRow {
	return {
		uuid: log.uuid,
		status: log.status,
		title: log.query,
		startedAt: log.started_at,
		latencyMs: log.latency_ms,
		credits: log.credits_used,
		error: log.error_message,
	};
}
