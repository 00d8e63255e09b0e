import { cancelJob } from './cancelJob';
import { knownStateOf, isStartedHere, jobIdOf, type JobRun, type JobRunnerOptions } from './jobRun';
import type { KnownState, NamedJobs } from './jobTask';

/**
 * Longest time for all that happens after Stop: a submit that waits for its result is held up to 20 s
 * by the service (`api/openapi.yaml`, parameter `wait`). Nothing in n8n waits for this, and a process that is shut down
 * may end it.
 */
const GRACE_MS = 25_000;

interface CancelUnfinishedOptions extends Pick<
	JobRunnerOptions,
	'client' | 'clock' | 'ledger' | 'runIndex' | 'cancelOnStop'
> {
	/** After a failed job, that job itself is left alone: a timed-out one is for the user to get later. */
	reason: 'stopped' | 'failed';
}

/**
 * Cancels unfinished jobs at the service, and lists all jobs. It first waits for submits in flight, because
 * only their answers have the IDs of the jobs they started.
 */
export async function cancelUnfinishedJobs<Output>(
	runs: ReadonlyArray<JobRun<Output>>,
	calls: ReadonlySet<Promise<void>>,
	options: CancelUnfinishedOptions,
): Promise<NamedJobs> {
	const { client, clock, ledger, cancelOnStop, reason } = options;
	const deadlineMs = clock.now() + GRACE_MS;
	// By job: equal submits may have been given one.
	const cancels = new Map<string, Promise<void>>();
	const knownStates = new Map<string, KnownState>();
	const cancel = async (run: JobRun<Output>, jobId: string) => {
		const { jobType } = run.task;
		if (!jobType.cancelRequest) return;
		const request = jobType.cancelRequest(jobId);
		const limits = { client, clock, deadlineMs, isUrgent: true };
		const { knownState } = await cancelJob(jobType, request, jobId, limits);
		knownStates.set(jobId, knownState);
		const isWithoutResult =
			knownState === 'cancelled' || knownState === 'failed' || knownState === 'missing';
		if (!isWithoutResult) return;
		for (const { ledgerKey } of runs.filter((other) => jobIdOf(other) === jobId)) {
			if (ledgerKey !== undefined) ledger.forget(ledgerKey);
		}
	};
	const cancelAll = () => {
		for (const run of runs) {
			const jobId = jobIdOf(run);
			const isFailed = run.state.name === 'ended' && run.state.end.type === 'failed';
			if (jobId === undefined || cancels.has(jobId) || !isStartedHere(run)) continue;
			if (knownStateOf(run) !== 'running' || (reason === 'failed' && isFailed)) continue;
			cancels.set(jobId, cancel(run, jobId));
		}
	};
	if (cancelOnStop) cancelAll();
	const wake = new AbortController();
	const waitMs = Math.max(0, deadlineMs - clock.now());
	await Promise.race([Promise.all(calls), clock.sleep(waitMs, wake.signal)]);
	wake.abort();
	if (cancelOnStop) cancelAll();
	await Promise.all(cancels.values());
	return nameJobs(runs, knownStates, ledger.jobIds(options.runIndex));
}

/** @param known IDs of all jobs of this run of the node, also those of earlier tries */
function nameJobs<Output>(
	runs: ReadonlyArray<JobRun<Output>>,
	knownStates: ReadonlyMap<string, KnownState>,
	known: readonly string[],
): NamedJobs {
	const jobs: NamedJobs = { finished: [], cancelled: [], running: [] };
	const uncertainItems: Array<readonly number[]> = [];
	const ends = new Map<string, KnownState>();
	for (const run of runs) {
		const jobId = jobIdOf(run);
		const knownState = (jobId !== undefined && knownStates.get(jobId)) || knownStateOf(run);
		if (knownState === 'unknown') uncertainItems.push(run.task.itemIndexes);
		if (jobId === undefined) continue;
		// Whoever has its result knows best what became of a job that several share.
		if (ends.get(jobId) !== 'completed') ends.set(jobId, knownState);
	}
	for (const [jobId, knownState] of ends) {
		if (knownState === 'completed') jobs.finished.push(jobId);
		else if (knownState === 'cancelled') jobs.cancelled.push(jobId);
		else if (knownState === 'running') jobs.running.push(jobId);
	}
	for (const jobId of known) if (!ends.has(jobId)) jobs.running.push(jobId);
	return uncertainItems.length > 0 ? { ...jobs, uncertainItems: uncertainItems.flat() } : jobs;
}
