import { AsyncLocalStorage } from 'node:async_hooks';
import { RetryLater } from '../turns/retryLater.ts';
import { type JobContext, LaneChange } from '../engine/job.ts';
import type { JobOutcome } from '../db/jobRecord.ts';
import type { Metrics, RunOutcome } from './metrics.ts';

/** What runs jobs of a kind. */
interface Runs {
	handle(request: unknown, context: JobContext): Promise<JobOutcome>;
}

/** Counts and times every run of a job, and adds the job to every log line within it. */
export function watchJobs<Kind extends Runs>(
	kinds: Readonly<Record<string, Kind>>,
	metrics: Pick<Metrics, 'recordRun' | 'recordFailure'>,
): Record<string, Kind> {
	const watch = (kind: string, runs: Kind): Kind => ({
		...runs,
		async handle(request: unknown, context: JobContext): Promise<JobOutcome> {
			const startedAtMs = performance.now();
			let outcome: RunOutcome = 'completed';
			try {
				return await current.run({ jobId: context.jobId, kind }, () =>
					runs.handle(request, context),
				);
			} catch (error) {
				outcome = outcomeOf(error, context.signal);
				if (outcome === 'failed') metrics.recordFailure(kind, reasonOf(error));
				throw error;
			} finally {
				metrics.recordRun(kind, outcome, (performance.now() - startedAtMs) / 1000);
			}
		},
	});
	return Object.fromEntries(Object.entries(kinds).map(([kind, runs]) => [kind, watch(kind, runs)]));
}

function outcomeOf(error: unknown, signal: AbortSignal): RunOutcome {
	if (signal.aborted) return 'stopped';
	if (error instanceof LaneChange) return 'moved';
	return error instanceof RetryLater ? 'retried' : 'failed';
}

/** Distinguishes failures by the names of errors; none of them contains what clients choose. */
const REASONS: Readonly<Record<string, string>> = {
	JobFailure: 'refused',
	PageLoadError: 'page',
	PageMemoryError: 'page memory',
	ChallengeError: 'challenge',
	BrowserCrashedError: 'browser',
	ContentError: 'content',
	DocumentFailure: 'document',
	LinkFailure: 'link',
	FileMissingError: 'file missing',
	StorageUnavailableError: 'files',
	SecretsLostError: 'secrets lost',
};

/** The reason of a failure: that of the first cause that has one. */
function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return 'unexpected';
	const own = REASONS[error.name] ?? 'unexpected';
	const first = error.cause instanceof Error ? reasonOf(error.cause) : 'unexpected';
	return first === 'unexpected' ? own : first;
}

const current = new AsyncLocalStorage<{ jobId: string; kind: string }>();

/** The job of the running code, for its log lines, at any depth of calls; empty outside of a job. */
export function describeCurrentJob(): object {
	return current.getStore() ?? {};
}
