import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Database, readJson } from '../db/database.ts';
import type { JobProgress } from './progress.ts';

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
