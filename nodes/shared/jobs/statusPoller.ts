import { trySend } from '../transport/serviceClient';
import type { ServiceError } from '../transport/serviceError';
import type { ServiceRequest } from '../transport/serviceRequest';
import type { JobListing, JobState } from './jobType';
import type { FollowedJob, JobRun, JobRunnerOptions } from './jobRun';
import { afterPollError, mayPass, type NextStep } from './nextStep';
import { PollingInterval } from './pollSchedule';

/** What the poller must know of the runner, and to whom it reports. */
interface PollerOptions<Output> extends Pick<JobRunnerOptions, 'client' | 'clock'> {
	/** Of the type of all jobs. */
	listing: JobListing | undefined;
	/** Aborts when the run ends: no more is asked then, and no answer counts. */
	signal: AbortSignal;
	followed(): ReadonlyArray<FollowedJob<Output>>;
	countJobsToStart(): number;
	/** A listing has a job as running. */
	onListed(job: FollowedJob<Output>, state: JobState): void;
	onBody(job: FollowedJob<Output>, body: unknown, isLastLook: boolean): Promise<void>;
	/** The listing is not asked for any more: it failed while the jobs themselves could be read. */
	onListingGivenUp(cause: ServiceError): void;
	/** A job could not be asked for, and is not asked for again. */
	onUnanswered(job: FollowedJob<Output>, step: NextStep): Promise<void>;
}

/** Longest wait for the answer to one status request: one that hangs must not end the wait. */
const ANSWER_MS = 15_000;

/** Least time for an answer, however near the deadline is. */
const MIN_ANSWER_MS = 1_000;

/** Longest wait for the answer to the last look, at the deadline. */
const LAST_LOOK_MS = 5_000;

/** Failures of the listing in a row after which a job is asked for itself. */
const MAX_LISTING_FAILURES = 2;

/** Asks for the status of jobs: each alone, or many by a listing where the service has one. */
export class StatusPoller<Output> {
	readonly #options: PollerOptions<Output>;

	readonly #interval: PollingInterval;

	/** Of the type of all jobs; absent where the service has none, or one that calls jobs by other IDs. */
	#listing: JobListing | undefined;

	/** Why the listing could not be read, as often as it failed in a row. */
	#listingFailures: ServiceError[] = [];

	/** The job that is asked for itself, to see whether only the listing fails. */
	#probe: FollowedJob<Output> | undefined;

	/** Whether the listing has given the state of a job of this run. */
	#isListingKnown = false;

	constructor(options: PollerOptions<Output>) {
		this.#options = options;
		this.#listing = options.listing;
		this.#interval = new PollingInterval(options.clock, options.client.gate);
	}

