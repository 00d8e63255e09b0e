import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { FastifyBaseLogger } from 'fastify';
import { createCrawlPagesRepository } from '../store/crawlPages.ts';
import { giveSpaceBack } from '../store/database.ts';
import type { FileStore } from '../store/files.ts';
import { deleteEndedBefore } from '../store/retention.ts';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Files are written while their job runs, so they are older than its end; no job runs this long. */
const LONGEST_JOB_MS = DAY_MS;

export interface RetentionOptions {
	database: DatabaseSync;
	files: Pick<FileStore, 'removeOlderThan' | 'removeUnfinished'>;
	/** Folder of the documents that the browser has stored and that are not converted yet. */
	downloadDirectory: string;
	/** Days that ended jobs are kept; 0 keeps them for good. */
	keepDays: number;
	log: FastifyBaseLogger;
}

/**
 * Deletes what the last process left half done, now, before jobs run. Then, and every hour, deletes
 * ended jobs with their results and files when their time is over, and downloads that nobody took.
 * @returns ends it
 */
export async function startRetention(options: RetentionOptions): Promise<() => void> {
	const { database, files, downloadDirectory, keepDays, log } = options;
	const crawlPages = createCrawlPagesRepository(database);
	await mkdir(downloadDirectory, { recursive: true });
	await removeDownloads(downloadDirectory, Infinity);
	await files.removeUnfinished();

	const deleteOld = async (): Promise<void> => {
		const momentMs = Date.now() - keepDays * DAY_MS;
		const jobCount = await deleteEndedBefore(database, momentMs);
		const oldestMs = momentMs - LONGEST_JOB_MS;
		const fileCount = await files.removeOlderThan(oldestMs, crawlPages.usesFile);
		if (jobCount + fileCount > 0) log.info({ jobCount, fileCount }, 'old jobs and files deleted');
	};
	const sweep = async (): Promise<void> => {
		await removeDownloads(downloadDirectory, Date.now() - LONGEST_JOB_MS);
		if (keepDays > 0) await deleteOld();
		await giveSpaceBack(database);
	};
	const trySweep = (): void => {
		sweep().catch((error: unknown) => {
			if (database.isOpen) log.error({ err: error }, 'old jobs and files not deleted');
		});
	};
	trySweep();
	const timer = setInterval(trySweep, SWEEP_INTERVAL_MS).unref();
	return () => clearInterval(timer);
}

async function removeDownloads(directory: string, beforeMs: number): Promise<void> {
	for (const name of await readdir(directory)) {
		const file = join(directory, name);
		const found = await stat(file).catch(() => undefined);
		if (found !== undefined && found.mtimeMs < beforeMs) await rm(file, { force: true });
	}
}
