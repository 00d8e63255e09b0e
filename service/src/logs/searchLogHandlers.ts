import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import type { Operations } from '../http/operation.ts';
import type { FileStore } from '../store/files.ts';
import type { SearchLogsRepository } from '../store/searchLogs.ts';
import { readLogQuery } from './logQuery.ts';
import { toFullSearchLog, toSearchLogSummary } from './searchLogBody.ts';

/** `GET /search-logs` and `GET /search-logs/{uuid}`. */
export function createSearchLogOperations(
	searchLogs: SearchLogsRepository,
	files: FileStore,
): Operations {
	return {
		async listSearchLogs({ query }) {
			const { filter, page, limit } = readLogQuery(query);
			const { logs, total } = searchLogs.paginate(filter, page, limit);
			return { status: 'success', data: { logs: logs.map(toSearchLogSummary), total } };
		},

		async getSearchLog(request) {
			const log = searchLogs.find(request.params.uuid);
			if (log === undefined) throw new ApiError(404, 'Search log not found');
			const linkImage = (name: string) => linkFile(request, files, name);
			return { status: 'success', data: toFullSearchLog(log, linkImage) };
		},
	};
}
