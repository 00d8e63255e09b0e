import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { checkCost, readRunLimits } from '../fields/waiting';
import { type AgentReading, AGENT_TIMEOUT_SECONDS, isReadingOn } from './toolOutput';
import {
	describeNeverFound,
	describeTotals,
	type ReportedJob,
	noteHints,
	noteProgress,
	NOT_FOUND,
	PARTLY_EMPTY,
	showProgress,
} from './hints';
import { inAskedNames } from '../items/extractionSchema/asRows';
import { toErrorItem, toNodeError } from '../items/nodeError';
import { INSTEAD_OF_ROWS } from '../items/rows';
import { agentLedger, openLedger } from '../jobs/jobLedger';
import { runJobs } from '../jobs/jobRunner';
import type { JobType } from '../jobs/jobType';
import type { JobRunReport, JobTask } from '../jobs/jobTask';
import { systemClock } from '../transport/clock';
import { bodyField } from '../transport/serviceBody';
import type { ServiceClient } from '../transport/serviceClient';
import { abortedRunError, allFailedError } from './earlyEnd';
import { readResult, toPositionedItem, type JobOutput } from './jobOutput';
import type { JobOperation, PlannedJob } from './operation';
import { describePages } from './pageReports';
import { readItems, refusedItems } from './readItems';
import { readPagePrice, SpendGuard } from './spending';
import { sortByPosition, type PositionedItem } from './nodeItem';

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
	const { read, refused: unread } = await readItems(context, operation, client);
	const plan = await operation.plan(read);
	const { jobs, estimate, hints: inputHints = [] } = plan;
	const refused = refusedItems(context, [...unread, ...plan.refused]);
	const report = await runPlannedJobs(context, client, { jobs, reading });
	if (report.early) throw abortedRunError(node, report, jobs);
	const items: PositionedItem[][] = [refused.map((item) => ({ item }))];
	if (estimate) {
		const price = await readPagePrice(client, context.getExecutionCancelSignal());
		items.push([await toPositionedItem(context, estimate(price), { itemIndexes: [] })]);
	}
	const reports: ReportedJob[] = [];
	for (const [index, { itemIndexes, positions, addresses = 0 }] of jobs.entries()) {
		const end = report.ends[index];
		if (end?.type === 'failed') {
			const failed = itemIndexes.map((itemIndex) => ({
				item: toErrorItem(node, end.error, itemIndex),
				position: positions?.get(itemIndex) ?? 0,
			}));
			items.push(failed);
		} else if (end?.output) {
			items.push(end.output.items);
			reports.push({ addresses, ...end.output.report });
		}
	}
	const placed = items.flat();
	if (!context.continueOnFail()) {
		const error = allFailedError(node, { items: placed, report, jobs });
		if (error) throw error;
	}
	noteHintsOfRun(context, jobs[0]?.task.jobType, reports, inputHints);
	return sortByPosition(placed);
}

/**
 * Notes what somebody can act on about a run, what is missing from its output first. What the run came to is
 * progress: a hint would be a box on a run that went well.
 */
function noteHintsOfRun(
	context: IExecuteFunctions,
	jobType: JobType | undefined,
	reports: readonly ReportedJob[],
	inputHints: readonly string[],
): void {
	const notes = reports.flatMap((report) => report.notes ?? []);
	for (const line of [...describeTotals(jobType, reports), ...notes]) noteProgress(context, line);
	const neverFound = describeNeverFound(reports.flatMap(({ answers = [] }) => answers));
	// What the service says of one page is part of what is said about all of them.
	const isOfOnePage = (text: string) =>
		INSTEAD_OF_ROWS.test(text) || [NOT_FOUND, PARTLY_EMPTY].some((lead) => text.startsWith(lead));
	const hints = reports.flatMap((report) => report.hints ?? []);
	const ofJobs = hints.filter((text) => !isOfOnePage(text)).map(inAskedNames);
	const pages = describePages(reports.flatMap((report) => report.pages ?? []));
	noteHints(context, [...pages, ...inputHints, ...neverFound, ...ofJobs]);
}

async function runPlannedJobs(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ jobs, reading }: { jobs: readonly PlannedJob[]; reading: AgentReading | undefined },
): Promise<JobRunReport<JobOutput>> {
	if (jobs.length === 0) return { ends: [] };
	const { maxCredits, ...limits } = readLimits(context, jobs);
	const guard = await openSpendGuard(context, client, { jobs, maxCredits });
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
			// Which run of the node this is within the execution, only the data proxy of an item says.
			runIndex: Number(context.getWorkflowDataProxy(0).$runIndex) || 0,
			keepGoing: context.continueOnFail(),
			signal: context.getExecutionCancelSignal(),
			read: async (index, result, signal) => {
				const job = jobs[index];
				if (!job) return { items: [], report: {} };
				const output = await readResult(context, client, { job, result, signal });
				guard?.note(index, output.report.credits);
				return output;
			},
			refuseStart: (index) => guard?.refuse(index),
			onProgress: ({ task, jobId, state }) => {
				if (state.progress === undefined) return;
				showProgress(context, `${task.jobType.label} ${jobId}: ${state.progress}`);
			},
			onNote: (line) => noteProgress(context, line),
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

/** The guard of a run's credits; undefined where no limit is set. Only then the price is asked for. */
async function openSpendGuard(
	context: IExecuteFunctions,
	client: ServiceClient,
	{ jobs, maxCredits }: { jobs: readonly PlannedJob[]; maxCredits: number },
): Promise<SpendGuard | undefined> {
	if (maxCredits === Infinity) return undefined;
	const { credits } = await readPagePrice(client, context.getExecutionCancelSignal());
	const minCredits = jobs.map(({ addresses = 0 }) => addresses * credits);
	try {
		checkCost(
			minCredits.reduce((sum, job) => sum + job, 0),
			maxCredits,
		);
	} catch (error) {
		throw toNodeError(context.getNode(), error, jobs[0]?.itemIndexes[0]);
	}
	return new SpendGuard(maxCredits, minCredits);
}

/** The options that hold for the whole execution, read from the first item that is to run. */
function readLimits(context: IExecuteFunctions, jobs: readonly PlannedJob[]) {
	const [itemIndex = 0] = jobs[0]?.itemIndexes ?? [];
	try {
		const options = context.getNodeParameter('options', itemIndex, {});
		return readRunLimits({ options }, { jobs: jobs.length });
	} catch (error) {
		throw toNodeError(context.getNode(), error, itemIndex);
	}
}
