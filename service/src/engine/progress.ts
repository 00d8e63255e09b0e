import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { readJson, type Database } from '../db/database.ts';

/** The latest progress of running jobs. Lost at a restart, since the jobs report it again. */
export interface JobProgress {
	report(jobId: string, progress: object): void;
	/** Forgets the progress of a job that has ended. */
	forget(jobId: string): void;
	/** The progress of the jobs by ID, without those that reported none. */
	read(jobIds: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

/** The progress of jobs that run in this process. */
export function createLocalProgress(): JobProgress {
	const byJob = new Map<string, object>();
	return {
		report: (jobId, progress) => void byJob.set(jobId, progress),
		forget: (jobId) => void byJob.delete(jobId),
		async read(jobIds) {
			const wanted = new Set(jobIds);
			return new Map([...byJob].filter(([id]) => wanted.has(id)));
		},
	};
}

/** Minimum time between two writes. */
const WRITE_INTERVAL_MS = 300;

const storedObject = z.record(z.unknown());

/** The progress of jobs of all processes: in the database, written now and then. */
export function createStoredProgress(
	{ relaxed, listings }: Database,
	log: Pick<FastifyBaseLogger, 'debug'>,
): JobProgress {
	/** What will be written after the pause that follows a write. */
	const pending = new Map<string, object>();
	let pause: NodeJS.Timeout | undefined;

	// If it fails it is lost: the next one is newer anyway.
	const run = (statement: Promise<unknown>): void => {
		statement.catch((error: unknown) => log.debug({ err: error }, 'could not store progress'));
	};

	const write = (): void => {
		pause = undefined;
		if (pending.size === 0) return;
		const rows = [...pending].map(([jobId, progress]) => {
			return { jobId, progress: JSON.stringify(progress) };
		});
		pending.clear();
		run(
			relaxed
				.insertInto('jobProgress')
				.values(rows)
				.onConflict((conflict) =>
					conflict.column('jobId').doUpdateSet((eb) => ({ progress: eb.ref('excluded.progress') })),
				)
				.execute(),
		);
		pause = setTimeout(write, WRITE_INTERVAL_MS).unref();
	};

	return {
		report(jobId, progress) {
			pending.set(jobId, progress);
			if (pause === undefined) write();
		},

		forget(jobId) {
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
