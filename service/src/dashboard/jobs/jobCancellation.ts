import type { FastifyReply } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import type { OperationRequest, Operations } from '../../http/operation.ts';
import type { JobState } from '../../jobs/job.ts';
import { TERMINAL_STATES } from '../../jobs/job.ts';

type CancelRequest = OperationRequest<'cancelCrawl'> & OperationRequest<'cancelSearch'>;

/** Types of a route whose requests can be handed to the API's own cancel operations. */
export type CancelRoute = {
	Params: { jobId: string };
	Body: undefined;
	Querystring: never;
};

/** Kinds of jobs that the API can cancel. */
const CANCELLABLE_KINDS: ReadonlySet<string> = new Set(['crawl', 'search']);

/** Whether the API could cancel a job now. */
export function isCancellable({ kind, state }: { kind: string; state: JobState }): boolean {
	return CANCELLABLE_KINDS.has(kind) && !TERMINAL_STATES.has(state);
}

/**
 * Cancels a job as the API does, with its rules and its refusals.
 * @throws ApiError in the words of the reference; 400 for kinds that cannot be cancelled
 */
export async function cancelJob(
	operations: Pick<Operations, 'cancelCrawl' | 'cancelSearch'>,
	kind: string,
	request: CancelRequest,
	reply: FastifyReply,
): Promise<void> {
	if (kind === 'crawl' && operations.cancelCrawl !== undefined) {
		await operations.cancelCrawl(request, reply);
	} else if (kind === 'search' && operations.cancelSearch !== undefined) {
		await operations.cancelSearch(request, reply);
	} else {
		throw new ApiError(400, `Jobs of the kind ${kind} cannot be cancelled.`);
	}
}
