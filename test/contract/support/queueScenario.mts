/**
 * Drives the job queue without a server or a browser, and prints what was seen as one line of JSON.
 * It runs in its own Node process, because the service's modules are ES modules.
 *
 *   node queueScenario.mts <data folder> <scenario>
 */
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import type { JobContext, JobOutcome } from '../../../service/src/jobs/job.ts';
import { JobFailure } from '../../../service/src/jobs/jobFailure.ts';
import { createJobQueue } from '../../../service/src/jobs/queue.ts';
import { RetryLater } from '../../../service/src/jobs/retryLater.ts';
import { inTransaction, openDatabase } from '../../../service/src/store/database.ts';
import { createJobsRepository } from '../../../service/src/store/jobs.ts';

const KIND = 'task';
const PARALLEL_KIND = 'parallel';
const [dataDirectory = '', scenario = ''] = process.argv.slice(2);
const database = openDatabase(dataDirectory);
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

const queue = createJobQueue({
	jobs,
	log: Fastify().log,
	maxUnfinished: 5,
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

function describe(jobId: string, kind = KIND) {
	const job = queue.find(jobId, kind);
	if (job === undefined) return null;
	const { state, error, attempts, creditsUsed } = job;
	return { state, error, attempts, creditsUsed, result: queue.readResult(jobId) ?? null };
}

/** Has every write fail as on a full disk, or lets them work again. */
function fillDisk(isFull: boolean): void {
	database.exec(`PRAGMA max_page_count = ${isFull ? 1 : 1_000_000}`);
}

/** What became of all jobs ever accepted, in the order they were. */
function listJobs() {
	const rows = database.prepare('SELECT id, kind FROM jobs ORDER BY created_at_ms, rowid').all();
	return rows.map(({ id, kind }) => describe(String(id), String(kind)));
}

const SCENARIOS: Record<string, () => Promise<unknown>> = {
	async cancelWaiting() {
		const running = accept('slow');
		const waiting = accept('quick');
		await sleep(50);
		const wasCancelled = queue.cancel(waiting);
		queue.cancel(running);
		await sleep(100);
		return { wasCancelled, waiting: describe(waiting), startedNames };
	},
	async cancelActive() {
		const jobId = accept('slow');
		await sleep(50);
		const atMs = Date.now();
		queue.cancel(jobId);
		await queue.waitUntilEnded(jobId, 1000);
		return { isPrompt: Date.now() - atMs < 500, job: describe(jobId) };
	},
	async cancelKeepsOutcome() {
		const jobId = accept('partial');
		await sleep(50);
		queue.cancel(jobId);
		await sleep(50);
		return describe(jobId);
	},
	async cancelEnded() {
		const jobId = accept('quick');
		await queue.waitUntilEnded(jobId, 1000);
		return { wasCancelled: queue.cancel(jobId), job: describe(jobId) };
	},
	async failure() {
		const jobId = accept('failing');
		await queue.waitUntilEnded(jobId, 1000);
		return describe(jobId);
	},
	async retry() {
		const jobId = accept('stumbling');
		await sleep(100);
		const delayed = describe(jobId);
		await queue.waitUntilEnded(jobId, 2000);
		return { delayed, ended: describe(jobId) };
	},
	async retryInVain() {
		const jobId = accept('hopeless');
		await queue.waitUntilEnded(jobId, 2000);
		return describe(jobId);
	},
	async waitTimesOut() {
		const jobId = accept('slow');
		const atMs = Date.now();
		await queue.waitUntilEnded(jobId, 200);
		const waitedMs = Date.now() - atMs;
		const { state } = describe(jobId) ?? {};
		return { state, isInTime: waitedMs >= 190 && waitedMs < 1000 };
	},
	async rollback() {
		let jobId = '';
		try {
			inTransaction(database, () => {
				jobId = accept('quick');
				throw new Error('refused');
			});
		} catch {
			await sleep(50);
		}
		return { job: describe(jobId), startedNames };
	},
	async fullDisk() {
		const jobId = accept('large');
		await sleep(50);
		fillDisk(true);
		await sleep(600);
		const meanwhile = describe(jobId);
		fillDisk(false);
		await queue.waitUntilEnded(jobId, 3000);
		return { meanwhile, ended: describe(jobId) };
	},
	async unwritable() {
		const jobId = accept('unwritable');
		await queue.waitUntilEnded(jobId, 1000);
		return describe(jobId);
	},
	async tooMany() {
		for (let count = 0; count < 5; count += 1) accept('slow');
		try {
			accept('quick');
			return undefined;
		} catch (error) {
			const { statusCode, details, message } = Object(error);
			return { statusCode, details, message };
		}
	},
	async poisonAmongOthers() {
		for (const name of ['late', 'poison', 'late']) queue.accept(PARALLEL_KIND, name);
		await sleep(5000);
	},
	async takeUp() {
		queue.recover();
		while (jobs.countUnfinished() > 0) await sleep(20);
		return listJobs();
	},
	async stopAndCrash() {
		const jobId = accept('stoppable');
		await sleep(50);
		queue.stopSoon(jobId, 'Stopped by its owner');
		process.kill(process.pid, 'SIGKILL');
		await sleep(5000);
	},
	async stopSoon() {
		const jobId = accept('stoppable');
		await sleep(50);
		const wasRunning = queue.stopSoon(jobId, 'Stopped by its owner');
		await queue.waitUntilEnded(jobId, 1000);
		return { wasRunning, isRunning: queue.stopSoon(jobId, 'Again'), job: describe(jobId) };
	},
	async order() {
		const ids = ['slow', 'quick', 'failing'].map(accept);
		await sleep(50);
		queue.cancel(ids[0] ?? '');
		await queue.waitUntilEnded(ids[2] ?? '', 1000);
		return startedNames;
	},
};

console.log(JSON.stringify(await SCENARIOS[scenario]?.()));
await queue.stop();
database.close();
