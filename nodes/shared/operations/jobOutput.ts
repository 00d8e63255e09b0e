import type { IExecuteFunctions, IDataObject } from 'n8n-workflow';
import type { OutputItem } from '../items/outputItem';
import { omit } from '../items/records';
import type { JobResult } from '../jobs/jobTask';
import { bodyField, readTexts } from '../transport/serviceBody';
import { unreadableAnswerError } from '../transport/serviceError';
import { WebDataError } from '../transport/webDataError';
import type { ServiceClient } from '../transport/serviceClient';
import type { ServiceRequest } from '../transport/serviceRequest';
import { noteHints } from './hints';
import { toNodeItem, type PositionedItem } from './nodeItem';
import type { JobAnswer, JobReport, PlannedJob } from './operation';
import type { JobType } from '../jobs/jobType';

export interface JobOutput {
	items: PositionedItem[];
	report: JobReport;
}

const IDS = ['jobId', 'batchId'];

/**
 * The JSON of a job's item with the names of the job at its end: they are the widest columns and the
 * least read.
 * @param jobStatus the service's word for the job's status, for operations that get an earlier job: a
 *   workflow can loop until it is `completed`. A field of that name the item already has stays.
 */
export function moveIdsToEnd(json: IDataObject, jobStatus?: string): IDataObject {
	const isId = ([name]: [string, unknown]) => IDS.includes(name);
	const entries = Object.entries(json);
	const isStatusFree = jobStatus !== undefined && !Object.hasOwn(json, 'jobStatus');
	return Object.fromEntries([
		...entries.filter((entry) => !isId(entry)),
		...(isStatusFree ? [['jobStatus', jobStatus]] : []),
		...entries.filter(isId),
	]) as IDataObject;
}

/** Makes the items of a result, and what is worth noticing about it. */
export async function readResult(
	context: IExecuteFunctions,
	client: ServiceClient,
	reading: { job: PlannedJob; result: JobResult; signal: AbortSignal },
): Promise<JobOutput> {
	const { job, result } = reading;
	const answer = await collectResults(context, client, reading);
	const items: PositionedItem[] = [];
	const { jobType, start } = job.task;
	if (result.type === 'completed' && result.isFailure !== true) refuseGap(jobType, answer);
	const jobStatus = 'resume' in start ? jobType.readState(result.body).status : undefined;
	for (const output of toOutputItems(job, result, answer)) {
		const json = moveIdsToEnd(output.json, jobStatus);
		items.push(await toPositionedItem(context, { ...output, json }, job));
	}
	const report = job.report?.(answer) ?? {};
	// What a job that goes on lacks may yet come.
	if (result.type !== 'completed')
		return { items, report: omit(report, 'pages', 'hints', 'notes') };
	return { items, report };
}

/** @throws WebDataError for the answer to a completed job that has no result in it */
function refuseGap({ label, describeGap }: JobType, { body, collected }: JobAnswer): void {
	const gap = describeGap?.(body, collected);
	if (gap === undefined) return;
	throw new WebDataError(`The ${label} is complete, but ${gap}`, '');
}

async function collectResults(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ job: { collect }, result, signal }: Parameters<typeof readResult>[2],
): Promise<JobAnswer> {
	const { jobId, body } = result;
	const isWorthIt = result.type === 'completed' || result.isTimedOut;
	if (!collect || !isWorthIt) return { jobId, body };
	const send = async (request: ServiceRequest): Promise<unknown> =>
		(await client.send(request, { signal })).body;
	const collecting = send(collect.request(jobId)).then(async (collected) => {
		if (collect.hasResults?.(collected) === false) throw unreadableAnswerError();
		const answer = { jobId, body, collected };
		return (await collect.extend?.(answer, send)) ?? answer;
	});
	return await collecting.catch((error: unknown) => {
		const isEnough = result.type === 'unfinished' || collect.isOptional(body);
		if (!isEnough) return Promise.reject(error);
		noteHints(context, [
			`Not all details of job ${jobId} could be read: get them with 'Get Result' and this ID`,
		]);
		return { jobId, body };
	});
}

function toOutputItems(job: PlannedJob, result: JobResult, answer: JobAnswer): OutputItem[] {
	if (result.type === 'completed') return job.toItems(answer);
	if (result.isTimedOut && job.toUnfinishedItems) return job.toUnfinishedItems(answer);
	return [toUnfinishedItem(job.task.jobType, result, job.subject)];
}

/**
 * Options that say what to do with parts that fail on their own. Who sets one to 'return' asks for failed
 * parts as items. Left alone, they are returned, too, but a run of nothing but failures then fails.
 */
const ON_FAILED = ['onFailedPage', 'onFailedDocument'];

/** An item with its position among those of its input item. */
export async function toPositionedItem(
	context: IExecuteFunctions,
	output: OutputItem,
	{ itemIndexes, positions }: Pick<PlannedJob, 'itemIndexes' | 'positions'>,
): Promise<PositionedItem> {
	const [itemIndex = 0] = output.itemIndex === undefined ? itemIndexes : [output.itemIndex];
	const item = await toNodeItem(context, output, itemIndexes);
	const position = output.position ?? positions?.get(itemIndex) ?? 0;
	const { failure } = output;
	const options = failure?.isReturned && context.getNodeParameter('options', itemIndex, {});
	const isWanted = ON_FAILED.some((name) => bodyField(options, name) === 'return');
	return { item, position, ...(failure && !isWanted && { failure: failure.error }) };
}

/**
 * The item of a job that goes on at the service: what gets its result later, how far it is, and what the
 * answer to its submit warned of.
 */
export function toUnfinishedItem(
	jobType: JobType,
	result: JobResult,
	subject: IDataObject = {},
): OutputItem {
	const { jobId, body } = result;
	const state = jobType.readState(body);
	const schemaWarnings = readTexts(bodyField(body, 'schema_warnings'));
	return {
		json: {
			...subject,
			[jobType.idName]: jobId,
			jobStatus: state.status,
			...(state.progress !== undefined && { progress: state.progress }),
			...(result.type === 'unfinished' && result.isTimedOut && { timedOut: true }),
			...(schemaWarnings.length > 0 && { schemaWarnings }),
		},
	};
}
