import type { SimulatedClock } from './simulatedClock';
import type { ReceivedRequest, Reply } from './scriptedService';

/** How a job goes, in the time of the clock. */
export interface JobScript {
	/** From the submit on. */
	seconds: number;
	end?: 'completed' | 'failed' | 'cancelled';
	/** The service's reason for the end. */
	reason?: string;
}

export interface RequestAllowance {
	requests: number;
	windowSeconds: number;
}

interface Job extends JobScript {
	id: string;
	startedMs: number;
	isCancelled: boolean;
	isEndReported: boolean;
}

/**
 * The script of a service with jobs of known length: POST /jobs, GET and DELETE /jobs/{id}. Their
 * IDs are job-1, job-2 and so on in the order of the submits.
 */
export class JobService {
	readonly jobs: Job[] = [];

	#open = 0;

	/** Most jobs at a time whose end the client did not know yet. */
	mostOpen = 0;

	/** Requests that went beyond the allowance. */
	refusals = 0;

	/** What stands in for the normal answer; undefined lets it through. */
	intercept: (request: ReceivedRequest) => Reply | Error | undefined = () => undefined;

	/** With RateLimit headers and 429, like the hosted service; unlimited when undefined. */
	allowance: RequestAllowance | undefined;

	readonly #clock: SimulatedClock;

	readonly #jobAt: (index: number) => JobScript;

	#window = 0;

	#used = 0;

	constructor(clock: SimulatedClock, jobAt: (index: number) => JobScript) {
		this.#clock = clock;
		this.#jobAt = jobAt;
	}

	readonly script = (request: ReceivedRequest): Reply | Error => {
		const limited = this.#countRequest();
		const reply = limited ?? this.intercept(request) ?? this.#answer(request);
		if (reply instanceof Error) return reply;
		return { ...reply, headers: { ...this.#allowanceHeaders(), ...reply.headers } };
	};

	job(id: string): Job {
		const job = this.jobs[Number(id.replace('job-', '')) - 1];
		if (!job) throw new Error(`The service has no job ${id}`);
		return job;
	}

	#answer({ method, path }: ReceivedRequest): Reply {
		if (method === 'POST') return this.#submit();
		const job = this.jobs[Number(path.replace('/jobs/job-', '')) - 1];
		if (!job) {
			return {
				status: 404,
				body: { status: 'error', code: 'JOB_NOT_FOUND', message: 'Job not found' },
			};
		}
		return method === 'DELETE' ? this.#cancel(job) : { status: 200, body: this.#statusBody(job) };
	}

	#submit(): Reply {
		const script = this.#jobAt(this.jobs.length);
		const job: Job = {
			...script,
			id: `job-${this.jobs.length + 1}`,
			startedMs: this.#clock.now(),
			isCancelled: false,
			isEndReported: false,
		};
		this.jobs.push(job);
		this.#open += 1;
		this.mostOpen = Math.max(this.mostOpen, this.#open);
		return { status: 202, body: { status: 'queued', jobId: job.id } };
	}

	#cancel(job: Job): Reply {
		if (this.#hasEnded(job)) {
			return { status: 400, body: { status: 'error', message: 'The job has already ended.' } };
		}
		job.isCancelled = true;
		return { status: 200, body: { status: 'cancelled', jobId: job.id } };
	}

	#hasEnded(job: Job): boolean {
		return job.isCancelled || this.#clock.now() >= job.startedMs + job.seconds * 1_000;
	}

	#statusBody(job: Job): object {
		const done = Math.min(1, (this.#clock.now() - job.startedMs) / (job.seconds * 1_000));
		const progress = { message: 'Working', progress: done };
		if (!this.#hasEnded(job)) return { status: 'active', progress, result: null, error: null };
		if (!job.isEndReported) this.#open -= 1;
		job.isEndReported = true;
		const status = job.isCancelled ? 'cancelled' : (job.end ?? 'completed');
		const result = status === 'completed' ? { content: `content of ${job.id}` } : null;
		return { status, progress, result, error: job.reason ?? null };
	}

	#countRequest(): Reply | undefined {
		if (!this.allowance) return undefined;
		const window = this.#windowIndex(this.allowance);
		if (window !== this.#window) {
			this.#window = window;
			this.#used = 0;
		}
		this.#used += 1;
		if (this.#used <= this.allowance.requests) return undefined;
		this.refusals += 1;
		return { status: 429, body: { status: 'error', message: 'Too many requests' } };
	}

	#windowIndex({ windowSeconds }: RequestAllowance): number {
		return Math.floor(this.#clock.elapsedSeconds / windowSeconds);
	}

	#allowanceHeaders(): Record<string, string> {
		if (!this.allowance) return {};
		const { requests, windowSeconds } = this.allowance;
		const windowEnd = (this.#windowIndex(this.allowance) + 1) * windowSeconds;
		return {
			'ratelimit-limit': String(requests),
			'ratelimit-remaining': String(Math.max(0, requests - this.#used)),
			'ratelimit-reset': String(Math.ceil(windowEnd - this.#clock.elapsedSeconds)),
		};
	}
}
