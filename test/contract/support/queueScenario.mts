/**
 * Drives the job queue without a server or a browser, and prints what was seen as one line of JSON.
 * It runs in its own Node process, because the service's modules are ES modules.
 *
 *   node queueScenario.mts <data folder> <scenario>
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { createAdmission } from '../../../service/src/engine/admission.ts';
import { JobFailure, type JobContext } from '../../../service/src/engine/job.ts';
import { RetryLater } from '../../../service/src/retryLater.ts';
import type { JobOutcome } from '../../../service/src/db/jobRecord.ts';
import { openLocalQueue } from '../../../service/src/engine/openQueue.ts';
import { createJobsRepository } from '../../../service/src/db/jobs.ts';
import { openSqliteDatabase } from '../../../service/src/db/sqlite/openDatabase.ts';
import { createUsageRepository } from '../../../service/src/db/usage.ts';

const KIND = 'task';
const PARALLEL_KIND = 'parallel';
const [dataDirectory = '', scenario = ''] = process.argv.slice(2);
const database = await openSqliteDatabase(dataDirectory);
const jobs = createJobsRepository(database);
const startedNames: string[] = [];

type Task = (context: JobContext) => Promise<number>;

/** What a task does, by the name in its request; a number is its price. */
const TASKS: Record<string, Task> = {
	quick: async () => 1,
	slow: async ({ signal }) => {
		await sleep(5000, undefined, { signal });
		return 1;
	},
	partial: async ({ signal }) => {
		await sleep(5000, undefined, { signal }).catch(() => undefined);
		return 3;
	},
	failing: async () => {
		throw new JobFailure('The page is gone');
	},
	stumbling: async () => {
		if (startedNames.filter((name) => name === 'stumbling').length > 1) return 1;
		throw new RetryLater('The browser died', 300);
	},
	hopeless: async () => {
		throw new RetryLater('The browser died', 10);
	},
	poison: async () => {
		await sleep(100);
		process.kill(process.pid, 'SIGKILL');
		return 0;
	},
	late: async () => {
		await sleep(300);
		return 1;
	},
	large: async () => {
		await sleep(300);
		return 1;
	},
	stoppable: async ({ checkpoint }) => {
		for (;;) {
			checkpoint();
			await sleep(20);
		}
	},
};

/** What tasks bring, other than their names. */
const RESULTS: Record<string, unknown> = { unwritable: { count: 1n }, large: 'x'.repeat(100_000) };

const admit = createAdmission({
	jobs,
	usage: createUsageRepository(database),
	config: {
		rateLimit: { requests: 0, windowSeconds: 900 },
		monthlyScrapeLimit: 0,
		maxUnfinishedJobs: 5,
	},
});

const queue = openLocalQueue({
	database,
	jobs,
	admit,
	log: Fastify().log,
	kinds: {
		[KIND]: { concurrency: 1, handle: runTask },
		[PARALLEL_KIND]: { concurrency: 3, handle: runTask },
	},
});

async function runTask(name: string, context: JobContext): Promise<JobOutcome> {
	startedNames.push(name);
	const creditsUsed = (await TASKS[name]?.(context)) ?? 0;
	const result = RESULTS[name] ?? name;
	return { result, creditsUsed, inputTokens: 0, outputTokens: 0, captchasSolved: 0 };
}

const accept = (name: string) => queue.accept(KIND, name);

async function describe(jobId: string, kind = KIND) {
	const job = await queue.find(jobId, kind);
	if (job === undefined) return null;
	const { state, error, attempts, creditsUsed } = job;
	return { state, error, attempts, creditsUsed, result: (await queue.readResult(jobId)) ?? null };
}

async function untilEnded(jobId: string, timeoutMs: number): Promise<void> {
	const deadlineMs = Date.now() + timeoutMs;
	while ((await jobs.isUnfinished(jobId)) && Date.now() < deadlineMs) await sleep(5);
}

/** Has every write fail as on a full disk, or lets them work again. */
async function fillDisk(isFull: boolean): Promise<void> {
	const pages = isFull ? 1 : 1_000_000;
	await sql.raw(`PRAGMA max_page_count = ${pages}`).execute(database.durable);
}

/** What became of all jobs ever accepted, in the order they were. */
async function listJobs() {
	const rows = await database.durable
		.selectFrom('jobs')
		.select(['id', 'kind'])
		.orderBy('createdAtMs')
		.orderBy('rowid')
		.execute();
	return Promise.all(rows.map(({ id, kind }) => describe(id, kind)));
}

