import type { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import type { FileStore } from '../store/files.ts';
import { deleteEndedBefore } from '../store/retention.ts';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Files are written while their job runs, so they are older than its end; no job runs this long. */
const LONGEST_JOB_MS = DAY_MS;

export interface RetentionOptions {
	database: DatabaseSync;
	files: Pick<FileStore, 'removeOlderThan'>;
	/** Days that ended jobs are kept; 0 keeps them for good. */
	keepDays: number;
	log: FastifyBaseLogger;
}

/**
 * Deletes ended jobs with their results and files when their time is over: now, and every hour.
 * @returns ends it
 */
export function startRetention({ database, files, keepDays, log }: RetentionOptions): () => void {
	if (keepDays === 0) return () => undefined;

	const sweep = async (): Promise<void> => {
		const momentMs = Date.now() - keepDays * DAY_MS;
		const jobCount = deleteEndedBefore(database, momentMs);
		const fileCount = await files.removeOlderThan(momentMs - LONGEST_JOB_MS);
		if (jobCount + fileCount > 0) log.info({ jobCount, fileCount }, 'old jobs and files deleted');
	};
	const trySweep = (): void => {
		sweep().catch((error: unknown) => log.error({ err: error }, 'old jobs and files not deleted'));
	};
	trySweep();
	const timer = setInterval(trySweep, SWEEP_INTERVAL_MS).unref();
	return () => clearInterval(timer);
}
