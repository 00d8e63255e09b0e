import fc from 'fast-check';
import type { IContextObject } from 'n8n-workflow';
import { openLedger } from '../../nodes/shared/jobs/jobLedger';
import { runJobs } from '../../nodes/shared/jobs/jobRunner';
import type { JobEnd, JobRunReport, JobTask } from '../../nodes/shared/jobs/jobTask';
import { submitTask, uncancellableType } from './jobBench';
import { JobService, type JobScript } from './jobService';
import { connectionFailure, ScriptedService, type Reply } from './scriptedService';
import { SimulatedClock } from './simulatedClock';

/** What may happen to a request on its way to the service or back. */
const FAULTS = [
	'refused',
	'lostBefore',
	'lostAfter',
	'delayed',
	'hangsBefore',
	'hangsAfter',
	'429',
	'429 with a time',
	'429 no place',
	'500 before',
	'500 after',
	'502 before',
	'502 after',
	'503 of a gateway, before',
	'503 of a gateway, after',
	'503 of the service',
	'504 after',
	'520 after',
	'broken JSON after',
	'401 of a gateway, before',
	'401 of a gateway, after',
	'403 of a gateway, before',
	'403 of a gateway, after',
	'404 of a gateway, before',
	'404 of a gateway, after',
	'page of a captive portal',
	'text of a captive portal',
	'JSON of a captive portal',
	'JSON of a gateway with 200, after',
	'page of a gateway with 200, after',
	'redirect of a proxy, before',
] as const;

type Fault = (typeof FAULTS)[number];

/** Everything that a scenario is made of, drawn at random. */
export interface FaultScenario {
	jobs: JobScript[];
	/** By the number of the request; the service is well after the last one. */
	faults: Array<Fault | undefined>;
	pauseSeconds: number;
	allowance: boolean;
	/** How many unfinished jobs the service takes. */
	places: number;
	keepGoing: boolean;
	cancelOnStop: boolean;
	isCancellable: boolean;
	maxConcurrentJobs: number;
	timeoutSeconds: number;
	onTimeout: 'fail' | 'return';
	/** What ends each try of the node from outside, and when. */
	tries: Array<{ end?: 'stop' | 'processGone'; atSeconds: number }>;
}

const jobScript: fc.Arbitrary<JobScript> = fc.record({
	seconds: fc.integer({ min: 1, max: 45 }),
	end: fc.oneof(
		{ weight: 6, arbitrary: fc.constant('completed' as const) },
		{ weight: 1, arbitrary: fc.constantFrom('failed' as const, 'cancelled' as const) },
	),
});

const anyTry = fc.record(
	{
		end: fc.constantFrom('stop' as const, 'processGone' as const),
		atSeconds: fc.integer({ min: 0, max: 100 }),
	},
	{ requiredKeys: ['atSeconds'] },
);

export function anyScenario(maxJobs: number): fc.Arbitrary<FaultScenario> {
	return fc.record({
		jobs: fc.array(jobScript, { minLength: 1, maxLength: maxJobs }),
		faults: fc.array(fc.option(fc.constantFrom(...FAULTS), { nil: undefined, freq: 3 }), {
			maxLength: maxJobs * 4,
		}),
		pauseSeconds: fc.integer({ min: 0, max: 20 }),
		allowance: fc.boolean(),
		places: fc.constantFrom(2, 10, 100),
		keepGoing: fc.boolean(),
		cancelOnStop: fc.boolean(),
		isCancellable: fc.boolean(),
		maxConcurrentJobs: fc.constantFrom(1, 2, 5, 20),
		timeoutSeconds: fc.constantFrom(15, 60, 600),
		onTimeout: fc.constantFrom('fail', 'return'),
		tries: fc.array(anyTry, { minLength: 1, maxLength: 3 }),
	});
}

/** What a scenario came to. `problems` is empty when every promise was kept. */
export interface FaultOutcome {
	problems: string[];
	jobs: number;
	requests: number;
}

/** Runs a scenario on simulated time: the real runner and client, in front of a faulty service. */
export async function runFaultScenario(scenario: FaultScenario): Promise<FaultOutcome> {
	return await new FaultRun(scenario).run();
}