const SCENARIOS: Record<string, () => Promise<unknown>> = {
	async cancelWaiting() {
		const running = await accept('slow');
		const waiting = await accept('quick');
		await sleep(50);
		const wasCancelled = await queue.cancel(waiting);
		await queue.cancel(running);
		await sleep(100);
		return { wasCancelled, waiting: await describe(waiting), startedNames };
	},
	async cancelActive() {
		const jobId = await accept('slow');
		await sleep(50);
		const atMs = Date.now();
		await queue.cancel(jobId);
		await untilEnded(jobId, 1000);
		return { isPrompt: Date.now() - atMs < 500, job: await describe(jobId) };
	},
	async cancelKeepsOutcome() {
		const jobId = await accept('partial');
		await sleep(50);
		await queue.cancel(jobId);
		await sleep(50);
		return await describe(jobId);
	},
	async cancelEnded() {
		const jobId = await queue.acceptAndWait(KIND, 'quick', 1000);
		return { wasCancelled: await queue.cancel(jobId), job: await describe(jobId) };
	},
	async failure() {
		const jobId = await queue.acceptAndWait(KIND, 'failing', 1000);
		return await describe(jobId);
	},
	async retry() {
		const jobId = await accept('stumbling');
		await sleep(100);
		const delayed = await describe(jobId);
		await untilEnded(jobId, 2000);
		return { delayed, ended: await describe(jobId) };
	},
	async retryInVain() {
		const jobId = await queue.acceptAndWait(KIND, 'hopeless', 2000);
		return await describe(jobId);
	},
	async waitTimesOut() {
		const atMs = Date.now();
		const jobId = await queue.acceptAndWait(KIND, 'slow', 200);
		const waitedMs = Date.now() - atMs;
		const { state } = (await describe(jobId)) ?? {};
		return { state, isInTime: waitedMs >= 190 && waitedMs < 1000 };
	},
	async rollback() {
		let jobId = '';
		try {
			await queue.acceptWith(async (acceptAll) => {
				[jobId = ''] = await acceptAll(KIND, ['quick']);
				throw new Error('refused');
			});
		} catch {
			await sleep(50);
		}
		return { job: await describe(jobId), startedNames };
	},
	async fullDisk() {
		const jobId = await accept('large');
		await sleep(50);
		await fillDisk(true);
		await sleep(600);
		const meanwhile = await describe(jobId);
		await fillDisk(false);
		await untilEnded(jobId, 3000);
		return { meanwhile, ended: await describe(jobId) };
	},
	async unwritable() {
		const jobId = await queue.acceptAndWait(KIND, 'unwritable', 1000);
		return await describe(jobId);
	},
	async tooMany() {
		for (let count = 0; count < 5; count += 1) await accept('slow');
		try {
			await accept('quick');
			return undefined;
		} catch (error) {
			const { statusCode, details, message } = Object(error);
			return { statusCode, details, message };
		}
	},
	async poisonAmongOthers() {
		for (const name of ['late', 'poison', 'late']) await queue.accept(PARALLEL_KIND, name);
		await sleep(5000);
	},
	async takeUp() {
		await queue.work();
		while ((await jobs.countUnfinished(undefined, database.durable)) > 0) await sleep(20);
		return listJobs();
	},
	async stopAndCrash() {
		const jobId = await accept('stoppable');
		await sleep(50);
		await queue.stopSoon(jobId, 'Stopped by its owner');
		process.kill(process.pid, 'SIGKILL');
		await sleep(5000);
	},
	async stopSoon() {
		const jobId = await accept('stoppable');
		await sleep(50);
		const wasRunning = await queue.stopSoon(jobId, 'Stopped by its owner');
		await untilEnded(jobId, 1000);
		return {
			wasRunning,
			isRunning: await queue.stopSoon(jobId, 'Again'),
			job: await describe(jobId),
		};
	},
	async order() {
		const ids = [await accept('slow'), await accept('quick'), await accept('failing')];
		await sleep(50);
		await queue.cancel(ids[0] ?? '');
		await untilEnded(ids[2] ?? '', 1000);
		return startedNames;
	},
};

console.log(JSON.stringify(await SCENARIOS[scenario]?.()));
await queue.stop();
await database.close();
