import type { JobState } from '../engine/job.ts';
import type { Database } from './database.ts';

/** How many jobs of a kind are in a state. */
export interface UnfinishedCount {
	kind: string;
	state: JobState;
	count: number;
}

const UNFINISHED: readonly JobState[] = ['waiting', 'active', 'delayed'];

/** Makes what counts the jobs that wait, run, or will be tried again. */
export function createJobCounts({ listings }: Pick<Database, 'listings'>) {
	return async (): Promise<UnfinishedCount[]> => {
		const rows = await listings
			.selectFrom('jobs')
			.select(({ fn }) => ['kind', 'state', fn.countAll().as('count')])
			.where('state', 'in', UNFINISHED)
			.groupBy(['kind', 'state'])
			.execute();
		return rows.map(({ kind, state, count }) => ({ kind, state, count: Number(count) }));
	};
}
