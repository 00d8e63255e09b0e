import { asWebDataError, type WebDataError } from '../transport/webDataError';
import { cancelUnfinishedJobs } from './cancelUnfinishedJobs';
import { uncertainEarlierError, unusableResultError } from './jobError';
import type { JobState } from './jobType';
import {
	createRun,
	followJob,
	jobIdOf,
	knownStateOf,
	knownStateOfResult,
	type FollowedJob,
	type JobRun,
	type JobRunnerOptions,
} from './jobRun';
import { afterStatus, type NextStep } from './nextStep';
import type { JobRunReport, KnownState, JobResult, JobTask } from './jobTask';
import { nextEvent } from './nextEvent';
import { StartQueue } from './startQueue';
import { StatusPoller } from './statusPoller';

/**
 * Submits, waits for and reads jobs, which share the slots of one type. One loop decides for all of them:
 * it fills free slots, asks for the status of what is due, and sleeps until the next thing happens. No job
 * has its own loop, so the requests of many jobs can be spread over the service's allowance.
 */
export async function runJobs<Output = unknown>(
	tasks: readonly JobTask[],
	options: JobRunnerOptions<Output>,
): Promise<JobRunReport<Output>> {
	return await new JobRunner(tasks, options).run();
}

class JobRunner<Output> {
	readonly #options: JobRunnerOptions<Output>;

	readonly #runs: ReadonlyArray<JobRun<Output>>;

	readonly #queue: StartQueue<Output>;

	/** Those whose result is being read. */
	readonly #reading = new Set<JobRun<Output>>();

	/** Requests on their way, and results being read. They never reject. */
	readonly #calls = new Set<Promise<void>>();

	/** Aborted when the run ends early: ends waits, but no submit on its way. */
	readonly #ending = new AbortController();

	readonly #poller: StatusPoller<Output>;

	#hasFatalError = false;

