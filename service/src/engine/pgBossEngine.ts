import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import { fromKysely, type JobInsert, type JobWithMetadata, PgBoss } from 'pg-boss';
import { type Database, inTransaction, type Queries } from '../db/database.ts';
import type { JobEvent } from './jobBus.ts';
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

/** What the engine works with. */
export interface PgBossEngineOptions extends EngineOptions {
	boss: PgBoss;
	database: Database;
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
export class PgBossEngine implements JobEngine {
	readonly #options: PgBossEngineOptions;
	readonly #ownId = randomUUID();
	/** Jobs that pg-boss has handed to this process and that have not ended. */
	readonly #held = new Map<string, HeldJob>();
	/** How many jobs may run here at a time, by lane. */
	readonly #places: ReadonlyMap<string, number>;
	/** The fetches of each lane, one at a time. */
	readonly #fetches: ReadonlyMap<string, PQueue>;
	/** Jobs whose worker went silent: one at a time, so that the next crash shows which caused it. */
	readonly #suspects = new PQueue({ concurrency: 1 });
	readonly #wakeUps = new WakeUps((lane) => this.#pull(lane));
	readonly #timers: NodeJS.Timeout[] = [];
	#isWorking = false;
	/** When the database last took a heartbeat. */
	#heardAtMs = Date.now();

