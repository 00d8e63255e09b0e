import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { UnfinishedCount } from '../db/jobListing.ts';

/** How one run of a job ended. A job that is retried has several runs. */
export type RunOutcome = 'completed' | 'failed' | 'retried' | 'moved' | 'stopped';

/** What is measured on request, rather than as it happens. */
export interface MetricSources {
	/** Unfinished jobs of all processes. */
	countUnfinished(): Promise<UnfinishedCount[]>;
	countPages(): { open: number; waiting: number };
	/** Documents that are being read, and that wait, by how long they may take. */
	countDocuments(): Record<string, { running: number; waiting: number }>;
	isReady(): Promise<boolean>;
	/** The data folder, whose disk is checked. */
	dataDirectory: string;
	/** Maximum number of pages that this process opens at a time. */
	maxPages: number;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']);

const RUN_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];
const ANSWER_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/**
 * The figures of this process, and of the jobs of all processes. No label contains anything that clients
 * choose, so the number of series is limited by that of kinds, states, routes and status codes.
 */
export class Metrics {
	readonly #registry = new Registry();
	readonly #counted: ReturnType<typeof createCounters>;

	constructor(sources: MetricSources) {
		collectDefaultMetrics({ register: this.#registry });
		this.#counted = createCounters(this.#registry);
		addGauges(this.#registry, sources);
	}

	/** Counts a run of a job, with its duration. */
	recordRun(kind: string, outcome: RunOutcome, seconds: number): void {
		this.#counted.runs.inc({ kind, outcome });
		this.#counted.runSeconds.observe({ kind }, seconds);
	}

	/** Counts a failed run, by its reason. */
	recordFailure(kind: string, reason: string): void {
		this.#counted.failures.inc({ kind, reason });
	}

	/** Counts an answer, by the pattern of its route. */
	recordAnswer(method: string, route: string, status: number, seconds: number): void {
		const knownMethod = METHODS.has(method) ? method : 'other';
		this.#counted.answerSeconds.observe({ method: knownMethod, route, status }, seconds);
	}

	/** All figures in the text form of Prometheus. */
	read(): Promise<string> {
		return this.#registry.metrics();
	}

	get contentType(): string {
		return this.#registry.contentType;
	}
}

/** What is counted as it happens. */
function createCounters(registry: Registry) {
	const registers = [registry];
	return {
		runs: new Counter({
			name: 'extraction_job_runs_total',
			help: 'Runs of jobs in this process, by how they ended.',
			labelNames: ['kind', 'outcome'],
			registers,
		}),
		failures: new Counter({
			name: 'extraction_job_failures_total',
			help: 'Failed runs of jobs in this process, by their reason.',
			labelNames: ['kind', 'reason'],
			registers,
		}),
		runSeconds: new Histogram({
			name: 'extraction_job_run_seconds',
			help: 'How long runs of jobs in this process took.',
			labelNames: ['kind'],
			buckets: RUN_SECONDS,
			registers,
		}),
		answerSeconds: new Histogram({
			name: 'extraction_http_request_seconds',
			help: 'How long requests to this process took.',
			labelNames: ['method', 'route', 'status'],
			buckets: ANSWER_SECONDS,
			registers,
		}),
	};
}

/** Adds what is measured on request. */
function addGauges(registry: Registry, sources: MetricSources): void {
	const registers = [registry];
	new Gauge({
		name: 'extraction_jobs',
		help: 'Unfinished jobs of all processes on the same database.',
		labelNames: ['kind', 'state'],
		registers,
		async collect() {
			this.reset();
			// Without the database, only this figure is missing.
			const counts = await sources.countUnfinished().catch(() => []);
			for (const { kind, state, count } of counts) this.set({ kind, state }, count);
		},
	});
	new Gauge({
		name: 'extraction_browser_pages',
		help: 'Browser pages of this process: open, and waiting for a slot.',
		labelNames: ['state'],
		registers,
		collect() {
			for (const [state, count] of Object.entries(sources.countPages())) this.set({ state }, count);
		},
	});
	new Gauge({
		name: 'extraction_browser_pages_limit',
		help: 'Browser pages that this process may open at a time.',
		registers,
	}).set(sources.maxPages);
	new Gauge({
		name: 'extraction_documents',
		help: 'Documents of this process: being read, and waiting for a process that reads them.',
		labelNames: ['lane', 'state'],
		registers,
		collect() {
			for (const [lane, counts] of Object.entries(sources.countDocuments())) {
				for (const [state, count] of Object.entries(counts)) this.set({ lane, state }, count);
			}
		},
	});
	new Gauge({
		name: 'extraction_disk_bytes',
		help: 'The disk of the data folder: its size and free space.',
		labelNames: ['what'],
		registers,
		async collect() {
			this.reset();
			const disk = await statfs(sources.dataDirectory).catch(() => undefined);
			if (disk === undefined) return;
			this.set({ what: 'size' }, disk.blocks * disk.bsize);
			this.set({ what: 'free' }, disk.bavail * disk.bsize);
		},
	});
	new Gauge({
		name: 'extraction_ready',
		help: 'Whether this process is ready: 1 or 0.',
		registers,
		async collect() {
			this.set((await sources.isReady()) ? 1 : 0);
		},
	});
}
