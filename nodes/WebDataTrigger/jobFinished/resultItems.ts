import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../../shared/items/records';
import { readBatchEntries, batchJobType } from '../../shared/jobTypes/batchJob';
import { crawlPagesCollection } from '../../shared/jobTypes/crawlItems';
import { DEFAULT_RESULT_VIEW } from '../../shared/jobTypes/pageItems';
import { moveIdsToEnd } from '../../shared/operations/jobOutput';
import type { JobAnswer } from '../../shared/operations/operation';
import { bodyField, bodyText } from '../../shared/transport/serviceBody';
import { trySend } from '../../shared/transport/serviceClient';
import { unreadableAnswerError } from '../../shared/transport/serviceError';
import type { ServiceRequest } from '../../shared/transport/serviceRequest';
import type { PollServices } from '../triggerEvent';
import { sourceOf, type JobRow, type JobSource, type JobTypeName } from './jobSource';

export interface JobView {
	/** `result`: the items of the operation Get Result; `record`: one item, without the content. */
	output: 'result' | 'record';
	isSimplified: boolean;
}

/** Longest wait for one answer: a job that hangs must leave time for the others. */
const ANSWER_MS = 8_000;

/** @returns `reason` when there is no result for certain, and asking again would not help */
async function ask(
	request: ServiceRequest,
	{ client, deadlineMs }: PollServices,
): Promise<{ body: unknown } | { reason: string }> {
	const limits = { deadlineMs, retries: 1, answerTimeoutMs: ANSWER_MS };
	const reply = await trySend(client, request, limits);
	if ('body' in reply) return reply;
	const { outcome, status = 401 } = reply.error.facts;
	const isFinal = outcome === 'missing' || (outcome === 'rejected' && ![401, 402].includes(status));
	if (!isFinal) throw reply.error;
	return { reason: reply.error.message };
}

async function readAnswer(
	{ kind, jobType, rowRequest, readOne, fromLog }: JobSource,
	id: string,
	services: PollServices,
): Promise<JobAnswer | { reason: string }> {
	const answer = await ask(jobType.statusRequest(id), services);
	if ('reason' in answer) {
		// Some services name logs otherwise than jobs.
		const log = fromLog ? await ask(rowRequest(id), services) : answer;
		const data = 'body' in log ? bodyField(readOne(log.body), 'result_data') : undefined;
		if (!fromLog || data === undefined || data === null) return answer;
		return { jobId: id, body: { status: 'completed', result: fromLog(data) } };
	}
	const { body } = answer;
	// Something in between answered, unless it is a batch, where each page has its own state.
	const isRunning = kind !== 'batch' && jobType.readState(body).name === 'running';
	if (isRunning) throw unreadableAnswerError();
	if (kind !== 'crawl') return { jobId: id, body };
	const pages = await ask(crawlPagesCollection.request(id), services);
	return { jobId: id, body, ...('body' in pages && { collected: pages.body }) };
}

/** Addresses of a batch, which its listing does not name. */
export async function readBatchUrls(id: string, services: PollServices): Promise<string[]> {
	const answer = await ask(batchJobType.statusRequest(id), services);
	if ('reason' in answer) return [];
	return readBatchEntries(answer.body).flatMap((entry) => bodyText(bodyJson(entry), 'url') ?? []);
}

function headOf(kind: JobTypeName, { outcome }: JobRow): IDataObject {
	return { event: 'jobFinished', kind, outcome };
}

/** A job that ended without its result: its ID, status and figures. */
export function recordItem(kind: JobTypeName, row: JobRow): IDataObject {
	const reason = bodyText(row.record, 'error_message');
	return moveIdsToEnd({
		...headOf(kind, row),
		...row.record,
		...(reason !== undefined && { errorMessage: reason }),
	});
}

/**
 * What a job that ended gives: the items of its result, each with its type and outcome; else its record.
 * @throws ServiceError when the result can't be read now
 */
export async function readResultItems(
	kind: JobTypeName,
	row: JobRow,
	view: JobView,
	services: PollServices,
): Promise<IDataObject[]> {
	const head = headOf(kind, row);
	const record = recordItem(kind, row);
	if (view.output === 'record') return [record];
	const source = sourceOf(kind);
	if (!source.outcomesWithResult.some((outcome) => outcome === row.outcome)) {
		return [await withReason(source, row.id, record, services)];
	}
	const answer = await readAnswer(source, row.id, services);
	if ('reason' in answer) return [{ ...record, errorMessage: answer.reason }];
	// With the settings that the operation Get Result has by default.
	const { isSimplified } = view;
	const gap = source.jobType.describeGap?.(answer.body, answer.collected);
	if (gap !== undefined && row.outcome === 'finished') {
		return [{ ...record, errorMessage: `The ${source.jobType.label} is complete, but ${gap}` }];
	}
	const items = source.toItems(answer, { ...DEFAULT_RESULT_VIEW, isSimplified });
	if (items.length === 0) return [record];
	const status = bodyText(answer.body, 'status');
	return items.map(({ json }) => moveIdsToEnd({ ...head, ...json }, status));
}

/** Listings of crawls do not say why one failed; its status does. */
async function withReason(
	{ kind, jobType }: JobSource,
	id: string,
	record: IDataObject,
	services: PollServices,
): Promise<IDataObject> {
	if (record.errorMessage !== undefined || kind !== 'crawl') return record;
	const answer = await ask(jobType.statusRequest(id), services);
	const reason = 'body' in answer ? bodyText(answer.body, 'error') : answer.reason;
	return { ...record, ...(reason !== undefined && { errorMessage: reason }) };
}
