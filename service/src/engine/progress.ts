import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { readJson, type Database } from '../db/database.ts';

/** What running jobs last said of themselves. Gone after a restart: it is said again. */
export interface JobProgress {
	report(jobId: string, progress: object): void;
	/** The job has ended: what it said is forgotten. */
	forget(jobId: string): void;
	/** What the jobs said, by ID; those that said nothing are left out. */
	read(jobIds: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

/** The progress of jobs that run in this process. */
export function createLocalProgress(): JobProgress {
	const byJob = new Map<string, object>();
	return {
		report: (jobId, progress) => void byJob.set(jobId, progress),
		forget: (jobId) => void byJob.delete(jobId),
		async read(jobIds) {
			const found = new Map<string, object>();
			for (const id of jobIds) {
				const progress = byJob.get(id);
				if (progress !== undefined) found.set(id, progress);
			}
			return found;
		},
	};
}

/** A job that says much is written this often at most. */
const WRITE_INTERVAL_MS = 300;

const storedObject = z.record(z.unknown());

/** The progress of jobs that run in any process: in the database, written now and then. */
export function createStoredProgress(
	{ relaxed, listings }: Database,
	log: Pick<FastifyBaseLogger, 'debug'>,
): JobProgress {
	/** What is to be written when the pause after the last writing is over. */
	const pending = new Map<string, object>();
	const pauses = new Map<string, NodeJS.Timeout>();

	// Lost when it fails: the next one says more.
	const run = (statement: Promise<unknown>): void => {
		statement.catch((error: unknown) => log.debug({ err: error }, 'progress not stored'));
	};

	const write = (jobId: string, value: object): void => {
		const progress = JSON.stringify(value);
		run(
			relaxed
				.insertInto('jobProgress')
				.values({ jobId, progress })
				.onConflict((conflict) => conflict.column('jobId').doUpdateSet({ progress }))
				.execute(),
		);
		const next = (): void => {
			pauses.delete(jobId);
			const later = pending.get(jobId);
			pending.delete(jobId);
			if (later !== undefined) write(jobId, later);
		};
		pauses.set(jobId, setTimeout(next, WRITE_INTERVAL_MS).unref());
	};

	return {
		report(jobId, progress) {
			if (pauses.has(jobId)) pending.set(jobId, progress);
			else write(jobId, progress);
		},

		forget(jobId) {
			clearTimeout(pauses.get(jobId));
			pauses.delete(jobId);
			pending.delete(jobId);
			run(relaxed.deleteFrom('jobProgress').where('jobId', '=', jobId).execute());
		},

		async read(jobIds) {
			if (jobIds.length === 0) return new Map();
			const rows = await listings
				.selectFrom('jobProgress')
				.select(['jobId', 'progress'])
				.where('jobId', 'in', jobIds)
				.execute();
			return new Map(
				rows.map(({ jobId, progress }) => [jobId, storedObject.parse(readJson(progress))]),
			);
		},
	};
}
