import { randomUUID } from 'node:crypto';
import {
	ACCEPTING,
	type Database,
	inTransaction,
	type Queries,
	syncWrites,
} from '../db/database.ts';
import type { JobsRepository } from '../db/jobs.ts';
import { currentTurn } from '../turns/turn.ts';
import type { Admit } from './admission.ts';
import { EndWatch } from './endWatch.ts';
import type { JobBus } from './jobBus.ts';
import type { JobEngine } from './jobEngine.ts';
import { describeSubject } from './job.ts';
import type { JobRecord, NewJob, WaitingJob } from '../db/jobRecord.ts';
import { hideSecrets } from '../secrets/requestSecrets.ts';
import type { SecretBox } from '../secrets/secretBox.ts';
import type { JobProgress } from './progress.ts';
import type { JobKind } from './jobKind.ts';
import type { JobRunner } from './runner.ts';

export interface QueueOptions {
	database: Pick<Database, 'durable' | 'relaxed' | 'lock'>;
	jobs: JobsRepository;
	/** Encrypts the secrets of requests. */
	secrets: SecretBox;
	/** Rejects jobs that cannot be accepted now. */
	admit: Admit;
	/** The kinds of jobs, by name. */
	kinds: Readonly<Record<string, JobKind>>;
	runner: JobRunner;
	engine: JobEngine;
	bus: JobBus;
	progress: JobProgress;
}

/** A job as its status endpoint sees it: the stored record and, while it runs, its progress. */
export type JobSnapshot = JobRecord & { progress: object | undefined };

/** A job with what its handler returned; undefined for a job without a result. */
export type JobWithResult = JobSnapshot & { result: unknown };

/**
 * Stores jobs of a kind that belong together, one for each request; they run once the transaction has
 * committed.
 * @returns their IDs, in order
 * @throws ApiError as {@link Admit} says
 */
export type AcceptAll = (kind: string, requests: readonly unknown[]) => Promise<string[]>;

/** Stores something in a transaction. */
type Write = (transaction: Queries) => Promise<unknown>;

const writeNothing: Write = async () => undefined;

/**
 * What endpoints can do with jobs: a queue on the `jobs` table, which has the state of each. A
 * {@link JobEngine} decides which runs when and where, maybe in another process.
 */
export class JobQueue {
	readonly #options: QueueOptions;
	readonly #ends: EndWatch;

	constructor(options: QueueOptions) {
		this.#options = options;
		this.#ends = new EndWatch(options.jobs, options.bus);
	}

	/**
	 * Stores a job and has it run. When this resolves, the job is on disk and survives a crash of the
	 * process.
	 * @param write stores what belongs to it, in the same transaction
	 * @returns the job's ID
	 * @throws ApiError as {@link Admit} says
	 */
	async accept(kind: string, request: unknown, write = writeNothing): Promise<string> {
		const [jobId = ''] = await this.acceptWith(async (acceptAll, transaction) => {
			await write(transaction);
			return await acceptAll(kind, [request]);
		});
		return jobId;
	}