	/**
	 * Begins to ask for all that is due and that no request is on its way for.
	 * @returns the requests, each with the runs that it is for
	 */
	askWhatIsDue(): Array<{ runs: ReadonlyArray<JobRun<Output>>; call: Promise<void> }> {
		const nowMs = this.#options.clock.now();
		const idle = this.#options.followed().filter(({ run }) => !run.isBusy);
		const due = idle.filter((job) => nextLookMs(job) <= nowMs);
		const listed = new Set(this.#listed());
		const alone = due.filter((job) => !listed.has(job));
		const calls = alone.map((job) => ({ runs: [job.run], call: this.#poll(job) }));
		if (!this.#listing || alone.length === due.length) return calls;
		const together = idle.filter((job) => listed.has(job));
		const call = this.#list(this.#listing, together);
		return [...calls, { runs: together.map(({ run }) => run), call }];
	}

	/** When a job is to be asked for next; undefined when a request is on its way for all. */
	nextMs(): number | undefined {
		const idle = this.#options.followed().filter(({ run }) => !run.isBusy);
		return idle.length > 0 ? Math.min(...idle.map(nextLookMs)) : undefined;
	}

	/** A job's own status says that it is running: it is polled again, by the listing if that knows it. */
	askAgain(job: FollowedJob<Output>): void {
		job.needsOwnPoll = job.isUnlisted;
		if (job.isUnlisted && !this.#isListingKnown) this.#listing = undefined;
		this.#schedule(job);
	}

	#schedule(job: FollowedJob<Output>): void {
		const followed = this.#options.followed();
		const listed = this.#listed().length;
		job.dueMs = this.#interval.nextDueMs(job.run.task.jobType.schedule, job, followed, {
			pollers: followed.length - listed + Math.min(1, listed),
			jobsToStart: this.#options.countJobsToStart(),
		});
	}

	noteEnd(job: FollowedJob): void {
		this.#interval.noteEnd(job);
	}

	/** The jobs for which the listing is asked instead of each alone. */
	#listed(): Array<FollowedJob<Output>> {
		const { clock, followed } = this.#options;
		const listed = followed().filter((job) => !job.needsOwnPoll);
		if (!this.#listing || listed.length < this.#listing.fromJobs) return [];
		return listed.filter(({ deadlineMs }) => clock.now() < deadlineMs);
	}

	async #list(listing: JobListing, listed: ReadonlyArray<FollowedJob<Output>>): Promise<void> {
		const reply = await this.#ask(listing.request, ANSWER_MS, Infinity);
		if (this.#options.signal.aborted) return;
		const isPassing = 'error' in reply && mayPass(reply.error);
		if ('error' in reply && !isPassing) this.#listing = undefined;
		this.#noteListing('error' in reply ? reply.error : undefined, listed);
		const states = 'body' in reply ? listing.readStates(reply.body) : new Map<string, JobState>();
		for (const job of listed) {
			const state = states.get(job.jobId);
			this.#isListingKnown ||= state !== undefined;
			if (state?.name === 'running') {
				job.pollsMade += 1;
				job.failures = 0;
				this.#options.onListed(job, state);
				this.#schedule(job);
			} else if (isPassing) {
				job.failures += 1;
				if (!job.needsOwnPoll) this.#schedule(job);
			} else {
				// Ended, or not in the listing: only its own status says more.
				job.needsOwnPoll = true;
				job.isUnlisted = 'body' in reply && state === undefined;
				job.dueMs = this.#options.clock.now();
			}
		}
	}

	/**
	 * What a failed listing leads to: the service may be away, or something in front of it refuses the
	 * listing alone. After the second failure in a row one of the jobs is asked for itself, which shows it.
	 */
	#noteListing(error: ServiceError | undefined, [first]: ReadonlyArray<FollowedJob<Output>>): void {
		this.#listingFailures = error ? [...this.#listingFailures, error] : [];
		if (this.#listingFailures.length < MAX_LISTING_FAILURES || !first) return;
		const before = this.#options.followed().find((job) => job === this.#probe);
		this.#probe = before?.needsOwnPoll ? before : first;
		this.#probe.needsOwnPoll = true;
		this.#probe.dueMs = this.#options.clock.now();
	}

	/** A job could be read itself: a listing that could not is given up, and all jobs are asked for now. */
	#giveUpFailingListing(): void {
		const cause = this.#listingFailures.at(-1);
		// A rate limit may end between the two requests.
		const isLimited = cause?.facts.outcome === 'rateLimited';
		const enough = isLimited ? MAX_LISTING_FAILURES * 2 : MAX_LISTING_FAILURES;
		if (!this.#listing || !cause || this.#listingFailures.length < enough) return;
		this.#listing = undefined;
		for (const job of this.#options.followed()) {
			job.dueMs = Math.min(job.dueMs, this.#options.clock.now());
		}
		this.#options.onListingGivenUp(cause);
	}

	async #poll(job: FollowedJob<Output>): Promise<void> {
		const { client, clock, signal } = this.#options;
		const leftMs = job.deadlineMs - clock.now();
		const isLastLook = leftMs <= 0;
		const latestMs = job.deadlineMs + LAST_LOOK_MS;
		const reply = await this.#ask(
			job.run.task.jobType.statusRequest(job.jobId),
			isLastLook ? LAST_LOOK_MS : Math.max(MIN_ANSWER_MS, Math.min(leftMs, ANSWER_MS)),
			latestMs,
		);
		if ('body' in reply) {
			job.pollsMade += 1;
			job.failures = 0;
			this.#giveUpFailingListing();
			await this.#options.onBody(job, reply.body, isLastLook);
			return;
		}
		if (signal.aborted) return;
		const step = afterPollError(job, reply.error, {
			failures: job.failures,
			isLastLook,
			hasAnswered: client.hasAnswered || job.isFromEarlierTry,
			isGateClosedTooLong: client.gate.openAtMs >= latestMs,
		});
		if (step.type !== 'askAgain') {
			await this.#options.onUnanswered(job, step);
			return;
		}
		job.failures += 1;
		// Not the listing alone fails.
		this.#listingFailures = [];
		this.#schedule(job);
	}

	/** One status request; what it needs of patience is the schedule's. */
	async #ask(
		request: ServiceRequest,
		answerTimeoutMs: number,
		deadlineMs: number,
	): Promise<{ body: unknown } | { error: ServiceError }> {
		const { client, signal } = this.#options;
		return await trySend(client, request, { signal, retries: 0, answerTimeoutMs, deadlineMs });
	}
}

/** A job is looked at when it is due, and at its deadline. */
function nextLookMs({ dueMs, deadlineMs }: FollowedJob): number {
	return Math.min(dueMs, deadlineMs);
}