class FaultRun {
	readonly #scenario: FaultScenario;

	readonly #clock = new SimulatedClock();

	readonly #jobs: JobService;

	/** The item that each job of the service was started for. */
	readonly #itemOf = new Map<string, number>();

	/** Jobs whose IDs reached the node. */
	readonly #reported = new Set<string>();

	/** Paths of the jobs that were to be cancelled. */
	readonly #cancelled = new Set<string>();

	readonly #problems: string[] = [];

	#requests = 0;

	#closedUntilMs = 0;

	constructor(scenario: FaultScenario) {
		this.#scenario = scenario;
		this.#jobs = new JobService(this.#clock, (index) => {
			const { jobs } = scenario;
			return jobs[index % jobs.length] ?? { seconds: 1 };
		});
		if (scenario.allowance) this.#jobs.allowance = { requests: 80, windowSeconds: 60 };
	}

	async run(): Promise<FaultOutcome> {
		const items = this.#scenario.jobs.map((_job, index) => index);
		let tasks = items.map((item) => this.#submitTask(item));
		let context: IContextObject = {};
		for (const [index, { end, atSeconds }] of this.#scenario.tries.entries()) {
			const startSeconds = this.#clock.elapsedSeconds;
			const name = `try ${index + 1}`;
			if (end === 'processGone') {
				await this.#runUntilGone(tasks, context, startSeconds + atSeconds);
				context = {};
				tasks = items.map((item) => this.#continuedTask(item));
				continue;
			}
			const stopAt = end === 'stop' ? startSeconds + atSeconds : undefined;
			const report = await this.#runTry(tasks, context, stopAt);
			this.#checkReport(name, report);
			const hasFailed =
				report.early !== undefined || report.ends.some((entry) => entry?.type === 'failed');
			if (!hasFailed || report.early?.reason === 'stopped') break;
			await this.#clock.runUntil(this.#clock.elapsedSeconds + 1);
		}
		this.#checkPayments();
		return {
			problems: this.#problems,
			jobs: this.#jobs.jobs.length,
			requests: this.#requests,
		};
	}

	#submitTask(item: number): JobTask {
		const { timeoutSeconds, onTimeout, isCancellable } = this.#scenario;
		const jobType = isCancellable ? {} : { jobType: uncancellableType };
		return submitTask(item, { timeoutSeconds, onTimeout, ...jobType });
	}

	/**
	 * What a user does about an item after n8n died: takes up the job that n8n's log names, looks in the
	 * service's own lists for one that it does not name, and starts only what was never started.
	 */
	#continuedTask(item: number): JobTask {
		const task = this.#submitTask(item);
		const started = [...this.#itemOf].filter(([, owner]) => owner === item).map(([id]) => id);
		const alive = started.find((id) => !this.#hasEnded(id) || !this.#isFree(id));
		return alive === undefined ? task : { ...task, start: { resume: alive } };
	}

	async #runTry(
		tasks: readonly JobTask[],
		context: IContextObject,
		stopAtSeconds?: number,
	): Promise<JobRunReport> {
		const controller = new AbortController();
		if (stopAtSeconds !== undefined) this.#clock.at(stopAtSeconds, () => controller.abort());
		return await this.#clock.run(
			this.#startRunner(tasks, context, this.#newService(), controller.signal),
		);
	}

	/** Runs a try whose process dies at a moment: nothing that it does afterwards gets anywhere. */
	async #runUntilGone(
		tasks: readonly JobTask[],
		context: IContextObject,
		goneAtSeconds: number,
	): Promise<void> {
		const service = this.#newService(goneAtSeconds);
		void this.#startRunner(tasks, context, service).catch(() => undefined);
		await this.#clock.runUntil(goneAtSeconds + 0.001);
	}

	async #startRunner(
		tasks: readonly JobTask[],
		context: IContextObject,
		service: ScriptedService,
		signal?: AbortSignal,
	): Promise<JobRunReport> {
		const { maxConcurrentJobs, cancelOnStop, keepGoing } = this.#scenario;
		return await runJobs(tasks, {
			client: await service.open(),
			clock: this.#clock,
			ledger: openLedger(context),
			runIndex: 0,
			maxConcurrentJobs,
			cancelOnStop,
			keepGoing,
			signal,
			onAccepted: (_task, jobId) => this.#reported.add(jobId),
		});
	}

	/** The service as one process of n8n sees it. */
	#newService(goneAtSeconds = Infinity): ScriptedService {
		const service: ScriptedService = new ScriptedService(this.#clock, (request) => {
			service.latencyMs = 20;
			if (this.#clock.elapsedSeconds >= goneAtSeconds) return connectionFailure('ECONNREFUSED');
			const fault = this.#scenario.faults[this.#requests];
			this.#requests += 1;
			if (request.method === 'DELETE') this.#cancelled.add(request.path);
			// Cancelling is urgent, and so is the look at a job that it came too late for.
			const isUrgent = this.#cancelled.has(request.path);
			if (!isUrgent && this.#clock.now() < this.#closedUntilMs) {
				this.#problems.push(`${request.method} passed the closed gate`);
			}
			const reach = () => this.#reach(request);
			return fault === undefined ? reach() : this.#spoil(fault, reach, service);
		});
		return service;
	}

	/** The service's own answer to a request that reached it. */
	#reach(request: Parameters<JobService['script']>[0]): Reply | Error {
		const open = this.#jobs.jobs.filter(({ id }) => !this.#hasEnded(id)).length;
		if (request.method === 'POST' && open >= this.#scenario.places) return NO_PLACE;
		const before = this.#jobs.jobs.length;
		const reply = this.#jobs.script(request);
		const started = this.#jobs.jobs[before];
		if (started) this.#itemOf.set(started.id, Number(Object(request.body).item));
		return reply;
	}

	#spoil(fault: Fault, reach: () => Reply | Error, service: ScriptedService): Reply | Error {
		const { pauseSeconds } = this.#scenario;
		const isReached = fault.endsWith('fter') || fault === 'delayed';
		const reply = isReached ? reach() : connectionFailure('ECONNRESET');
		if (fault.startsWith('hangs')) service.latencyMs = 3_600_000;
		if (fault === 'delayed') service.latencyMs = 4_000;
		if (PAUSES.includes(fault)) this.#closeGate(pauseSeconds);
		if (fault === 'delayed') return reply;
		return ANSWERS[fault]?.(pauseSeconds) ?? connectionFailure('ECONNRESET');
	}

	/** From the moment that the answer is there. */
	#closeGate(seconds: number): void {
		const fromMs = this.#clock.now() + 20;
		this.#clock.at((fromMs - this.#clock.startMs) / 1_000, () => {
			this.#closedUntilMs = Math.max(this.#closedUntilMs, fromMs + seconds * 1_000);
		});
	}

	#hasEnded(id: string): boolean {
		const job = this.#jobs.job(id);
		return job.isCancelled || this.#clock.now() >= job.startedMs + job.seconds * 1_000;
	}

	/** Whether a job costs nothing: it was cancelled, or ends without a result. */
	#isFree(id: string): boolean {
		const { isCancelled, end = 'completed' } = this.#jobs.job(id);
		return isCancelled || end !== 'completed';
	}

	#checkReport(name: string, report: JobRunReport): void {
		const say = (problem: string) => this.#problems.push(`${name}: ${problem}`);
		this.#checkEnds(report, say);
		this.#checkNames(report, say);
		this.#checkCancels(report, say);
	}

	/** Each item has an end of its own, with the result of its own job. */
	#checkEnds({ ends, early }: JobRunReport, say: (problem: string) => void): void {
		for (const [index, end] of ends.entries()) {
			if (!early && end === undefined) say(`item ${index} has no end`);
			if (end?.jobId === undefined) continue;
			if (this.#itemOf.get(end.jobId) !== index) say(`item ${index} got ${end.jobId}`);
			if (end.type !== 'completed') continue;
			const content: unknown = Object(Object(end.body).result).content;
			if (content !== `content of ${end.jobId}`) say(`${end.jobId} has ${String(content)}`);
		}
	}

	/** Every job that may be running is named, in one place. */
	#checkNames({ ends, early }: JobRunReport, say: (problem: string) => void): void {
		const { finished = [], cancelled = [], running = [], uncertainItems = [] } = early?.jobs ?? {};
		const listed = [...finished, ...cancelled, ...running];
		if (new Set(listed).size !== listed.length) say('a job is in two lists');
		const named = new Set([...listed, ...ends.flatMap((end) => end?.jobId ?? [])]);
		const lost = ends.flatMap((end, index) => (isUncertain(end) ? [index] : []));
		const uncertain = new Set([...uncertainItems, ...lost]);
		for (const [id, item] of this.#itemOf) {
			if (this.#hasEnded(id) || this.#isFree(id) || named.has(id) || uncertain.has(item)) continue;
			say(`${id} of item ${item} runs, and nothing names it`);
		}
	}

	/** What is said to be cancelled is, and after Stop nothing goes on unlisted. */
	#checkCancels({ early }: JobRunReport, say: (problem: string) => void): void {
		if (!early) return;
		const { cancelled, running } = early.jobs;
		for (const id of cancelled) {
			const job = this.#jobs.job(id);
			if (!job.isCancelled && job.end !== 'cancelled') say(`${id} is said to be cancelled`);
		}
		if (early.reason !== 'stopped' || !this.#scenario.cancelOnStop) return;
		for (const id of this.#reported) {
			if (!this.#hasEnded(id) && !running.includes(id)) say(`${id} goes on after Stop, unlisted`);
		}
	}

	#checkPayments(): void {
		const paid = new Map<number, string[]>();
		for (const [id, item] of this.#itemOf) {
			if (!this.#isFree(id)) paid.set(item, [...(paid.get(item) ?? []), id]);
		}
		for (const [item, ids] of paid) {
			if (ids.length > 1) this.#problems.push(`item ${item} is paid for by ${ids.join(' and ')}`);
		}
	}
}

