import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { CrawlPagesRepository } from '../db/crawlPages.ts';
import type { Database } from '../db/database.ts';
import type { FileStore } from '../files/fileStore.ts';
import { deleteEndedBefore, listKeptFiles } from '../db/retention.ts';

const DAY_MS = 86_400_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Files are older than the end of their job, which writes them while it runs; no job runs this long. */
const LONGEST_JOB_MS = DAY_MS;

export interface RetentionOptions {
	database: Database;
	files: Pick<FileStore, 'removeOlderThan' | 'removeUnfinished'>;
	/** Folder of documents that the browser has stored and that are not converted yet. */
	downloadDirectory: string;
	/** Days that ended jobs are kept; 0 keeps them forever. */
	keepDays: number;
	log: FastifyBaseLogger;
}

/**
 * Deletes what the last process left half done, before jobs run. Then, and every hour, deletes ended jobs
 * with their results and files after the retention period, and unused downloads.
 * @returns a function that stops it; resolves when nothing is being deleted any more
 */
export async function startRetention(options: RetentionOptions): Promise<() => Promise<void>> {
	const { database, files, downloadDirectory, keepDays, log } = options;
	const crawlPages = new CrawlPagesRepository(database);
	const stopping = new AbortController();
	const { signal } = stopping;
	await mkdir(downloadDirectory, { recursive: true });
	await removeDownloads(downloadDirectory, Infinity);
	await files.removeUnfinished();

	const deleteOld = async (): Promise<void> => {
		const momentMs = Date.now() - keepDays * DAY_MS;
		const jobCount = await deleteEndedBefore(database, momentMs, signal);
		const oldestMs = momentMs - LONGEST_JOB_MS;
		// The older jobs that remain belong to batches with younger jobs.
		const kept = await listKeptFiles(database, momentMs, readScreenshot);
		const isInUse = async (name: string) => kept.has(name) || (await crawlPages.usesFile(name));
		const fileCount = await files.removeOlderThan(oldestMs, isInUse, signal);
		if (jobCount + fileCount > 0) log.info({ jobCount, fileCount }, 'old jobs and files deleted');
	};
	const sweep = async (): Promise<void> => {
		await removeDownloads(downloadDirectory, Date.now() - LONGEST_JOB_MS);
		await database.unlessDoneElsewhere('retention', async () => {
			if (keepDays > 0) await deleteOld();
			await database.giveSpaceBack(signal);
		});
	};
	const trySweep = async (): Promise<void> => {
		await sweep().catch((error: unknown) => {
			log.error({ err: error }, 'could not delete old jobs and files');
		});
	};
	let sweeping = trySweep();
	const timer = setInterval(() => {
		sweeping = sweeping.then(trySweep);
	}, SWEEP_INTERVAL_MS).unref();
	return async () => {
		clearInterval(timer);
		stopping.abort();
		await sweeping;
	};
}

const summarySchema = z.object({ screenshotFile: z.string() });

function readScreenshot(summary: unknown): string | undefined {
	return summarySchema.safeParse(summary).data?.screenshotFile;
}

async function removeDownloads(directory: string, beforeMs: number): Promise<void> {
	for (const name of await readdir(directory)) {
		const file = join(directory, name);
		const found = await stat(file).catch(() => undefined);
		if (found !== undefined && found.mtimeMs < beforeMs) await rm(file, { force: true });
	}
}
