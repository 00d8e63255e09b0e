import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import type { Operations } from '../http/operation.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { LogsRepository, LogFilter, LogStatus } from '../db/logs.ts';
import { toScrapeLog, toScrapeLogSummary, toSearchLog, toSearchLogSummary } from './logBodies.ts';
import { startOfDay } from '../usage/periods.ts';

export interface LogsDependencies {
	scrapeLogs: LogsRepository;
	searchLogs: LogsRepository;
	files: FileStore;
}

/** The endpoints under `/scrape-logs` and `/search-logs`. */
export function createLogOperations({
	scrapeLogs,
	searchLogs,
	files,
}: LogsDependencies): Operations {
	return {
		async listScrapeLogs({ query }) {
			const { filter, page, limit } = readLogQuery(query);
			const { logs, total } = await scrapeLogs.paginate(filter, page, limit);
			return { status: 'success', data: { logs: logs.map(toScrapeLogSummary), total } };
		},

		async getScrapeLog({ params }) {
			const found = await scrapeLogs.find(params.uuid);
			if (found === undefined) throw new ApiError(404, 'Log not found');
			return { status: 'success', data: toScrapeLog(found.log, found.result) };
		},

		async listSearchLogs({ query }) {
			const { filter, page, limit } = readLogQuery(query);
			const { logs, total } = await searchLogs.paginate(filter, page, limit);
			return { status: 'success', data: { logs: logs.map(toSearchLogSummary), total } };
		},

		async getSearchLog(request) {
			const found = await searchLogs.find(request.params.uuid);
			if (found === undefined) throw new ApiError(404, 'Search log not found');
			const linkImage = (name: string) => linkFile(request, files, name);
			return { status: 'success', data: toSearchLog(found.log, found.result, linkImage) };
		},
	};
}

/** api/openapi.yaml, listScrapeLogs. */
const DEFAULT_LIMIT = 10;

/** Query parameters of the log listings (api/openapi.yaml, GET /scrape-logs). */
export interface LogQuery {
	page?: number;
	limit?: number;
	/** `failed` is a synonym of `error`. */
	status?: LogStatus | 'failed' | undefined;
	searchTerm?: string | undefined;
	/** YYYY-MM-DD, in the service's time zone. */
	dateStart?: string | undefined;
	dateEnd?: string | undefined;
}

/** Parses the parameters of a listing. */
export function readLogQuery(query: LogQuery): { filter: LogFilter; page: number; limit: number } {
	const { page = 1, limit = DEFAULT_LIMIT, status, searchTerm, dateStart, dateEnd } = query;
	const filter = {
		status: status === 'failed' ? ('error' as const) : status,
		searchTerm,
		fromMs: dateStart === undefined ? undefined : startOfDay(dateStart).getTime(),
		untilMs: dateEnd === undefined ? undefined : startOfDay(dateEnd, 1).getTime(),
	};
	return { filter, page, limit };
}
