import type { JobOutcome, WaitingJob } from '../db/jobRecord.ts';
import type { JobContext } from './job.ts';

/** One kind of job. */
export interface JobKind {
	/**
	 * Runs the job. A method, because its type allows handlers to narrow the request: they get what their
	 * own module passed to `accept`.
	 */
	handle(request: unknown, context: JobContext): Promise<JobOutcome>;
	/** How many jobs of this kind run at a time. One more runs for a key of which none does. */
	concurrency: number;
	/** Whether a job, or jobs that belong together, may read many pages. @default false */
	isBulk?: boolean;
	/** How many jobs of this kind run at a time in each other lane. @default none */
	lanes?: Readonly<Record<string, number>>;
}

/** How many jobs run at a time, by the name of a kind or of one of its lanes. */
export function listLanes(kinds: Readonly<Record<string, JobKind>>): Map<string, number> {
	return new Map(
		Object.entries(kinds).flatMap(([kind, { concurrency, lanes = {} }]) => [
			[kind, concurrency] as const,
			...Object.entries(lanes).map(([lane, places]) => [laneOf({ kind, lane }), places] as const),
		]),
	);
}

/** The name of the lane of a job. */
export function laneOf({ kind, lane }: Pick<WaitingJob, 'kind' | 'lane'>): string {
	return lane === '' ? kind : `${kind}.${lane}`;
}
