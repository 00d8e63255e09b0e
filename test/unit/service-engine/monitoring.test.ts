import { setTimeout as sleep } from 'node:timers/promises';
import {
	JobFailure,
	type JobContext,
	type JobHandler,
	LaneChange,
} from '../../../service/src/engine/job';
import { DocumentFailure } from '../../../packages/documents/src/conversion/documentFailure';
import { RetryLater } from '../../../service/src/turns/retryLater';
import type { JobOutcome } from '../../../service/src/db/jobRecord';
import { describeCurrentJob, watchJobs } from '../../../service/src/monitoring/watchJobs';
import { createReadiness } from '../../../service/src/monitoring/monitoringRoutes';

const OUTCOME: JobOutcome = {
	result: {},
	creditsUsed: 1,
	inputTokens: 0,
	outputTokens: 0,
};

const contextOf = (jobId: string, signal = new AbortController().signal): JobContext => ({
	jobId,
	lane: '',
	signal,
	reportProgress: () => undefined,
	checkpoint: () => undefined,
});

describe('a watched job', () => {
	const runs: [string, string, boolean][] = [];
	const reasons: string[] = [];
	const recordFailure = (kind: string, reason: string) => void reasons.push(`${kind}: ${reason}`);
	const recordRun = (kind: string, outcome: string, seconds: number) =>
		void runs.push([kind, outcome, seconds >= 0]);

	beforeEach(() => {
		runs.splice(0);
		reasons.splice(0);
	});

	it.each<[string, unknown]>([
		['failed', new JobFailure('no page')],
		['failed', new TypeError('a mistake')],
		['retried', new RetryLater('the browser died', 1)],
		['moved', new LaneChange('long')],
	])('that ends otherwise is counted as %s: %p', async (outcome, error) => {
		const failing: { handle: JobHandler<unknown> } = { handle: () => Promise.reject(error) };
		const kinds = watchJobs({ scrape: failing }, { recordRun, recordFailure });

		await expect(kinds['scrape']?.handle({}, contextOf('a'))).rejects.toBe(error);
		expect(runs).toEqual([['scrape', outcome, true]]);
	});

	it('that fails is counted by the reason that its first cause has', async () => {
		const damaged = new DocumentFailure('damaged', 'The PDF is damaged.');
		const errors = [
			new JobFailure('no page', { cause: damaged }),
			new JobFailure('no page'),
			new JobFailure('no page', { cause: new TypeError('a mistake') }),
			new TypeError('a mistake'),
			new LaneChange('long'),
		];
		for (const error of errors) {
			const failing: { handle: JobHandler<unknown> } = { handle: () => Promise.reject(error) };
			const kinds = watchJobs({ parse: failing }, { recordRun, recordFailure });
			await expect(kinds['parse']?.handle({}, contextOf('a'))).rejects.toBe(error);
		}
		expect(reasons).toEqual([
			...['parse: document', 'parse: refused', 'parse: refused', 'parse: unexpected'],
		]);
	});

	it('that is cancelled is counted as stopped', async () => {
		const signal = AbortSignal.abort(new Error('Job cancelled'));
		const handle = async (_request: unknown, { signal }: JobContext) => {
			signal.throwIfAborted();
			return OUTCOME;
		};
		const kinds = watchJobs({ crawl: { handle } }, { recordRun, recordFailure });

		await expect(kinds['crawl']?.handle({}, contextOf('a', signal))).rejects.toThrow('cancelled');
		expect(runs).toEqual([['crawl', 'stopped', true]]);
	});

	it('is named by every log line within it, and by none of its neighbours', async () => {
		const seen: Record<string, object> = {};
		const handle = async (_request: unknown, { jobId }: JobContext) => {
			await sleep(5);
			seen[jobId] = describeCurrentJob();
			return OUTCOME;
		};
		const kinds = watchJobs({ parse: { handle, concurrency: 2 } }, { recordRun, recordFailure });
		const { parse } = kinds;
		await Promise.all(['a', 'b'].map(async (jobId) => await parse?.handle({}, contextOf(jobId))));

		expect(seen).toEqual({ a: { jobId: 'a', kind: 'parse' }, b: { jobId: 'b', kind: 'parse' } });
		expect(describeCurrentJob()).toEqual({});
		expect(kinds['parse']?.concurrency).toBe(2);
	});
});

describe('readiness', () => {
	it('is there from the start of the jobs to the stop', async () => {
		const readiness = createReadiness({ database: () => Promise.resolve() });
		const before = await readiness.listObstacles();
		readiness.started();
		const between = await readiness.listObstacles();
		readiness.stopping();
		readiness.started();

		expect(before).toEqual(['starting']);
		expect(between).toEqual([]);
		expect(await readiness.listObstacles()).toEqual(['stopping']);
	});

	it('says more than a name where a check does', async () => {
		const readiness = createReadiness({ database: async () => 'database: writes are refused' });
		readiness.started();
		expect(await readiness.listObstacles()).toEqual(['database: writes are refused']);
	});

	it('names what fails and what does not answer, and asks no more than once a second', async () => {
		let asked = 0;
		const checks = {
			database: () => new Promise<void>(() => (asked += 1)),
			files: () => Promise.reject(new Error('a reason with a secret')),
			browser: () => Promise.resolve(),
		};
		const readiness = createReadiness(checks, 20);
		readiness.started();
		const answers = await Promise.all([readiness.listObstacles(), readiness.listObstacles()]);

		expect(answers).toEqual([
			['database', 'files'],
			['database', 'files'],
		]);
		expect(asked).toBe(1);
	});
});
