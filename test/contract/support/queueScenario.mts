/**
 * Drives the job queue without a server or a browser: told a data folder and a scenario, it answers what was
 * seen. It runs in its own Node process, because the service's modules are ES modules, and some scenarios
 * end it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { createAdmission } from '../../../service/src/engine/admission.ts';
import { JobFailure, type JobContext, LaneChange } from '../../../service/src/engine/job.ts';
import { RetryLater } from '../../../service/src/turns/retryLater.ts';
import type { JobOutcome } from '../../../service/src/db/jobRecord.ts';
import { openLocalQueue } from '../../../service/src/engine/openQueue.ts';
import type { JobQueue } from '../../../service/src/engine/queue.ts';
import type { Database } from '../../../service/src/db/database.ts';
import { JobsRepository } from '../../../service/src/db/jobs.ts';
import { deleteEndedBefore } from '../../../service/src/db/retention.ts';
import { openSqliteDatabase } from '../../../service/src/db/sqlite/openDatabase.ts';
import { createUsageRepository } from '../../../service/src/db/usage.ts';
import { createFolderStorage } from '../../../service/src/files/folderStorage.ts';
import { SecretBox } from '../../../service/src/secrets/secretBox.ts';
import { inTurnOf } from '../../../service/src/turns/turn.ts';
import { eventually, PATIENCE_MS } from '../../support/eventually.ts';

const KIND = 'task';
const PARALLEL_KIND = 'parallel';
/** How long a task takes that nobody ends: far longer than any machine needs to end it. */
const REST_MS = 100_000;

/** Of the scenario that runs. */
let dataDirectory: string;
let database: Database;
let jobs: JobsRepository;
let queue: JobQueue;
let startedNames: string[];
let diskFull: PromiseWithResolvers<void>;

type Task = (context: JobContext, cookies: string) => Promise<number>;

