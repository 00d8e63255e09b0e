import type { Clock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import type { JobLedger } from './jobLedger';
import { isUnfinished, type JobRun } from './jobRun';

/**
 * What became of the jobs of a run that ended early. Every job that has, or may yet have, a result is
 * in exactly one list.
 */
export interface AbandonedJobs {
	finished: string[];
	cancelled: string[];
	/** Left running: by choice, because the service can't cancel them, or because cancelling failed. */
	running: string[];
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
	cancelOnStop: boolean;
	/** After a failed job, that job itself is left alone: a timed-out one is for the user to take up. */
	reason: 'stopped' | 'failed';
}

/**
 * Cancels what goes on at the service. First the submits on their way are waited for, because only
 * their answers name the jobs they started.
 */
export async function abandonJobs(
	runs: readonly JobRun[],
	calls: ReadonlySet<Promise<void>>,
	{ client, clock, ledger, cancelOnStop, reason }: AbandonOptions,
): Promise<AbandonedJobs> {
	const deadlineMs = clock.now() + GRACE_MS;
	const cancelled = new Set<JobRun>();
	const cancelAll = async () => {
		await Promise.all(
			runs
				.filter((run) => isUnfinished(run) && !cancelled.has(run))
				.filter(({ end }) => reason === 'stopped' || end?.type !== 'failed')
				.map(async (run) => {
					if (!(await cancelJob(run, client, deadlineMs - clock.now()))) return;
					cancelled.add(run);
					if (run.ledgerKey !== undefined) ledger.forget(run.ledgerKey);
				}),
		);
	};
	const submits = settle(calls, clock, deadlineMs);
	if (cancelOnStop) await cancelAll();
	await submits;
	if (cancelOnStop) await cancelAll();
	return sortOut(runs, cancelled);
}

async function cancelJob(run: JobRun, client: ServiceClient, leftMs: number): Promise<boolean> {
	const { kind } = run.task;
	if (!kind.cancelRequest || run.jobId === undefined || leftMs <= 0) return false;
	return await client
		.send(kind.cancelRequest(run.jobId), {
			urgent: true,
			signal: AbortSignal.timeout(leftMs),
		})
		.then(
			() => true,
			() => false,
		);
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

function sortOut(runs: readonly JobRun[], cancelled: ReadonlySet<JobRun>): AbandonedJobs {
	const jobs: AbandonedJobs = { finished: [], cancelled: [], running: [] };
	for (const run of runs) {
		if (run.jobId === undefined) continue;
		if (cancelled.has(run)) jobs.cancelled.push(run.jobId);
		else if (run.state?.phase === 'completed') jobs.finished.push(run.jobId);
		else if (run.state === undefined || run.state.phase === 'running') jobs.running.push(run.jobId);
	}
	return jobs;
}
