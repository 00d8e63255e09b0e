import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { describeNeverFound } from '../items/neverFound';
import { putJobLast } from '../items/jobFields';
import { toErrorItem, toNodeError } from '../items/nodeError';
import type { OutputItem } from '../items/outputItem';
import { readRunLimits } from '../fields/waiting';
import type { AgentReading } from '../items/agentText';
import { agentLedger, openLedger } from '../jobs/jobLedger';
import { runJobs, type JobRunReport } from '../jobs/jobRunner';
import type { JobResult, JobTask } from '../jobs/jobTask';
import { systemClock } from '../transport/clock';
import { bodyField } from '../transport/serviceBody';
import type { ServiceClient } from '../transport/serviceClient';
import { toEarlyEndError, toFruitlessError } from './earlyEnd';
import { showHint, showHints } from './hints';
import { toNodeItem } from './nodeItem';
import type { JobAnswer, JobOperation, PlannedJob, Totals } from './operation';
import { planJobs } from './planJobs';
import { sortByPosition, type PositionedItem } from './sortByInput';
import { AGENT_TIMEOUT_SECONDS, isReadingOn } from './toolOutput';
import { toUnfinishedItem } from './unfinishedItem';

/** What a job gives to n8n. */
interface JobOutput {
	items: PositionedItem[];
	hints: string[];
	answers: unknown[];
	totals?: Totals;
}

/**
 * Runs a job operation: all items are checked first, then their jobs run side by side, and each
 * result is read as soon as it is there, while links in it are valid.
 */
export async function runJobOperation(
	context: IExecuteFunctions,
	operation: JobOperation,
	client: ServiceClient,
	reading?: AgentReading,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const plan = await planJobs(context, operation, client);
	const { jobs, refused, items: ready = [], hints: inputHints = [] } = plan;
	const [firstRefused] = refused;
	if (firstRefused && !context.continueOnFail()) {
		throw toNodeError(node, firstRefused.error, firstRefused.itemIndex);
	}
	const report = await runPlannedJobs(context, client, { jobs, reading });
	if (report.early) throw toEarlyEndError(node, report, jobs);
	const toPositionedError = (error: unknown, itemIndex: number, position = 0): PositionedItem => ({
		item: toErrorItem(node, error, itemIndex),
		position,
	});
	const items = [refused.map(({ error, itemIndex }) => toPositionedError(error, itemIndex))];
	for (const output of ready) {
		items.push([await toPositionedItem(context, output, { itemIndexes: [] })]);
	}
	const outputs: JobOutput[] = [];
	for (const [index, { itemIndexes, positions }] of jobs.entries()) {
		const end = report.ends[index];
		if (end?.type === 'failed') {
			const { error } = end;
			items.push(itemIndexes.map((item) => toPositionedError(error, item, positions?.get(item))));
		} else if (end?.output) {
			items.push(end.output.items);
			outputs.push(end.output);
		}
	}
	const placed = items.flat();
	if (!context.continueOnFail()) {
		const error = toFruitlessError(node, { items: placed, report, jobs });
		if (error) throw error;
	}
	const sum = describeSum(jobs, outputs);
	if (sum !== undefined) showHint(context, sum, 'info');
	const neverFound = describeNeverFound(outputs.flatMap(({ answers }) => answers));
	const hints = outputs.flatMap((output) => output.hints);
	showHints(context, [...inputHints, ...neverFound, ...hints]);
	return sortByPosition(placed);
}

/** An item with its position among those of its input item. */
async function toPositionedItem(
	context: IExecuteFunctions,
	output: OutputItem,
	{ itemIndexes, positions }: Pick<PlannedJob, 'itemIndexes' | 'positions'>,
): Promise<PositionedItem> {
	const [itemIndex = 0] = output.itemIndex === undefined ? itemIndexes : [output.itemIndex];
	const item = await toNodeItem(context, output, itemIndexes);
	const failure = isWantedFailure(context, output, itemIndex) ? undefined : output.failure?.error;
	return {
		item,
		position: output.position ?? positions?.get(itemIndex) ?? 0,
		...(failure && { failure }),
	};
}

/** Options that say what to do with parts that fail on their own. */
const ON_FAILED = ['onFailedPage', 'onFailedDocument'];

/**
 * Whether somebody asked for failed parts as items. Left alone, the options return them, too, but a
 * run of nothing but failures then fails.
 */
function isWantedFailure(
	context: IExecuteFunctions,
	{ failure }: OutputItem,
	itemIndex: number,
): boolean {
	if (!failure?.isReturned) return false;
	const options = context.getNodeParameter('options', itemIndex, {});
	return ON_FAILED.some((name) => bodyField(options, name) === 'return');
}

/**
 * What a run came to: "120 addresses, 3 batches, 120 credits". Undefined where that is plain
 * to see: one address in one job.
 */
function describeSum(
	jobs: readonly PlannedJob[],
	outputs: readonly JobOutput[],
): string | undefined {
	const tallies = outputs.flatMap(({ totals }) => totals ?? []);
	const addresses = tallies.reduce((sum, totals) => sum + totals.addresses, 0);
	if (addresses <= 1) return undefined;
	const jobType = jobs[0]?.task.jobType;
	const parts = [count(addresses, 'address', 'addresses')];
	if (jobType && tallies.length > 0)
		parts.push(count(tallies.length, jobType.label, jobType.plural));
	if (tallies.every(({ credits }) => credits !== undefined)) {
		const credits = tallies.reduce((sum, totals) => sum + (totals.credits ?? 0), 0);
		parts.push(count(credits, 'credit', 'credits'));
	}
	return parts.join(', ');
}

