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
};

const queue = createJobQueue({
	jobs,
	log: Fastify().log,
	kinds: { [KIND]: { concurrency: 1, handle: runTask } },
});

async function runTask(name: string, context: JobContext): Promise<JobOutcome> {
	startedNames.push(name);
	const creditsUsed = (await TASKS[name]?.(context)) ?? 0;
	return { result: name, creditsUsed, inputTokens: 0, outputTokens: 0, captchasSolved: 0 };
}

const accept = (name: string) => queue.accept(KIND, name);

function describe(jobId: string) {
	const job = queue.find(jobId, KIND);
	if (job === undefined) return null;
	const { state, error, attempts, creditsUsed, result } = job;
	return { state, error, attempts, creditsUsed, result };
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