	constructor(options: PgBossEngineOptions) {
		this.#options = options;
		this.#places = listLanes(options.kinds);
		this.#fetches = new Map(
			[...this.#places.keys()].map((lane) => [lane, new PQueue({ concurrency: 1 })]),
		);
		options.bus.subscribe((event) => this.#hear(event));
	}

	async add(waiting: readonly WaitingJob[], queries: Queries, startAfter?: Date): Promise<void> {
		for (const [lane, some] of Map.groupBy(waiting, laneOf)) {
			const inserts = some.map(({ id, turn, asker }): JobInsert => {
				const group = asker === '' ? {} : { group: { id: asker } };
				return { id, priority: -turn, ...group, ...(startAfter && { startAfter }) };
			});
			await this.#options.boss.insert(lane, inserts, { db: fromKysely(queries) });
		}
	}

	release(accepted: readonly WaitingJob[]): void {
		this.#options.bus.publish('accepted', accepted.map(laneOf));
	}

	async work(): Promise<void> {
		this.#isWorking = true;
		await this.#adopt();
		this.#every(HEARTBEAT_MS, () => this.#beat(), 'could not send a heartbeat to the queue');
		this.#every(ADOPT_MS, () => this.#adopt(), 'could not look for waiting jobs');
		const pullAll = (): void => this.#places.forEach((_places, lane) => this.#pull(lane));
		this.#timers.push(
			setInterval(() => this.#guard(), GUARD_MS).unref(),
			setInterval(pullAll, POLL_MS).unref(),
		);
		pullAll();
	}

	/** A cancelled job is found to have ended when it is handed out. */
	forget(): void {}

	async stop(): Promise<void> {
		this.#isWorking = false;
		this.#wakeUps.close();
		for (const timer of this.#timers) clearInterval(timer);
		await this.#options.runner.stop();
		const handedBack = [...this.#held.values()].map(({ job }) =>
			this.#requeue(job, { job, atMs: Date.now() }),
		);
		await Promise.allSettled(handedBack);
		await this.#options.bus.close();
		await this.#options.boss.stop({ graceful: false });
	}

	#hear({ type, names }: JobEvent): void {
		if (!this.#isWorking) return;
		if (type === 'accepted') this.#wakeUps.announce(names);
		if (type === 'taken') {
			const [process = '', ...taken] = names;
			if (process !== this.#ownId) this.#wakeUps.noteTaken(process, taken);
		}
		if (type === 'changed') void this.#check().catch(() => undefined);
	}

	/** Fetches jobs of a lane; a call during a fetch causes one more. */
	#pull(lane: string): void {
		const fetches = this.#fetches.get(lane);
		if (fetches?.size !== 0) return;
		fetches
			.add(() => this.#fetch(lane))
			.catch((error: unknown) => {
				const { message: reason } = Object(error);
				this.#options.log.warn({ reason }, 'could not fetch jobs from the queue');
			});
	}

	/** Takes as many jobs of a lane as there is room for, as {@link JobSlots} does in a single process. */
	async #fetch(lane: string): Promise<void> {
		const { boss, bus } = this.#options;
		for (;;) {
			const heldOfLane = [...this.#held.values()].filter(({ job }) => laneOf(job) === lane);
			const taken = heldOfLane.filter(({ isAway }) => !isAway).length;
			const shared = (this.#places.get(lane) ?? 0) - taken;
			if (shared < 0 || !this.#isWorking) return;
			const free = Math.max(shared, 1);
			const ignoreGroups = shared > 0 ? null : heldOfLane.map(({ job }) => job.asker);
			const handed = await boss.fetch(lane, {
				batchSize: free,
				includeMetadata: true,
				ignoreGroups,
			});
			if (handed.length > 0) bus.publish('taken', [this.#ownId, ...handed.map(() => lane)]);
			for (const job of handed) this.#hold(lane, job);
			if (handed.length < free) return;
		}
	}

	/** Runs a job that pg-boss has handed to this process. */
	#hold(lane: string, { id, retryCount, priority, groupId }: JobWithMetadata<unknown>): void {
		// Handed out again while this process was silent, but it still runs the job.
		if (this.#held.has(id)) return;
		const [kind = '', ofKind = ''] = lane.split('.');
		const job = { id, kind, lane: ofKind, turn: -priority, asker: groupId ?? '' };
		const held = new HeldJob(job, () => this.#pull(lane));
		this.#held.set(id, held);
		if (retryCount === 0) void this.#run(held, false);
		else void this.#suspects.add(() => this.#run(held, true));
	}

	async #run({ job, countAway }: HeldJob, isTakeover: boolean): Promise<void> {
		const { boss, database, jobs, runner, bus, log } = this.#options;
		try {
			const rerun = this.#isWorking
				? await runner.run(job, { isTakeover, countAway })
				: { job, atMs: Date.now() };
			if (rerun !== undefined) {
				await this.#requeue(job, rerun);
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
			this.#held.delete(job.id);
			this.#pull(laneOf(job));
		}
	}

	/** Returns a job that this process holds to the queue. */
	async #requeue(held: WaitingJob, { job, atMs }: Rerun): Promise<void> {
		const { boss, database, bus } = this.#options;
		await inTransaction(database.relaxed, async (transaction) => {
			await boss.deleteJob(laneOf(held), held.id, { db: fromKysely(transaction) });
			await this.add([job], transaction, new Date(atMs));
		});
		if (atMs <= Date.now()) bus.publish('accepted', [laneOf(job)]);
	}

	/** Stops jobs that were cancelled, and those that another process has by now. */
	async #check(): Promise<void> {
		const { jobs, runner } = this.#options;
		const starts = runner.listStarts();
		const mine = new Map((await jobs.listHeld(starts)).map((job) => [job.id, job.stopReason]));
		const running = new Set(runner.listStarts().map(({ owner }) => owner));
		for (const { id, owner } of starts) {
			const stopReason = mine.get(id);
			if (stopReason === undefined && running.has(owner)) {
				runner.abort(id, new Error('Job cancelled'));
			} else if (typeof stopReason === 'string') runner.stopSoon(id, stopReason);
		}
	}

	async #beat(): Promise<void> {
		const sentAtMs = Date.now();
		for (const [lane, some] of Map.groupBy(this.#held.values(), ({ job }) => laneOf(job))) {
			const ids = some.map(({ job }) => job.id);
			await this.#options.boss.touch(lane, ids);
		}
		this.#heardAtMs = sentAtMs;
		await this.#check();
	}

	/** Gives up jobs that others will get soon. Separate from the heartbeat, which may hang. */
	#guard(): void {
		if (this.#held.size === 0) this.#heardAtMs = Date.now();
		if (Date.now() - this.#heardAtMs < SILENCE_LIMIT_MS) return;
		const { runner } = this.#options;
		const lost = new JobLostError('The database cannot be reached');
		for (const { id } of runner.listStarts()) runner.abort(id, lost);
	}

	/**
	 * Adds unfinished jobs that are missing in the queue, for example after its tables were emptied. One that
	 * was active is handed out, found active, and handed out again because its worker sends no heartbeats.
	 */
	#adopt(): Promise<void> {
		const { database, jobs } = this.#options;
		return database.unlessDoneElsewhere('adopting jobs', async () => {
			await this.add(await jobs.listUnfinished(), database.relaxed);
		});
	}

	/** @param failure message of the log if it fails; it is repeated all the same */
	#every(intervalMs: number, work: () => Promise<void>, failure: string): void {
		let isRunning = false;
		const tick = async (): Promise<void> => {
			if (isRunning) return;
			isRunning = true;
			await work().catch((error: unknown) => {
				this.#options.log.warn({ reason: Object(error).message }, failure);
			});
			isRunning = false;
		};
		this.#timers.push(setInterval(() => void tick(), intervalMs).unref());
	}
}
