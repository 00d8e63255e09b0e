import { ApiError } from '../http/apiError.ts';
import type { Operations } from '../http/operation.ts';
import type { ScrapeLogsRepository } from '../store/scrapeLogs.ts';
import { readLogQuery } from './logQuery.ts';
import { toFullLog, toLogSummary } from './scrapeLogBody.ts';

/** `GET /scrape-logs` and `GET /scrape-logs/{uuid}`. */
export function createLogOperations(scrapeLogs: ScrapeLogsRepository): Operations {
	return {
		async listScrapeLogs({ query }) {
			const { filter, page, limit } = readLogQuery(query);
			const { logs, total } = scrapeLogs.paginate(filter, page, limit);
			return { status: 'success', data: { logs: logs.map(toLogSummary), total } };
		},

		async getScrapeLog({ params }) {
			const log = scrapeLogs.find(params.uuid);
			if (log === undefined) throw new ApiError(404, 'Log not found');
			return { status: 'success', data: toFullLog(log) };
		},
	};
}
