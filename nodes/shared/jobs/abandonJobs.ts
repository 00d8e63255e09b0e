import type { Clock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import { cancelJob } from './cancelJob';
import { fateOf, isStartedHere, jobIdOf, type JobRun } from './jobLife';
import type { JobLedger } from './jobLedger';
import type { JobFate } from './jobTask';

/**
 * The jobs of a run that ended early. Every job that has, or may yet have, a result is in exactly one
 * list.
 */
export interface NamedJobs {
	finished: string[];
	cancelled: string[];
	/** Left running: by choice, because the service can't cancel them, or because cancelling failed. */
	running: string[];
	/** Input items whose submit was sent, and whose job is not known; absent when there are none. */
	uncertainItems?: number[];
}

/**
 * Longest time for all that happens after Stop: a submit that waits for its result is held up to 20 s
 * by the service (reference, `wait`). Nothing in n8n waits for this, and a process that is shut down
 * may end it.
 */
const GRACE_MS = 25_000;

interface AbandonOptions {
	client: ServiceClient;
	clock: Clock;
	ledger: JobLedger;
	runIndex: number;
	cancelOnStop: boolean;
	/** After a failed job, that job itself is left alone: a timed-out one is for the user to take up. */
	reason: 'stopped' | 'failed';
}

/**
 * Cancels what goes on at the service, and names all jobs. First the submits on their way are waited
 * for, because only their answers name the jobs they started.
 */
export async function abandonJobs<Output>(
	runs: ReadonlyArray<JobRun<Output>>,
	calls: ReadonlySet<Promise<void>>,
	options: AbandonOptions,
): Promise<NamedJobs> {
	const { client, clock, ledger, cancelOnStop, reason } = options;
	const deadlineMs = clock.now() + GRACE_MS;
	// By job: equal submits may have been given one.
	const cancels = new Map<string, Promise<void>>();
	const fates = new Map<string, JobFate>();
	const cancel = async (run: JobRun<Output>, jobId: string) => {
		const { kind } = run.task;
		if (!kind.cancelRequest) return;
		const request = kind.cancelRequest(jobId);
		const { fate } = await cancelJob(kind, request, jobId, {
			client,
			clock,
			deadlineMs,
			isUrgent: true,
		});
		fates.set(jobId, fate);
		const isWithoutResult = fate === 'cancelled' || fate === 'failed' || fate === 'missing';
		if (!isWithoutResult) return;
		for (const { ledgerKey } of runs.filter((other) => jobIdOf(other) === jobId)) {
			if (ledgerKey !== undefined) ledger.forget(ledgerKey);
		}
	};
	const cancelAll = () => {
		for (const run of runs) {
			const jobId = jobIdOf(run);
			const isFailed = run.life.phase === 'ended' && run.life.end.type === 'failed';
			if (jobId === undefined || cancels.has(jobId) || !isStartedHere(run)) continue;
			if (fateOf(run) !== 'running' || (reason === 'failed' && isFailed)) continue;
			cancels.set(jobId, cancel(run, jobId));
		}
	};
	if (cancelOnStop) cancelAll();
	await settle(calls, clock, deadlineMs);
	if (cancelOnStop) cancelAll();
	await Promise.all(cancels.values());
	return nameJobs(runs, fates, ledger.jobIds(options.runIndex));
}

async function settle(
	calls: ReadonlySet<Promise<void>>,
	clock: Clock,
	deadlineMs: number,
): Promise<void> {
	const wake = new AbortController();
	await Promise.race([
		Promise.all(calls),
		clock.sleep(Math.max(0, deadlineMs - clock.now()), wake.signal),
	]);
	wake.abort();
}

/** @param known IDs of all jobs of this run of the node, also those of earlier tries */
function nameJobs<Output>(
	runs: ReadonlyArray<JobRun<Output>>,
	fates: ReadonlyMap<string, JobFate>,
	known: readonly string[],
): NamedJobs {
	const jobs: NamedJobs = { finished: [], cancelled: [], running: [] };
	const uncertainItems: Array<readonly number[]> = [];
	const ends = new Map<string, JobFate>();
	for (const run of runs) {
		const jobId = jobIdOf(run);
		const fate = (jobId !== undefined && fates.get(jobId)) || fateOf(run);
		if (fate === 'unknown') uncertainItems.push(run.task.itemIndexes);
		if (jobId === undefined) continue;
		// Whoever has its result knows best what became of a job that several share.
		if (ends.get(jobId) !== 'completed') ends.set(jobId, fate);
	}
	for (const [jobId, fate] of ends) {
		if (fate === 'completed') jobs.finished.push(jobId);
		else if (fate === 'cancelled') jobs.cancelled.push(jobId);
		else if (fate === 'running') jobs.running.push(jobId);
	}
	for (const jobId of known) if (!ends.has(jobId)) jobs.running.push(jobId);
	return uncertainItems.length > 0 ? { ...jobs, uncertainItems: uncertainItems.flat() } : jobs;
}
