import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import { fromKysely, type JobInsert, PgBoss } from 'pg-boss';
import { type Database, inTransaction, type Queries } from '../db/database.ts';
import type { EngineOptions, JobEngine } from './jobEngine.ts';
import { WakeUps } from './wakeUps.ts';
import type { WaitingJob } from '../db/jobRecord.ts';
import { HeldJob } from './heldJob.ts';
import { JobLostError, type Rerun } from './jobEndings.ts';
import { type JobKind, laneOf, listLanes } from './jobKind.ts';

/** The jobs of a worker that was silent for this long go to others. */
const LEASE_SECONDS = 10;
/** How often a worker sends a heartbeat, and checks that its jobs are still its own. */
const HEARTBEAT_MS = 2500;
/** A worker whose heartbeat failed for this long stops its jobs, as others will get them soon. */
const SILENCE_LIMIT_MS = 7500;
const GUARD_MS = 500;
/** How often workers look for jobs without an event, and for workers that are gone. */
const POLL_MS = 2000;
const SUPERVISE_SECONDS = 2;
/** How often jobs are looked for that are missing in the queue. */
const ADOPT_MS = 60_000;

/** Beyond anything a job needs: the `jobs` table decides when it has ended. */
const QUEUE_SETTINGS = {
	heartbeatSeconds: LEASE_SECONDS,
	expireInSeconds: 86_399,
	retryLimit: 1_000_000,
	retentionSeconds: 3650 * 86_400,
};

/** Connections for taking jobs, in addition to those of the database. */
const CONNECTIONS = 2;

export interface PgBossOptions {
	url: string;
	database: Database;
	kinds: Readonly<Record<string, JobKind>>;
	log: FastifyBaseLogger;
}

/** Opens pg-boss for processes that share a Postgres, with a queue for each kind of job and each of its lanes. */
export async function openPgBoss({ url, database, kinds, log }: PgBossOptions): Promise<PgBoss> {
	const boss = new PgBoss({
		connectionString: url,
		max: CONNECTIONS,
		application_name: 'web-data-extraction-queue',
		schedule: false,
		superviseIntervalSeconds: SUPERVISE_SECONDS,
		monitorIntervalSeconds: SUPERVISE_SECONDS,
	});
	// Such as a lost connection: whatever failed is tried again.
	boss.on('error', (error) => log.warn({ reason: error.message }, 'the queue reported an error'));
	try {
		await database.inTurn('queue', async () => {
			await boss.start();
			for (const lane of listLanes(kinds).keys()) await boss.createQueue(lane, QUEUE_SETTINGS);
		});
		return boss;
	} catch (error) {
		await boss.stop({ graceful: false }).catch(() => undefined);
		throw error;
	}
}

/**
 * The engine of processes that share a Postgres. For each unfinished job pg-boss has one with the same ID.
 * It is handed to one worker, which sends heartbeats; if these stop, it is handed to another one. It is
 * deleted when the job has ended.
 */
