import type { Clock } from '../transport/clock';
import type { ServiceClient } from '../transport/serviceClient';
import { ServiceError } from '../transport/serviceError';
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
	const ended = new Set<JobRun>();
	const cancelAll = async () => {
		await Promise.all(
			runs
				.filter((run) => isUnfinished(run) && !cancelled.has(run) && !ended.has(run))
				.filter(({ end }) => reason === 'stopped' || end?.type !== 'failed')
				.map(async (run) => {
					const fate = await cancelJob(run, client, deadlineMs - clock.now());
					if (fate === 'running') return;
					(fate === 'cancelled' ? cancelled : ended).add(run);
					if (run.ledgerKey !== undefined) ledger.forget(run.ledgerKey);
				}),
		);
	};
	const submits = settle(calls, clock, deadlineMs);
	if (cancelOnStop) await cancelAll();
	await submits;
	if (cancelOnStop) await cancelAll();
	return sortOut(runs, cancelled, ended);
}

/** Statuses of a cancel that came too late: the job has ended already (reference, States). */
const TOO_LATE = [400, 404, 409];

async function cancelJob(
	run: JobRun,
	client: ServiceClient,
	leftMs: number,
): Promise<'cancelled' | 'ended' | 'running'> {
	const { kind } = run.task;
	if (!kind.cancelRequest || run.jobId === undefined || leftMs <= 0) return 'running';
	return await client
		.send(kind.cancelRequest(run.jobId), {
			urgent: true,
			signal: AbortSignal.timeout(leftMs),
		})
		.then(
			() => 'cancelled',
			(error: unknown) => {
				const status = error instanceof ServiceError ? error.facts.status : undefined;
				return status !== undefined && TOO_LATE.includes(status) ? 'ended' : 'running';
			},
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

function sortOut(
	runs: readonly JobRun[],
	cancelled: ReadonlySet<JobRun>,
	ended: ReadonlySet<JobRun>,
): AbandonedJobs {
	const jobs: AbandonedJobs = { finished: [], cancelled: [], running: [] };
	for (const run of runs) {
		if (run.jobId === undefined) continue;
		if (cancelled.has(run)) jobs.cancelled.push(run.jobId);
		else if (run.state?.phase === 'completed' || ended.has(run)) jobs.finished.push(run.jobId);
		else if (run.state === undefined || run.state.phase === 'running') jobs.running.push(run.jobId);
	}
	return jobs;
}
