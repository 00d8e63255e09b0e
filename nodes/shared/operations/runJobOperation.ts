import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { DEFAULT_CONCURRENT_JOBS } from '../fields/waiting';
import { toErrorItem, toNodeError } from '../items/nodeError';
import { pairItem, type OutputItem } from '../items/outputItem';
import { readGroup, readWholeNumber } from '../items/parameterValues';
import { forgetfulLedger, openLedger } from '../jobs/jobLedger';
import { runJobs, type JobRunReport } from '../jobs/jobRunner';
import type { JobEnd } from '../jobs/jobTask';
import { systemClock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import type { JobOperation, PreparedJob } from './operation';
import { toEarlyEndError } from './earlyEnd';
import { prepareItems, readParameters } from './readItems';
import { toUnfinishedItem } from './unfinishedItem';

/** One job with the input item it answers. */
interface Assignment {
	itemIndex: number;
	job: PreparedJob;
}

/** Runs a job operation: all items are checked first, then their jobs run side by side. */
export async function runJobOperation(
	context: IExecuteFunctions,
	operation: JobOperation,
	client: ServiceClient,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const keepGoing = context.continueOnFail();
	const entries = prepareItems(context, operation, operation.prepare);
	const refused = entries.find((entry) => 'error' in entry);
	if (!keepGoing && refused && 'error' in refused) {
		throw toNodeError(node, refused.error, refused.itemIndex);
	}
	const assignments = entries.flatMap((entry): Assignment[] =>
		'error' in entry ? [] : [{ itemIndex: entry.itemIndex, job: entry.value }],
	);
	const report = await runAssignments(context, operation, client, assignments);
	if (report.early) {
		throw toEarlyEndError(
			node,
			report,
			assignments.map(({ itemIndex }) => itemIndex),
		);
	}
	showHints(context, assignments, report);
	const endOf = new Map(assignments.map(({ itemIndex }, index) => [itemIndex, report.ends[index]]));
	return entries.flatMap((entry) => {
		const { itemIndex } = entry;
		if ('error' in entry) return [toErrorItem(node, entry.error, itemIndex)];
		const end = endOf.get(itemIndex);
		if (!end) return [];
		if (end.type === 'failed') return [toErrorItem(node, end.error, itemIndex)];
		return toOutputItems(entry.value, end).map((item) =>
			item.error
				? toErrorItem(node, item.error, item.itemIndex ?? itemIndex)
				: pairItem(item, itemIndex),
		);
	});
}

async function runAssignments(
	context: IExecuteFunctions,
	operation: JobOperation,
	client: ServiceClient,
	assignments: readonly Assignment[],
): Promise<JobRunReport> {
	const first = assignments[0];
	if (!first) return { ends: [] };
	const options = readGroup(readParameters(context, operation, first.itemIndex), 'options');
	const maxConcurrentJobs =
		readWholeNumber(options, 'maxConcurrentJobs', 'Max Concurrent Jobs', { min: 1 }) ??
		DEFAULT_CONCURRENT_JOBS;
	const isTool = context.isToolExecution?.() === true;
	return await runJobs(
		assignments.map(({ itemIndex, job }) => ({ ...job.task, itemIndexes: [itemIndex] })),
		{
			client,
			clock: systemClock,
			ledger: isTool ? forgetfulLedger() : openLedger(context.getContext('node')),
			runIndex: readRunIndex(context),
			maxConcurrentJobs,
			cancelOnStop: options.cancelOnStop !== false,
			keepGoing: context.continueOnFail(),
			signal: context.getExecutionCancelSignal(),
		},
	);
}

/** Which run of the node this is within the execution; only the data proxy of an item tells. */
function readRunIndex(context: IExecuteFunctions): number {
	const runIndex: unknown = context.getWorkflowDataProxy(0).$runIndex;
	return typeof runIndex === 'number' ? runIndex : 0;
}

function toOutputItems(job: PreparedJob, end: Exclude<JobEnd, { type: 'failed' }>): OutputItem[] {
	if (end.type === 'completed') return job.toItems(end);
	const { kind } = job.task;
	return (
		job.toUnfinishedItems?.(end) ?? [
			toUnfinishedItem(kind, end.jobId, kind.readState(end.body), end.isTimedOut),
		]
	);
}

function showHints(
	context: IExecuteFunctions,
	assignments: readonly Assignment[],
	{ ends }: JobRunReport,
): void {
	const counts = new Map<string, number>();
	for (const [index, { job }] of assignments.entries()) {
		const end = ends[index];
		const texts = end?.type === 'completed' ? (job.toHints?.(end) ?? []) : [];
		for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	}
	for (const [text, count] of counts) {
		const message = count > 1 ? `${text} (${count} items)` : text;
		context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
	}
}
