import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toErrorItem, toNodeError } from '../items/nodeError';
import type { OutputItem } from '../items/outputItem';
import { readRunLimits } from '../items/waiting';
import { jobDetails } from '../jobs/jobError';
import { forgetfulLedger, openLedger } from '../jobs/jobLedger';
import type { JobRun } from '../jobs/jobRun';
import { runJobs, type JobRunReport } from '../jobs/jobRunner';
import type { JobEnd } from '../jobs/jobTask';
import { systemClock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import { toEarlyEndError } from './earlyEnd';
import { showHint, showHints } from './hints';
import { isTool, toNodeItems } from './nodeItem';
import type { CombinedJob, CombinedJobOperation, JobAnswer, JobOperation } from './operation';
import { planJobs } from './planJobs';
import { sortByItem } from './sortByItem';
import { toUnfinishedItem } from './unfinishedItem';

/** Runs a job operation: all items are checked first, then their jobs run side by side. */
export async function runJobOperation(
	context: IExecuteFunctions,
	operation: JobOperation | CombinedJobOperation,
	client: ServiceClient,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { jobs, refused } = await planJobs(context, operation);
	const [firstRefused] = refused;
	if (firstRefused && !context.continueOnFail()) {
		throw toNodeError(node, firstRefused.error, firstRefused.itemIndex);
	}
	const report = await runPlannedJobs(context, client, jobs);
	if (report.early) throw toEarlyEndError(node, report, jobs);
	const items = refused.map(({ error, itemIndex }) => toErrorItem(node, error, itemIndex));
	const hints: string[] = [];
	for (const [index, job] of jobs.entries()) {
		const end = report.ends[index];
		if (!end) continue;
		const result = await readJobEnd(context, client, job, end);
		items.push(...result.items);
		hints.push(...result.hints);
	}
	showHints(context, hints);
	return sortByItem(items);
}

async function runPlannedJobs(
	context: IExecuteFunctions,
	client: ServiceClient,
	jobs: readonly CombinedJob[],
): Promise<JobRunReport> {
	if (jobs.length === 0) return { ends: [] };
	const limits = readLimits(context, jobs);
	return await runJobs(
		jobs.map(({ task, itemIndexes }) => ({ ...task, itemIndexes })),
		{
			...limits,
			client,
			clock: systemClock,
			ledger: isTool(context) ? forgetfulLedger() : openLedger(context.getContext('node')),
			runIndex: readRunIndex(context),
			keepGoing: context.continueOnFail(),
			signal: context.getExecutionCancelSignal(),
			onProgress: (run) => showProgress(context, run),
		},
	);
}

/** In a manual run n8n shows this in the console of the browser; nowhere else is there a place for it. */
function showProgress(context: IExecuteFunctions, { jobId, state, task }: JobRun): void {
	if (state?.progress === undefined) return;
	context.sendMessageToUI?.(`${task.kind.label} ${jobId}: ${state.progress}`);
}

/** The options that hold for the whole execution, read from the first item that is to run. */
function readLimits(context: IExecuteFunctions, jobs: readonly CombinedJob[]) {
	const [itemIndex = 0] = jobs[0]?.itemIndexes ?? [];
	try {
		const options = context.getNodeParameter('options', itemIndex, {});
		return readRunLimits({ options }, jobs.length);
	} catch (error) {
		throw toNodeError(context.getNode(), error, itemIndex);
	}
}

/** Which run of the node this is within the execution; only the data proxy of an item tells. */
function readRunIndex(context: IExecuteFunctions): number {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	return typeof runIndex === 'number' ? runIndex : 0;
}

/** What a job gives to n8n. */
interface JobOutput {
	items: INodeExecutionData[];
	hints: string[];
}

async function readJobEnd(
	context: IExecuteFunctions,
	client: ServiceClient,
	job: CombinedJob,
	end: JobEnd,
): Promise<JobOutput> {
	const { itemIndexes, task } = job;
	if (end.type === 'failed') {
		const toItem = (index: number) => toErrorItem(context.getNode(), end.error, index);
		return { items: itemIndexes.map(toItem), hints: [] };
	}
	const answer = await collectResults(context, client, job, end);
	const details = jobDetails(task.kind, end.jobId);
	const make = () => toOutputItems(job, end, answer);
	return {
		items: await toNodeItems(context, make, itemIndexes, details),
		hints: end.type === 'completed' ? (job.toHints?.(answer) ?? []) : [],
	};
}

type Result = Exclude<JobEnd, { type: 'failed' }>;

/** Fetches what the status body does not hold. The result itself is there even when this fails. */
async function collectResults(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ collect }: CombinedJob,
	end: Result,
): Promise<JobAnswer> {
	const { jobId, body } = end;
	const isWorthIt = end.type === 'completed' || end.isTimedOut;
	if (!collect || !isWorthIt) return { jobId, body };
	const signal = context.getExecutionCancelSignal();
	return await client.send(collect(jobId), { signal }).then(
		(answer) => ({ jobId, body, collected: answer.body }),
		() => {
			showHint(context, `Not all details of job ${jobId} could be read; its ID gives them later`);
			return { jobId, body };
		},
	);
}

function toOutputItems(job: CombinedJob, end: Result, answer: JobAnswer): OutputItem[] {
	if (end.type === 'completed') return job.toItems(answer);
	if (end.isTimedOut && job.toUnfinishedItems) return job.toUnfinishedItems(answer);
	const { kind } = job.task;
	return [toUnfinishedItem(kind, end.jobId, kind.readState(end.body), end.isTimedOut)];
}