/** What a task does, by the name in its request; a number is its price. */
const TASKS: Record<string, Task> = {
	quick: async () => 1,
	slow: async ({ signal }) => {
		await sleep(REST_MS, undefined, { signal });
		return 1;
	},
	partial: async ({ signal }) => {
		await sleep(REST_MS, undefined, { signal }).catch(() => undefined);
		return 3;
	},
	failing: async () => {
		throw new JobFailure('The page is gone');
	},
	leaking: async (_context, cookies) => {
		throw new Error(`The page did not accept ${cookies}`);
	},
	overdue: async (_context, cookies) => {
		const signal = AbortSignal.timeout(20);
		await sleep(REST_MS, undefined, { signal }).catch(() => {
			throw new JobFailure(`The page did not load in time with ${cookies}`);
		});
		return 0;
	},
	stumbling: async () => {
		if (startedNames.filter((name) => name === 'stumbling').length > 1) return 1;
		throw new RetryLater('The browser died', 1500);
	},
	hopeless: async () => {
		throw new RetryLater('The browser died', 10);
	},
	poison: async () => {
		await sleep(300);
		process.kill(process.pid, 'SIGKILL');
		return 0;
	},
	late: async () => {
		await sleep(1000);
		return 1;
	},
	large: async () => {
		await diskFull.promise;
		return 1;
	},
	moving: async ({ lane }) => {
		if (lane === '') throw new LaneChange('other');
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

/** Opens the queue on a data folder. */
async function open(folder: string, maxUnfinishedJobs: number): Promise<void> {
	dataDirectory = folder;
	startedNames = [];
	diskFull = Promise.withResolvers();
	database = await openSqliteDatabase(dataDirectory);
	jobs = new JobsRepository(database);
	const storage = createFolderStorage({ directory: join(dataDirectory, 'keys'), isShared: false });
	const secrets = new SecretBox(storage);
	await secrets.makeKey();
	queue = openLocalQueue({
		database,
		jobs,
		secrets,
		admit: createAdmission({
			jobs,
			usage: createUsageRepository(database),
			config: {
				rateLimit: { requests: 0, windowSeconds: 900 },
				monthlyScrapeLimit: 0,
				maxUnfinishedJobs,
			},
		}),
		log: Fastify().log,
		kinds: {
			[KIND]: { concurrency: 1, lanes: { other: 1 }, handle: runTask },
			[PARALLEL_KIND]: { concurrency: 3, handle: runTask },
		},
	});
}

/** @param request the name of a task, or one that has a secret */
async function runTask(
	request: string | { name: string; cookies: string },
	context: JobContext,
): Promise<JobOutcome> {
	const { name, cookies } = typeof request === 'string' ? { name: request, cookies: '' } : request;
	startedNames.push(name);
	const creditsUsed = (await TASKS[name]?.(context, cookies)) ?? 0;
	const result = RESULTS[name] ?? name;
	return { result, creditsUsed, inputTokens: 0, outputTokens: 0 };
}

const accept = (name: string) => queue.accept(KIND, name);

async function describe(jobId: string, kind = KIND) {
	const job = await queue.find(jobId, kind);
	if (job === undefined) return null;
	const { state, error, attempts, creditsUsed } = job;
	return { state, error, attempts, creditsUsed, result: (await queue.readResult(jobId)) ?? null };
}

async function untilEnded(jobId: string): Promise<void> {
	const hasEnded = async () => !(await jobs.isUnfinished(jobId));
	await eventually(hasEnded, 'The job does not end', { intervalMs: 5 });
}

async function acceptAndEnd(name: string): Promise<string> {
	return await queue.acceptAndWait(KIND, name, PATIENCE_MS);
}

async function untilStarted(name: string): Promise<void> {
	await eventually(() => startedNames.includes(name), `${name} does not start`, { intervalMs: 5 });
}

/** Accepts a task, and returns once it runs. */
async function acceptAndStart(name: string): Promise<string> {
	const jobId = await accept(name);
	await untilStarted(name);
	return jobId;
}

const secretOf = (name: string) => `secret-of-${name}`;

/**
 * Accepts a task that has a secret.
 * @param rest of its text: a long one has pages of its own in the database
 * @returns what of it is stored, too
 */
async function acceptWithSecret(name: string, rest = '') {
	const jobId = await queue.accept(KIND, { name, cookies: `sid=${secretOf(name)}${rest}` });
	const { secrets: sealed } = await database.durable
		.selectFrom('jobs')
		.select('secrets')
		.where('id', '=', jobId)
		.executeTakeFirstOrThrow();
	return { jobId, name, sealed: sealed ?? '' };
}

/** Pieces of a text, each of which would say that not all of it is gone. */
const piecesOf = (text: string) => text.match(/.{1,200}/gs) ?? [];

/** Every byte in the data folder, as text. */
async function readDisk(): Promise<string> {
	const entries = await readdir(dataDirectory, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
	return (await Promise.all(texts)).join('\n');
}

/** Which secrets are on disk, as they are or encrypted. */
async function listOnDisk(accepted: ReadonlyArray<{ name: string; sealed: string }>) {
	const dump = await readDisk();
	const found = accepted.filter(({ name, sealed }) => {
		return [secretOf(name), ...piecesOf(sealed)].some((text) => dump.includes(text));
	});
	return found.map(({ name }) => name);
}

/** Has every write fail as on a full disk, or lets them work again. */
async function fillDisk(isFull: boolean): Promise<void> {
	const pages = isFull ? 1 : 1_000_000;
	await sql.raw(`PRAGMA max_page_count = ${pages}`).execute(database.durable);
}

/** What was written last to wait for the disk alone. */
async function readSynced(): Promise<string | undefined> {
	const settings = database.durable.selectFrom('settings').select('value');
	return (await settings.where('name', '=', 'synced').executeTakeFirst())?.value;
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
	async turns() {
		const acceptFor = (asker: string, names: string[]) =>
			inTurnOf({ asker, group: '', isBulk: false }, () =>
				queue.acceptWith((acceptAll) => acceptAll(KIND, names)),
			);
		const running = await acceptAndStart('slow');
		// In the slot that is kept for a key without running jobs.
		const another = await inTurnOf({ asker: 'c', group: '', isBulk: false }, () =>
			acceptAndStart('partial'),
		);
		const accepted = [
			...(await acceptFor('a', ['a1', 'a2'])),
			...(await acceptFor('a', ['a3'])),
			...(await acceptFor('b', ['b1'])),
		];
		await queue.cancelAll([running, another]);
		for (const jobId of accepted) await untilEnded(jobId);
		return startedNames;
	},
	async lanes() {
		const running = await accept('moving');
		await untilEnded(running);
		return { job: await describe(running), startedNames };
	},
	async cancelWaiting() {
		const running = await acceptAndStart('slow');
		const waiting = await accept('quick');
		const wasCancelled = await queue.cancel(waiting);
		await queue.cancel(running);
		await sleep(100);
		return { wasCancelled, waiting: await describe(waiting), startedNames };
	},
	async cancelActive() {
		const jobId = await acceptAndStart('slow');
		const atMs = Date.now();
		await queue.cancel(jobId);
		await untilEnded(jobId);
		return { isPrompt: Date.now() - atMs < REST_MS, job: await describe(jobId) };
	},
	async cancelKeepsOutcome() {
		const jobId = await acceptAndStart('partial');
		await queue.cancel(jobId);
		return await eventually(async () => {
			const job = await describe(jobId);
			return (job?.creditsUsed ?? 0) > 0 && job;
		}, 'The outcome is not kept');
	},
	async cancelEnded() {
		const jobId = await acceptAndEnd('quick');
		return { wasCancelled: await queue.cancel(jobId), job: await describe(jobId) };
	},
	async failure() {
		const jobId = await acceptAndEnd('failing');
		return await describe(jobId);
	},
	async retry() {
		const jobId = await acceptAndStart('stumbling');
		const delayed = await eventually(
			async () => {
				const job = await describe(jobId);
				return job?.state !== 'active' && job;
			},
			'The job is not put back',
			{ intervalMs: 5 },
		);
		await untilEnded(jobId);
		return { delayed, ended: await describe(jobId) };
	},
	async retryInVain() {
		const jobId = await acceptAndEnd('hopeless');
		return await describe(jobId);
	},
	async waitTimesOut() {
		const atMs = Date.now();
		const jobId = await queue.acceptAndWait(KIND, 'slow', 200);
		const waitedMs = Date.now() - atMs;
		const { state } = (await describe(jobId)) ?? {};
		const isOnDisk = (await readSynced()) === jobId;
		return { state, isOnDisk, isInTime: waitedMs >= 190 && waitedMs < REST_MS };
	},
	async waitForEnd() {
		const jobId = await acceptAndEnd('quick');
		return { job: await describe(jobId), isSyncedAgain: (await readSynced()) !== undefined };
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
	/** A transaction whose last write fails, beside others that are asked for at the same moment. */
	async failedWrite() {
		let jobId = '';
		const twice = { name: 'twice', value: 'written' };
		const [failing, wrong, right] = await Promise.allSettled([
			queue.acceptWith(async (acceptAll, transaction) => {
				[jobId = ''] = await acceptAll(KIND, ['quick']);
				await transaction.insertInto('settings').values(twice).execute();
				await transaction.insertInto('settings').values(twice).execute();
			}),
			sql`SELECT missing`.execute(database.durable),
			sql`SELECT 'right' AS answer`.execute(database.durable),
		]);
		const kept = await database.durable
			.selectFrom('settings')
			.select('value')
			.where('name', '=', twice.name)
			.execute();
		return {
			failures: [failing, wrong].map((each) => 'reason' in each && Object(each.reason).message),
			answer: 'value' in right && right.value.rows,
			job: await describe(jobId),
			kept,
			startedNames,
		};
	},
	async fullDisk() {
		const jobId = await acceptAndStart('large');
		await fillDisk(true);
		diskFull.resolve();
		await sleep(600);
		const meanwhile = await describe(jobId);
		await fillDisk(false);
		await untilEnded(jobId);
		return { meanwhile, ended: await describe(jobId) };
	},
	async unwritable() {
		const jobId = await acceptAndEnd('unwritable');
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
		for (const name of ['late', 'poison', 'late']) {
			await queue.accept(PARALLEL_KIND, { name, cookies: `sid=${secretOf(name)}` });
		}
		await sleep(REST_MS);
	},
	async poisonAlone() {
		await acceptAndEnd('poison');
	},
	async takeUp() {
		await queue.work();
		while ((await jobs.listUnfinished()).length > 0) await sleep(20);
		return listJobs();
	},
	async stopAndCrash() {
		const jobId = await acceptAndStart('stoppable');
		await queue.stopSoon(jobId, 'Stopped by its owner');
		process.kill(process.pid, 'SIGKILL');
		await sleep(REST_MS);
	},
	async stopSoon() {
		const jobId = await acceptAndStart('stoppable');
		const wasRunning = await queue.stopSoon(jobId, 'Stopped by its owner');
		await untilEnded(jobId);
		return {
			wasRunning,
			isRunning: await queue.stopSoon(jobId, 'Again'),
			job: await describe(jobId),
		};
	},
	async endings() {
		const running = await acceptWithSecret('slow');
		await untilStarted('slow');
		const waiting = await acceptWithSecret('waiting', 'x'.repeat(20_000));
		const meanwhile = await listOnDisk([running, waiting]);
		await queue.cancelAll([waiting.jobId, running.jobId]);
		const partial = await acceptWithSecret('partial');
		await untilStarted('partial');
		await queue.cancel(partial.jobId);
		const stopped = await acceptWithSecret('stoppable');
		await untilStarted('stoppable');
		await queue.stopSoon(stopped.jobId, 'Stopped by its owner');
		const accepted = [running, waiting, partial, stopped];
		const names = ['quick', 'failing', 'leaking', 'overdue', 'hopeless', 'moving', 'unwritable'];
		for (const name of names) {
			const job = await acceptWithSecret(name);
			await untilEnded(job.jobId);
			accepted.push(job);
		}
		const { signal } = new AbortController();
		await database.giveSpaceBack(signal);
		const afterwards = await listOnDisk(accepted);
		const ended = await listJobs();
		const isKept = (await readDisk()).includes(running.jobId);
		await deleteEndedBefore(database, Date.now() + 1, signal);
		await database.giveSpaceBack(signal);
		const disk = await readDisk();
		const remains = accepted.filter(({ jobId }) => disk.includes(jobId)).map(({ name }) => name);
		return { meanwhile, afterwards, ended, isKept, remains };
	},
	async order() {
		const first = await acceptAndStart('slow');
		await accept('quick');
		const last = await accept('failing');
		await queue.cancel(first);
		await untilEnded(last);
		return startedNames;
	},
};

async function perform(folder: string, scenario: string): Promise<void> {
	await open(folder, scenario === 'turns' ? 6 : 5);
	const seen = await SCENARIOS[scenario]?.();
	await queue.stop();
	await database.close();
	process.send?.({ seen });
}

process.on('message', (message) => {
	const { folder, scenario } = Object(message);
	void perform(folder, scenario);
});
