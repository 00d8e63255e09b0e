import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../../shared/items/records';
import type { OutputItem } from '../../shared/items/outputItem';
import { readBatchEntries, batchJobType } from '../../shared/jobTypes/batchJob';
import { toBatchItems } from '../../shared/jobTypes/batchItems';
import { crawlPagesCollection, toCrawlItems } from '../../shared/jobTypes/crawlItems';
import { readLog } from '../../shared/jobTypes/logRows';
import { DEFAULT_RESULT_VIEW } from '../../shared/jobTypes/pageItems';
import { toScrapeItems } from '../../shared/jobTypes/scrapeItems';
import { toSearchItems } from '../../shared/jobTypes/searchItems';
import { moveIdsToEnd } from '../../shared/operations/jobOutput';
import type { JobAnswer } from '../../shared/operations/operation';
import { bodyField, bodyText } from '../../shared/transport/serviceBody';
import { trySend } from '../../shared/transport/serviceClient';
import { unreadableAnswerError } from '../../shared/transport/serviceError';
import type { ServiceRequest } from '../../shared/transport/serviceRequest';
import type { PollServices } from '../triggerEvent';
import { type JobTypeName, type JobRow, sourceOf } from './jobSource';

export interface JobView {
	/** `result`: the items of the operation Get Result; `record`: one item, without the content. */
	output: 'result' | 'record';
	isSimplified: boolean;
}

/** With the settings that the operation Get Result has by default. */
function toItems(kind: JobTypeName, answer: JobAnswer, isSimplified: boolean): OutputItem[] {
	const view = { ...DEFAULT_RESULT_VIEW, isSimplified };
	switch (kind) {
		case 'batch':
			return toBatchItems(answer, view);
		case 'crawl':
			return toCrawlItems(answer, view);
		case 'scrape':
			return toScrapeItems(answer, view);
		case 'search':
			return toSearchItems(answer, { ...view, splitInto: 'hit', failOnNoResults: false });
	}
}

/** Whether a job that ended so has something to read. */
function hasResult(kind: JobTypeName, { outcome }: JobRow): boolean {
	if (outcome === 'finished' || kind === 'batch') return true;
	// A cancelled crawl keeps the pages that were done (`api/openapi.yaml`, DELETE /crawl/{jobId}).
	return kind === 'crawl' && outcome === 'cancelled';
}

/** @returns `reason` when there is no result for certain, and asking again would not help */
async function ask(
	request: ServiceRequest,
	{ client, deadlineMs }: PollServices,
): Promise<{ body: unknown } | { reason: string }> {
	const reply = await trySend(client, request, { deadlineMs });
	if ('body' in reply) return reply;
	const { outcome, status = 401 } = reply.error.facts;
	const isFinal = outcome === 'missing' || (outcome === 'rejected' && ![401, 402].includes(status));
	if (!isFinal) throw reply.error;
	return { reason: reply.error.message };
}

/** The result in a log, for services that name logs otherwise than jobs. */
async function askLog(kind: JobTypeName, id: string, services: PollServices): Promise<unknown> {
	const answer = await ask(sourceOf(kind).rowRequest(id), services);
	const data = 'body' in answer ? bodyField(readLog(answer.body), 'result_data') : undefined;
	if (data === undefined || data === null) return undefined;
	const result = kind === 'search' ? { data } : { content: data };
	return { status: 'completed', result };
}

async function readAnswer(
	kind: JobTypeName,
	id: string,
	services: PollServices,
): Promise<JobAnswer | { reason: string }> {
	const { jobType } = sourceOf(kind);
	const answer = await ask(jobType.statusRequest(id), services);
	if ('reason' in answer) {
		const isLogged = kind === 'scrape' || kind === 'search';
		const body = isLogged ? await askLog(kind, id, services) : undefined;
		return body === undefined ? answer : { jobId: id, body };
	}
	const { body } = answer;
	// Something between answered, unless it is a batch: however that is called, each page has a state of its own.
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
	const head = { event: 'jobFinished', kind, outcome: row.outcome };
	const reason = bodyText(row.record, 'error_message');
	const record = moveIdsToEnd({
		...head,
		...row.record,
		...(reason !== undefined && { errorMessage: reason }),
	});
	if (view.output === 'record') return [record];
	if (!hasResult(kind, row)) return [await withReason(kind, row, record, services)];
	const answer = await readAnswer(kind, row.id, services);
	if ('reason' in answer) return [{ ...record, errorMessage: answer.reason }];
	const items = toItems(kind, answer, view.isSimplified);
	if (items.length === 0) return [record];
	const status = bodyText(answer.body, 'status');
	return items.map(({ json }) => moveIdsToEnd({ ...head, ...json }, status));
}

/** Listings of crawls do not say why one failed; its status does. */
async function withReason(
	kind: JobTypeName,
	{ id }: JobRow,
	record: IDataObject,
	services: PollServices,
): Promise<IDataObject> {
	if (record.errorMessage !== undefined || kind !== 'crawl') return record;
	const answer = await ask(sourceOf(kind).jobType.statusRequest(id), services);
	const reason = 'body' in answer ? bodyText(answer.body, 'error') : answer.reason;
	return { ...record, ...(reason !== undefined && { errorMessage: reason }) };
}
