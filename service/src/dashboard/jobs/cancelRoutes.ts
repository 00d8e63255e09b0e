import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '../../http/apiError.ts';
import type { Operations } from '../../http/operation.ts';
import { readVisit } from '../access/guards.ts';
import { localPath } from '../access/localPath.ts';
import type { Notices } from '../notices.ts';

export interface CancelTools {
	/** The API's own: its rules and its refusals apply. */
	operations: Pick<Operations, 'cancelCrawl' | 'cancelSearch' | 'cancelBatchScrape'>;
	notices: Notices;
}

type JobRoute = { Params: { jobId: string }; Body: undefined; Querystring: never };
type BatchRoute = { Params: { batchId: string }; Body: undefined; Querystring: never };

const cancelForm = z.object({ returnTo: localPath });

/** The forms that cancel a crawl, a search or a batch. */
export function registerCancel(
	server: FastifyInstance,
	{ operations, notices }: CancelTools,
): void {
	const { cancelCrawl, cancelSearch, cancelBatchScrape } = operations;

	const leaveOutcome = async (request: FastifyRequest, cancelling: Promise<unknown>) => {
		const { session } = readVisit(request);
		try {
			await cancelling;
			notices.leave(session, { tone: 'good', text: 'It is cancelled.' });
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			notices.leave(session, { tone: 'bad', text: error.message });
		}
		return cancelForm.parse(request.body).returnTo;
	};

	if (cancelCrawl !== undefined) {
		server.post<JobRoute>('/jobs/crawl/:jobId/cancel', async (request, reply) =>
			reply.redirect(await leaveOutcome(request, cancelCrawl(request, reply)), 303),
		);
	}
	if (cancelSearch !== undefined) {
		server.post<JobRoute>('/jobs/search/:jobId/cancel', async (request, reply) =>
			reply.redirect(await leaveOutcome(request, cancelSearch(request, reply)), 303),
		);
	}
	if (cancelBatchScrape !== undefined) {
		server.post<BatchRoute>('/jobs/batch/:batchId/cancel', async (request, reply) =>
			reply.redirect(await leaveOutcome(request, cancelBatchScrape(request, reply)), 303),
		);
	}
}