function count(number: number, one: string, several: string): string {
	return `${number} ${number === 1 ? one : several}`;
}

async function runPlannedJobs(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ jobs, reading }: { jobs: readonly PlannedJob[]; reading: AgentReading | undefined },
): Promise<JobRunReport<JobOutput>> {
	if (jobs.length === 0) return { ends: [] };
	const limits = readLimits(context, jobs);
	return await runJobs<JobOutput>(
		jobs.map(({ task, itemIndexes }) => ({
			...task,
			...(reading && agentPatience(context, task)),
			itemIndexes,
		})),
		{
			...limits,
			client,
			clock: systemClock,
			ledger: reading
				? agentLedger(context.getContext('node'), isReadingOn(reading))
				: openLedger(context.getContext('node')),
			runIndex: readRunIndex(context),
			keepGoing: context.continueOnFail(),
			signal: context.getExecutionCancelSignal(),
			read: async (index, result, signal) => {
				const job = jobs[index];
				if (!job) return { items: [], hints: [], answers: [] };
				return await readResult(context, client, { job, result, signal });
			},
			// In a manual run n8n shows this in the console of the browser; nowhere else is a place for it.
			onProgress: ({ task, jobId, state }) => {
				if (state.progress === undefined) return;
				context.sendMessageToUI?.(`${task.jobType.label} ${jobId}: ${state.progress}`);
			},
			onAccepted: (task, jobId) => logJob(context, task, jobId),
		},
	);
}

/** An agent gets what there is after a while and asks again, unless its builder set a time. */
function agentPatience(
	context: IExecuteFunctions,
	{ timeoutSeconds }: PlannedJob['task'],
): Partial<JobTask> {
	const isSet = bodyField(context.getNodeParameter('options', 0, {}), 'timeout') !== undefined;
	return {
		timeoutSeconds: isSet ? timeoutSeconds : Math.min(timeoutSeconds, AGENT_TIMEOUT_SECONDS),
		onTimeout: 'return',
	};
}

/**
 * Names a job in n8n's log as soon as it exists: the one place that outlives n8n when its process is
 * killed before the node ends.
 */
function logJob(
	context: IExecuteFunctions,
	{ jobType, itemIndexes }: JobTask,
	jobId: string,
): void {
	const items = itemIndexes.length === 1 ? 'item' : 'items';
	context.logger.info(
		`${context.getNode().name}: ${jobType.label} ${jobId} started for ${items} ${itemIndexes.join(', ')}`,
	);
}

/** The options that hold for the whole execution, read from the first item that is to run. */
function readLimits(context: IExecuteFunctions, jobs: readonly PlannedJob[]) {
	const [itemIndex = 0] = jobs[0]?.itemIndexes ?? [];
	try {
		const options = context.getNodeParameter('options', itemIndex, {});
		const minCredits = jobs.reduce((sum, job) => sum + (job.minCredits ?? 0), 0);
		return readRunLimits({ options }, { jobs: jobs.length, minCredits });
	} catch (error) {
		throw toNodeError(context.getNode(), error, itemIndex);
	}
}

/** Which run of the node this is within the execution; only the data proxy of an item says. */
function readRunIndex(context: IExecuteFunctions): number {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	return typeof runIndex === 'number' ? runIndex : 0;
}

/** A result to be made into items. */
interface Reading {
	job: PlannedJob;
	result: JobResult;
	signal: AbortSignal;
}

async function readResult(
	context: IExecuteFunctions,
	client: ServiceClient,
	reading: Reading,
): Promise<JobOutput> {
	const { job, result } = reading;
	const answer = await collectResults(context, client, reading);
	const items: PositionedItem[] = [];
	const { jobType, start } = job.task;
	const jobStatus = 'resume' in start ? jobType.readState(result.body).status : undefined;
	for (const output of toOutputItems(job, result, answer)) {
		const json = putJobLast(output.json, jobStatus);
		items.push(await toPositionedItem(context, { ...output, json }, job));
	}
	const totals = job.totals?.(answer);
	return {
		items,
		hints: result.type === 'completed' ? (job.toHints?.(answer) ?? []) : [],
		answers: job.toAnswers?.(answer) ?? [],
		...(totals && { totals }),
	};
}

/** Fetches what the status body does not hold. */
async function collectResults(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ job: { collect }, result, signal }: Reading,
): Promise<JobAnswer> {
	const { jobId, body } = result;
	const isWorthIt = result.type === 'completed' || result.isTimedOut;
	if (!collect || !isWorthIt) return { jobId, body };
	return await client.send(collect.request(jobId), { signal }).then(
		(answer) => ({ jobId, body, collected: answer.body }),
		(error: unknown) => {
			const isEnough = result.type === 'unfinished' || collect.isOptional(body);
			if (!isEnough) return Promise.reject(error);
			showHint(context, `Not all details of job ${jobId} could be read; its ID gives them later`);
			return { jobId, body };
		},
	);
}

function toOutputItems(job: PlannedJob, result: JobResult, answer: JobAnswer): OutputItem[] {
	if (result.type === 'completed') return job.toItems(answer);
	if (result.isTimedOut && job.toUnfinishedItems) return job.toUnfinishedItems(answer);
	return [toUnfinishedItem(job.task.jobType, result, job.subject)];
}
