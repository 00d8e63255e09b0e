import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { JobOutcome, JobStart, StartedJob, WaitingJob } from '../db/jobRecord.ts';
import type { JobsRepository } from '../db/jobs.ts';
import { mayPass } from '../db/passing.ts';
import { hideInError, hideInOutcome } from '../secrets/hideInEnding.ts';
import { listSecretTexts, restoreSecrets } from '../secrets/requestSecrets.ts';
import type { SecretBox } from '../secrets/secretBox.ts';
import { inTurnOf, type Turn } from '../turns/turn.ts';
import { type JobContext, JobFailure } from './job.ts';
import { JobEndings, MAX_ATTEMPTS, type Rerun } from './jobEndings.ts';
import type { JobKind } from './jobKind.ts';
import type { JobProgress } from './progress.ts';

const STOP_GRACE_MS = 3000;
/** How long a job waits whose start could not be written. */
const START_RETRY_MS = 1000;

/** Why a job fails that was running each time the process crashed. */
export const CRASHED_REASON =
	`The service stopped ${MAX_ATTEMPTS} times while this job ran, so it is not tried again. ` +
	'Look at the service log for the cause.';

export interface JobRunnerOptions {
	jobs: JobsRepository;
	/** Decrypts the secrets of requests. */
	secrets: SecretBox;
	kinds: Readonly<Record<string, JobKind>>;
	progress: JobProgress;
	log: FastifyBaseLogger;
}

/** How a job is run. */
export interface RunOptions {
	/** Whether to start it even if it is active, because the process that ran it is gone. */
	isTakeover: boolean;
	/** See {@link Turn.countAway}. */
	countAway: Turn['countAway'];
}

/** A job from before its start to its end. */
interface RunningJob extends JobStart {
	/** Whether its start is in the table. */
	isStarted: boolean;
	controller: AbortController;
	stopReason: string | null;
	ended: Promise<void>;
}

/** Runs jobs in this process, and has it recorded how they ended. */
export class JobRunner {
	readonly #options: JobRunnerOptions;
	readonly #running = new Map<string, RunningJob>();
	readonly #stopping = new AbortController();
	readonly #endings: JobEndings;

	constructor(options: JobRunnerOptions) {
		this.#options = options;
		this.#endings = new JobEndings(options.jobs, options.log, this.#stopping.signal);
	}

	/**
	 * Starts a job and runs it to its end; a job that no longer waits is skipped.
	 * @returns how to run it again; undefined if there is nothing more to do
	 */
	async run(job: WaitingJob, options: RunOptions): Promise<Rerun | undefined> {
		const { id, kind } = job;
		if (this.#stopping.signal.aborted) return undefined;
		const { promise: ended, resolve: end } = Promise.withResolvers<void>();
		const running = {
			id,
			owner: randomUUID(),
			isStarted: false,
			controller: new AbortController(),
			stopReason: null,
			ended,
		};
		// Before the table says that it runs: whoever cancels it after that must find it here.
		this.#running.set(id, running);
		try {
			return await this.#begin(kind, running, options);
		} catch (error) {
			this.#options.log.error({ err: error, jobId: id, kind }, 'job could not be recorded');
			// Only the start can throw this: writing the end is repeated.
			return mayPass(error) ? { job, atMs: Date.now() + START_RETRY_MS } : undefined;
		} finally {
			this.#running.delete(id);
			this.#options.progress.forget(id);
			end();
		}
	}

	/** Aborts the signal of a job that runs here. */
	abort(jobId: string, reason: Error): void {
		this.#running.get(jobId)?.controller.abort(reason);
	}

	/** Has a job that runs here fail with `reason` at its next checkpoint. */
	stopSoon(jobId: string, reason: string): void {
		const job = this.#running.get(jobId);
		if (job !== undefined) job.stopReason = reason;
	}

	/** The jobs that run here. */
	listStarts(): JobStart[] {
		return [...this.#running.values()].filter(({ isStarted }) => isStarted);
	}

	/** Puts running jobs back to waiting and aborts them. Starts no further jobs. */
	async stop(): Promise<void> {
		this.#stopping.abort();
		const stopped = [...this.#running.values()].map(async (job) => {
			await this.#requeue(job);
			job.controller.abort(new Error('The service is stopping'));
			await job.ended;
		});
		const grace = new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS).unref());
		await Promise.race([Promise.all(stopped), grace]);
	}

	async #begin(
		kindName: string,
		running: RunningJob,
		{ isTakeover, countAway }: RunOptions,
	): Promise<Rerun | undefined> {
		const { jobs, kinds } = this.#options;
		const { id, owner, controller } = running;
		const kind = kinds[kindName];
		if (kind === undefined) return undefined;
		const start = { id, owner };
		const job = await jobs.start(start, isTakeover);
		if (job === undefined) return undefined;
		running.isStarted = true;
		if (job.crashCount >= MAX_ATTEMPTS) {
			await jobs.fail(start, CRASHED_REASON);
			return undefined;
		}
		running.stopReason ??= job.stopReason;
		const { asker, turnGroup: group } = job;
		const turn = { asker, group, isBulk: kind.isBulk ?? false, countAway };
		const work = () => this.#handle(kind, job, running);
		return await inTurnOf(turn, () => this.#endings.record(job, start, work, controller.signal));
	}

	/** Runs the handler of the job's kind; neither result nor error contains its secrets. */
	async #handle(kind: JobKind, job: StartedJob, running: RunningJob): Promise<JobOutcome> {
		const context = this.#createContext(job, running);
		// It may have been asked to stop before a restart; handlers need not have checkpoints.
		context.checkpoint();
		const taken = await this.#options.secrets.open(job.secrets);
		try {
			const outcome = await kind.handle(restoreSecrets(job.request, taken), context);
			context.checkpoint();
			return hideInOutcome(outcome, taken);
		} catch (error) {
			throw hideInError(error, listSecretTexts(taken));
		}
	}

	#createContext({ id, lane }: StartedJob, running: RunningJob): JobContext {
		return {
			jobId: id,
			lane,
			signal: running.controller.signal,
			reportProgress: (value) => this.#options.progress.report(id, value),
			checkpoint() {
				if (running.stopReason !== null) throw new JobFailure(running.stopReason);
			},
		};
	}

	async #requeue(start: JobStart): Promise<void> {
		try {
			await this.#options.jobs.requeue(start);
		} catch (error) {
			// It is still active in the database, so the next start treats it as interrupted.
			this.#options.log.error({ err: error, jobId: start.id }, 'could not requeue a running job');
		}
	}
}