	constructor(tasks: readonly JobTask[], options: JobRunnerOptions<Output>) {
		const { clock, client } = options;
		this.#options = options;
		this.#poller = new StatusPoller<Output>({
			client,
			clock,
			listing: tasks[0]?.jobType.listing,
			signal: this.#ending.signal,
			followed: () => this.#followed(),
			countJobsToStart: () => this.#queue.waiting.length,
			onListed: (job, state) => this.#note(job, state),
			onBody: async (job, body, isLastLook) => await this.#handleStatus(job, body, isLastLook),
			onUnanswered: async (job, step) => await this.#take(job, step),
			onListingGivenUp: (cause) => this.#noteListingGivenUp(tasks, cause),
		});
		this.#runs = tasks.map((task, index) => createRun<Output>(task, index, options));
		this.#queue = new StartQueue(this.#runs, options);
	}

	async run(): Promise<JobRunReport<Output>> {
		const { clock, signal } = this.#options;
		while (!this.#isOver()) {
			this.#fillFreeSlots();
			for (const { runs, call } of this.#poller.askWhatIsDue()) this.#track(runs, call);
			if (this.#isOver()) break;
			await nextEvent(this.#calls, { clock, signal, momentMs: this.#nextMoment() });
		}
		const ends = this.#runs.map(({ state }) => (state.name === 'ended' ? state.end : undefined));
		if (!this.#endsEarly()) return { ends };
		this.#ending.abort();
		const reason = this.#isStopped() ? 'stopped' : 'failed';
		const jobs = await cancelUnfinishedJobs(this.#runs, this.#calls, { ...this.#options, reason });
		return { ends, early: { reason, jobs } };
	}

	#noteListingGivenUp([task]: readonly JobTask[], { message }: WebDataError): void {
		if (!task) return;
		const { label, plural } = task.jobType;
		this.#options.onNote?.(
			`The list of ${plural} could not be read (${message}), so each ${label} is checked on its own, which takes more requests`,
		);
	}

	#isStopped(): boolean {
		return this.#options.signal?.aborted === true;
	}

	#endsEarly(): boolean {
		return this.#isStopped() || this.#hasFatalError;
	}

	#isOver(): boolean {
		const { waiting, active } = this.#queue;
		return this.#endsEarly() || waiting.length + active.size + this.#reading.size === 0;
	}

	// Starting

	#fillFreeSlots(): void {
		for (let run = this.#queue.takeNext(); run; run = this.#queue.takeNext()) {
			this.#track([run], this.#start(run));
		}
	}

	async #start(run: JobRun<Output>): Promise<void> {
		const { start, jobType } = run.task;
		const known = run.state.name === 'waiting' ? run.state.known : undefined;
		if ('resume' in start) this.#follow(run, start.resume);
		else if (!known) await this.#submit(run);
		else if ('jobId' in known) this.#follow(run, known.jobId, true);
		else this.#fail(run, uncertainEarlierError(jobType, known.reason), 'unknown');
	}

	async #submit(run: JobRun<Output>): Promise<void> {
		const { client, ledger, onAccepted, refuseStart } = this.#options;
		const refusal = refuseStart?.(run.index);
		if (refusal) {
			this.#fail(run, refusal, 'none');
			return;
		}
		const waitSignal = this.#ending.signal;
		const outcome = await this.#queue.submit(run, { client, ledger, waitSignal });
		if (outcome?.type === 'failed') this.#fail(run, outcome.error, outcome.knownState);
		if (outcome?.type !== 'accepted') return;
		const job = this.#follow(run, outcome.jobId);
		onAccepted?.(run.task, outcome.jobId);
		await this.#handleStatus(job, outcome.body);
	}

	#follow(run: JobRun<Output>, jobId: string, isFromEarlierTry = false): FollowedJob<Output> {
		const job = followJob(run, jobId, this.#options.clock.now(), isFromEarlierTry);
		run.state = { name: 'running', job };
		return job;
	}

	// Following

	#followed(): Array<FollowedJob<Output>> {
		return [...this.#queue.active].flatMap((run) =>
			run.state.name === 'running' ? [run.state.job] : [],
		);
	}

	async #handleStatus(job: FollowedJob<Output>, body: unknown, isLastLook = false): Promise<void> {
		const { run } = job;
		const state = run.task.jobType.readState(body);
		this.#note(job, state);
		job.body = body;
		if (state.name !== 'running') this.#poller.noteEnd(job);
		await this.#take(job, afterStatus(job, state, isLastLook));
	}

	async #take(job: FollowedJob<Output>, step: NextStep): Promise<void> {
		const { run } = job;
		if (step.type === 'askAgain') this.#poller.askAgain(job);
		else if (step.type === 'submitAgain') await this.#startAgain(run);
		else if (step.type === 'failed') {
			if (step.isWithoutResult) this.#forget(run);
			this.#fail(run, step.error, step.knownState);
		} else {
			if (step.type === 'completed' && step.isFailure) this.#forget(run);
			this.#finish(run, step);
		}
	}

	/** A job that ended without a result is no reason not to submit again. */
	#forget({ ledgerKey: key }: JobRun<Output>): void {
		if (key !== undefined) this.#options.ledger.forget(key);
	}

	/**
	 * Submits again what an earlier try of this execution started and what ended without a result. The
	 * ledger keeps the ended job until the new submit takes its entry.
	 */
	async #startAgain(run: JobRun<Output>): Promise<void> {
		if (!this.#endsEarly()) {
			await this.#submit(run);
			return;
		}
		this.#forget(run);
		run.state = { name: 'waiting' };
	}

	#note(job: FollowedJob<Output>, state: JobState): void {
		const before = job.state?.progress;
		job.state = state;
		if (state.progress !== before) {
			this.#options.onProgress?.({ task: job.run.task, jobId: job.jobId, state });
		}
	}

	// Ending

	/** Ends a run with a result, which is read first where somebody wants it. */
	#finish(run: JobRun<Output>, result: JobResult): void {
		const { read } = this.#options;
		this.#queue.active.delete(run);
		if (!read) {
			run.state = { name: 'ended', end: result };
			return;
		}
		run.state = { name: 'reading', result };
		this.#reading.add(run);
		this.#track([run], this.#read(run, result, read));
	}

	async #read(
		run: JobRun<Output>,
		result: JobResult,
		read: NonNullable<JobRunnerOptions<Output>['read']>,
	): Promise<void> {
		const reply = await read(run.index, result, this.#ending.signal).then(
			(output) => ({ output }),
			(error: unknown) => ({ error }),
		);
		this.#reading.delete(run);
		if ('output' in reply) {
			run.state = { name: 'ended', end: { ...result, output: reply.output } };
			return;
		}
		const knownState = knownStateOfResult(result);
		const cause = asWebDataError(reply.error);
		const error = unusableResultError(run.task.jobType, result.jobId, cause, knownState);
		this.#fail(run, error, knownState);
	}

	#fail(run: JobRun<Output>, error: WebDataError, knownState: KnownState): void {
		const jobId = jobIdOf(run);
		this.#queue.active.delete(run);
		run.state = {
			name: 'ended',
			end: { type: 'failed', error, knownState, ...(jobId !== undefined && { jobId }) },
		};
		if (!this.#options.keepGoing) this.#hasFatalError = true;
	}

	// Waiting

	#nextMoment(): number | undefined {
		const openAtMs = this.#queue.openAtMs ?? Infinity;
		const momentMs = Math.min(openAtMs, this.#poller.nextMs() ?? Infinity);
		return momentMs < Infinity ? momentMs : undefined;
	}

	/** Keeps a request that is on its way for some runs; a defect in it fails them. */
	#track(runs: ReadonlyArray<JobRun<Output>>, call: Promise<void>): void {
		for (const run of runs) run.isBusy = true;
		const tracked = call
			.catch((error: unknown) => {
				for (const run of runs) {
					this.#reading.delete(run);
					this.#fail(run, asWebDataError(error), knownStateOf(run));
				}
			})
			.finally(() => {
				for (const run of runs) run.isBusy = false;
				this.#calls.delete(tracked);
			});
		this.#calls.add(tracked);
	}
}