function isUncertain(end: JobEnd | undefined): boolean {
	return end?.type === 'failed' && end.knownState === 'unknown';
}

const SLOWER = { status: 'error', message: 'Slower' };
const BUSY = { status: 'error', code: 'SERVICE_BUSY', message: 'Busy' };
const NO_PLACE: Reply = {
	status: 429,
	body: { status: 'error', code: 'TOO_MANY_PENDING_JOBS', message: 'Full' },
};

/** Faults that close the gate for a time. */
const PAUSES: readonly Fault[] = ['429 with a time', '503 of the service'];

const redirect = (status: number) => (): Reply => ({
	status,
	headers: { location: 'https://login.test/' },
	body: '',
});
const page = (status: number) => (): Reply => ({ status, body: '<html>' });

/** What the client gets instead of the answer; the others get none. */
const ANSWERS: Partial<Record<Fault, (pauseSeconds: number) => Reply | Error>> = {
	refused: () => connectionFailure('ECONNREFUSED'),
	'429': () => ({ status: 429, body: SLOWER }),
	'429 with a time': (seconds) => ({
		status: 429,
		headers: { 'retry-after': String(seconds) },
		body: SLOWER,
	}),
	'429 no place': () => NO_PLACE,
	'500 before': page(500),
	'500 after': page(500),
	'502 before': page(502),
	'502 after': page(502),
	'503 of a gateway, before': page(503),
	'503 of a gateway, after': page(503),
	'503 of the service': (seconds) => ({ status: 503, body: { ...BUSY, retry_after: seconds } }),
	'504 after': page(504),
	'520 after': page(520),
	...Object.fromEntries(
		[401, 403, 404].flatMap((status) =>
			['before', 'after'].map((moment) => [
				`${status} of a gateway, ${moment}`,
				() => ({ status, body: `${status} page` }),
			]),
		),
	),
	'page of a captive portal': page(200),
	'text of a captive portal': () => ({ status: 200, body: 'Welcome to our network' }),
	'JSON of a captive portal': () => ({ status: 200, body: { message: 'Welcome' } }),
	'page of a gateway with 200, after': page(200),
	'JSON of a gateway with 200, after': () => ({ status: 200, body: {} }),
	'redirect of a proxy, before': redirect(302),
	'broken JSON after': () => ({ status: 200, body: '{"status": "comp' }),
};