export function createPgBossEngine(
	options: EngineOptions & { boss: PgBoss; database: Database },
): JobEngine {
	const { boss, database, jobs, runner, kinds, bus, log } = options;
	const ownId = randomUUID();
	/** Jobs that pg-boss has handed to this process and that have not ended. */
	const held = new Map<string, HeldJob>();
	const lanes = listLanes(kinds);
	/** Jobs whose worker went silent: one at a time, so that the next crash shows which caused it. */
	const suspects = new PQueue({ concurrency: 1 });
	const pulls = new Map([...lanes.keys()].map((lane) => [lane, new PQueue({ concurrency: 1 })]));
	const wakeUps = new WakeUps((lane) => pull(lane));
	const timers: NodeJS.Timeout[] = [];
	let isWorking = false;
	let heardAtMs = Date.now();

	const insert = async (
		waiting: readonly WaitingJob[],
		queries: Queries,
		startAfter?: Date,
	): Promise<void> => {
		for (const [lane, some] of Map.groupBy(waiting, laneOf)) {
			const inserts = some.map(({ id, turn, asker }): JobInsert => {
				const group = asker === '' ? {} : { group: { id: asker } };
				return { id, priority: -turn, ...group, ...(startAfter && { startAfter }) };
			});
			await boss.insert(lane, inserts, { db: fromKysely(queries) });
		}
	};

	/** Returns a job that this process holds to the queue. */
	const requeue = async (held: WaitingJob, { job, atMs }: Rerun): Promise<void> => {
		await inTransaction(database.relaxed, async (transaction) => {
			await boss.deleteJob(laneOf(held), held.id, { db: fromKysely(transaction) });
			await insert([job], transaction, new Date(atMs));
		});
		if (atMs <= Date.now()) bus.publish('accepted', [laneOf(job)]);
	};

	const run = async ({ job, countAway }: HeldJob, isTakeover: boolean): Promise<void> => {
		try {
			const rerun = isWorking
				? await runner.run(job, { isTakeover, countAway })
				: { job, atMs: Date.now() };
			if (rerun !== undefined) {
				await requeue(job, rerun);
				return;
			}
			bus.publish('ended', [job.id]);
			// Unfinished, it belongs to another process by now.
			if (await jobs.isUnfinished(job.id)) return;
			await boss.deleteJob(laneOf(job), job.id, { db: fromKysely(database.relaxed) });
		} catch (error) {
			// Without heartbeats it is handed out again, and then run or found to have ended.
			log.warn({ err: error, jobId: job.id }, 'could not update a job in the queue');
		} finally {
			held.delete(job.id);
			pull(laneOf(job));
		}
	};

	/** Takes as many jobs of a lane as there is room for, as {@link JobSlots} does in a single process. */
	const fetch = async (lane: string): Promise<void> => {
		for (;;) {
			const heldOfLane = [...held.values()].filter(({ job }) => laneOf(job) === lane);
			const taken = heldOfLane.filter(({ isAway }) => !isAway).length;
			const shared = (lanes.get(lane) ?? 0) - taken;
			if (shared < 0 || !isWorking) return;
			const free = Math.max(shared, 1);
			const ignoreGroups = shared > 0 ? null : heldOfLane.map(({ job }) => job.asker);
			const handed = await boss.fetch(lane, {
				batchSize: free,
				includeMetadata: true,
				ignoreGroups,
			});
			if (handed.length > 0) bus.publish('taken', [ownId, ...handed.map(() => lane)]);
			const [kind = '', ofKind = ''] = lane.split('.');
			for (const { id, retryCount, priority, groupId } of handed) {
				// Handed out again while this process was silent, but it still runs the job.
				if (held.has(id)) continue;
				const job = { id, kind, lane: ofKind, turn: -priority, asker: groupId ?? '' };
				const running = new HeldJob(job, () => pull(lane));
				held.set(id, running);
				if (retryCount === 0) void run(running, false);
				else void suspects.add(() => run(running, true));
			}
			if (handed.length < free) return;
		}
	};

	/** Fetches jobs; a call during a fetch causes one more. */
	const pull = (lane: string): void => {
		const queue = pulls.get(lane);
		if (queue?.size !== 0) return;
		queue
			.add(() => fetch(lane))
			.catch((error: unknown) => {
				log.warn({ reason: Object(error).message }, 'could not fetch jobs from the queue');
			});
	};

	/** Stops jobs that were cancelled, and those that another process has by now. */
	const check = async (): Promise<void> => {
		const starts = runner.listStarts();
		const mine = new Map((await jobs.listHeld(starts)).map((job) => [job.id, job.stopReason]));
		const running = new Set(runner.listStarts().map(({ owner }) => owner));
		for (const { id, owner } of starts) {
			const stopReason = mine.get(id);
			if (stopReason === undefined && running.has(owner)) {
				runner.abort(id, new Error('Job cancelled'));
			} else if (typeof stopReason === 'string') runner.stopSoon(id, stopReason);
		}
	};

	const beat = async (): Promise<void> => {
		const sentAtMs = Date.now();
		for (const [lane, some] of Map.groupBy(held.values(), ({ job }) => laneOf(job))) {
			const ids = some.map(({ job }) => job.id);
			await boss.touch(lane, ids);
		}
		heardAtMs = sentAtMs;
		await check();
	};

	/** Separate from the heartbeat, which may hang. */
	const guard = (): void => {
		if (held.size === 0) heardAtMs = Date.now();
		if (Date.now() - heardAtMs < SILENCE_LIMIT_MS) return;
		const lost = new JobLostError('The database cannot be reached');
		for (const { id } of runner.listStarts()) runner.abort(id, lost);
	};

	/**
	 * Adds unfinished jobs that are missing in the queue, for example after its tables were emptied. One that
	 * was active is handed out, found active, and handed out again because its worker sends no heartbeats.
	 */
	const adopt = (): Promise<void> =>
		database.unlessDoneElsewhere('adopting jobs', async () => {
			await insert(await jobs.listUnfinished(), database.relaxed);
		});

	/** @param failure message of the log if it fails; it is repeated all the same */
	const every = (intervalMs: number, work: () => Promise<void>, failure: string): void => {
		let isRunning = false;
		const tick = async (): Promise<void> => {
			if (isRunning) return;
			isRunning = true;
			await work().catch((error: unknown) => log.warn({ reason: Object(error).message }, failure));
			isRunning = false;
		};
		timers.push(setInterval(() => void tick(), intervalMs).unref());
	};

	const pullAll = (): void => lanes.forEach((_places, lane) => pull(lane));

	bus.subscribe(({ type, names }) => {
		if (!isWorking) return;
		if (type === 'accepted') wakeUps.announce(names);
		if (type === 'taken') {
			const [process = '', ...taken] = names;
			if (process !== ownId) wakeUps.noteTaken(process, taken);
		}
		if (type === 'changed') void check().catch(() => undefined);
	});

	return {
		add: (accepted, transaction) => insert(accepted, transaction),

		release(accepted) {
			bus.publish('accepted', accepted.map(laneOf));
		},

		async work() {
			isWorking = true;
			await adopt();
			every(HEARTBEAT_MS, beat, 'could not send a heartbeat to the queue');
			every(ADOPT_MS, adopt, 'could not look for waiting jobs');
			timers.push(setInterval(guard, GUARD_MS).unref(), setInterval(pullAll, POLL_MS).unref());
			pullAll();
		},

		// A cancelled job is found to have ended when it is handed out.
		forget: () => undefined,

		async stop() {
			isWorking = false;
			wakeUps.close();
			for (const timer of timers) clearInterval(timer);
			await runner.stop();
			const handedBack = [...held.values()].map(({ job }) =>
				requeue(job, { job, atMs: Date.now() }),
			);
			await Promise.allSettled(handedBack);
			await bus.close();
			await boss.stop({ graceful: false });
		},
	};
}