	/**
	 * Accepts a job and waits until it has ended, for `timeoutMs` at most, and no longer than the service
	 * runs. When this resolves, the job is on disk, with its end if it has ended: the disk is waited for once.
	 */
	async acceptAndWait(
		kind: string,
		request: unknown,
		timeoutMs: number,
		write = writeNothing,
	): Promise<string> {
		const { database } = this.#options;
		let ended = Promise.resolve(false);
		const [jobId = ''] = await this.#acceptIn(database.relaxed, async (acceptAll, transaction) => {
			await write(transaction);
			const [id = ''] = await acceptAll(kind, [request]);
			// Before it can start, so that its end is never missed.
			ended = this.#ends.untilEnded(id, timeoutMs);
			return [id];
		});
		if (!(await ended)) await syncWrites(database.durable, jobId);
		return jobId;
	}

	/** Stores jobs in one transaction with whatever `work` writes; all of it is on disk then. */
	acceptWith<Result>(
		work: (acceptAll: AcceptAll, transaction: Queries) => Promise<Result>,
	): Promise<Result> {
		return this.#acceptIn(this.#options.database.durable, work);
	}

	async #acceptIn<Result>(
		queries: Queries,
		work: (acceptAll: AcceptAll, transaction: Queries) => Promise<Result>,
	): Promise<Result> {
		const { database, engine } = this.#options;
		const accepted: WaitingJob[] = [];
		const result = await inTransaction(queries, async (transaction) => {
			await database.lock(ACCEPTING, transaction);
			return work(async (kind, requests) => {
				const waiting = await this.#store(kind, requests, transaction);
				accepted.push(...waiting);
				return waiting.map(({ id }) => id);
			}, transaction);
		});
		// A job must not start before its row is committed.
		engine.release(accepted);
		return result;
	}

	/** @param kinds the kinds that it may be of */
	async find(jobId: string, ...kinds: string[]): Promise<JobSnapshot | undefined> {
		return this.#withProgress(await this.#options.jobs.find(jobId, ...kinds));
	}

	/** One query instead of two, for callers that show the result. */
	async findWithResult(jobId: string, ...kinds: string[]): Promise<JobWithResult | undefined> {
		return this.#withProgress(await this.#options.jobs.findWithResult(jobId, ...kinds));
	}

	/** What the job's handler returned; undefined for a job without a result. */
	readResult(jobId: string): Promise<unknown> {
		return this.#options.jobs.readResult(jobId);
	}

	/** The small part of the result that listings show; undefined for a job without a result. */
	readSummary(jobId: string): Promise<unknown> {
		return this.#options.jobs.readSummary(jobId);
	}

	/** The latest progress of running jobs, by ID. */
	readProgress(jobIds: readonly string[]): Promise<ReadonlyMap<string, object>> {
		return this.#options.progress.read(jobIds);
	}

	/**
	 * Cancels a job that waits or runs. The signal of a running handler aborts; if it still
	 * returns an outcome, that is stored and charged.
	 * @returns false if the job has ended already, or does not exist
	 */
	async cancel(jobId: string): Promise<boolean> {
		return (await this.cancelAll([jobId])) > 0;
	}

	/** Cancels those of the jobs that wait or run, in one statement. @returns how many */
	async cancelAll(jobIds: readonly string[]): Promise<number> {
		const { jobs, engine, runner, bus } = this.#options;
		const cancelled = await jobs.cancel(jobIds);
		if (cancelled.length === 0) return 0;
		// Their timers, signals and waiters, in whichever process these are.
		engine.forget(cancelled);
		for (const jobId of cancelled) runner.abort(jobId, new Error('Job cancelled'));
		bus.publish('changed', cancelled);
		bus.publish('ended', cancelled);
		return cancelled.length;
	}

	/**
	 * Has a running job fail with `reason` at its next checkpoint, or at its end at the latest, even after a
	 * restart.
	 * @returns false if the job is not running
	 */
	async stopSoon(jobId: string, reason: string): Promise<boolean> {
		const { jobs, runner, bus } = this.#options;
		if (!(await jobs.stopSoon(jobId, reason))) return false;
		runner.stopSoon(jobId, reason);
		bus.publish('changed', [jobId]);
		return true;
	}

	/** Begins to run jobs. To be called once, when everything is ready to work. */
	work(): Promise<void> {
		return this.#options.engine.work();
	}

	/** Stops running jobs and puts them back to waiting, for the next start. */
	async stop(): Promise<void> {
		this.#ends.wakeAll();
		await this.#options.engine.stop();
	}

	/** Stores jobs for requests of one kind, and hands them to the engine. */
	async #store(
		kind: string,
		requests: readonly unknown[],
		transaction: Queries,
	): Promise<WaitingJob[]> {
		const { kinds, admit, jobs, engine } = this.#options;
		if (!Object.hasOwn(kinds, kind)) throw new Error(`No handler runs jobs of kind "${kind}"`);
		if (requests.length === 0) return [];
		const group = { kind, asker: currentTurn().asker, turnGroup: randomUUID() };
		const turn = await jobs.nextTurn(group, transaction);
		await admit(kind, requests.length, turn.unfinished, transaction);
		const added = requests.map((request) => this.#seal(request, group));
		const waiting = await jobs.insert(await Promise.all(added), turn, transaction);
		await engine.add(waiting, transaction);
		return waiting;
	}

	async #seal(
		request: unknown,
		group: Pick<NewJob, 'kind' | 'asker' | 'turnGroup'>,
	): Promise<NewJob> {
		const { shown, secrets: taken } = hideSecrets(request);
		const secrets = await this.#options.secrets.seal(taken);
		const subject = describeSubject(shown);
		return { ...group, id: randomUUID(), request: shown, secrets, subject };
	}

	async #withProgress<Job extends JobRecord>(job: Job | undefined) {
		if (job === undefined) return undefined;
		const said = job.state === 'active' ? await this.#options.progress.read([job.id]) : undefined;
		return { ...job, progress: said?.get(job.id) };
	}
}
