import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { programOf } from './support/compiledService';

const SCENARIO_FILE = programOf(resolve(__dirname, 'support/queueScenario.mts'));

let dataDirectory: string;
/** Runs one scenario after the other, until one ends it. */
let runner: ChildProcess | undefined;

beforeEach(async () => {
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-queue-'));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));
afterAll(() => runner?.kill());

/** Runs a scenario on the data folder of the test. @throws Error with the `signal` that ended its process */
async function run(scenario: string): Promise<unknown> {
	runner ??= fork(SCENARIO_FILE);
	const either = new AbortController();
	const { signal } = either;
	try {
		const answer = once(runner, 'message', { signal });
		const end = once(runner, 'exit', { signal }).then(([code, name]) => {
			runner = undefined;
			throw Object.assign(new Error(`The process ended with code ${code}`), { signal: name });
		});
		runner.send({ folder: dataDirectory, scenario });
		const [{ seen }] = await Promise.race([answer, end]);
		return seen;
	} finally {
		either.abort();
	}
}

/** The encrypted secrets of all jobs. */
function readSealed(): string[] {
	const database = new DatabaseSync(join(dataDirectory, 'service.db'));
	const rows = database.prepare('SELECT secrets FROM jobs WHERE secrets IS NOT NULL').all();
	database.close();
	return rows.map(({ secrets }) => String(secrets));
}

/** Runs a scenario that ends its own process. */
async function crash(scenario: string): Promise<void> {
	await expect(run(scenario)).rejects.toMatchObject({ signal: 'SIGKILL' });
}

describe('the job queue', () => {
	it('starts jobs of a kind in the order they were accepted', async () => {
		expect(await run('order')).toEqual(['slow', 'quick', 'failing']);
	});

	it('has keys take turns, and the jobs of a key', async () => {
		expect(await run('turns')).toEqual(['slow', 'partial', 'a1', 'b1', 'a2', 'a3']);
	});

	it('goes on with a job in another lane, which is no second try', async () => {
		expect(await run('lanes')).toEqual({
			job: expect.objectContaining({ state: 'completed', attempts: 1, creditsUsed: 1 }),
			startedNames: ['moving', 'moving'],
		});
	});

	it('never starts a job that was cancelled while it waited', async () => {
		expect(await run('cancelWaiting')).toEqual({
			wasCancelled: true,
			waiting: expect.objectContaining({ state: 'cancelled', attempts: 0 }),
			startedNames: ['slow'],
		});
	});

	it('aborts a running job at once when it is cancelled', async () => {
		expect(await run('cancelActive')).toEqual({
			isPrompt: true,
			job: expect.objectContaining({ state: 'cancelled', creditsUsed: 0, error: null }),
		});
	});

	it('keeps and charges what a cancelled job still hands back', async () => {
		expect(await run('cancelKeepsOutcome')).toMatchObject({
			state: 'cancelled',
			result: 'partial',
			creditsUsed: 3,
		});
	});

	it('does not cancel a job that has ended', async () => {
		expect(await run('cancelEnded')).toMatchObject({
			wasCancelled: false,
			job: { state: 'completed' },
		});
	});

	it('fails a job with its reason and charges nothing', async () => {
		expect(await run('failure')).toEqual({
			state: 'failed',
			error: 'The page is gone',
			attempts: 1,
			creditsUsed: 0,
			result: null,
		});
	});

	it('runs a delayed job again', async () => {
		expect(await run('retry')).toMatchObject({
			delayed: { state: 'delayed', attempts: 1 },
			ended: { state: 'completed', attempts: 2 },
		});
	});

	it('gives a job up after three starts, with the last reason', async () => {
		expect(await run('retryInVain')).toMatchObject({
			state: 'failed',
			error: 'The browser died',
			attempts: 3,
		});
	});

	it('stops waiting for a job when the time is up, with the job on disk', async () => {
		const seen = { state: 'active', isOnDisk: true, isInTime: true };
		expect(await run('waitTimesOut')).toEqual(seen);
	});

	it('does not wait for the disk again where the end of a job did', async () => {
		expect(await run('waitForEnd')).toEqual({
			job: expect.objectContaining({ state: 'completed' }),
			isSyncedAgain: false,
		});
	});

	it('forgets a job with which something could not be written, and answers others of that moment', async () => {
		expect(await run('failedWrite')).toEqual({
			failures: [
				expect.stringContaining('UNIQUE constraint failed'),
				expect.stringContaining('no such column'),
			],
			answer: [{ answer: 'right' }],
			job: null,
			kept: [],
			startedNames: [],
		});
	});

	it('forgets a job whose transaction was rolled back', async () => {
		expect(await run('rollback')).toEqual({ job: null, startedNames: [] });
	});

	it('ends a job whose result the full disk did not take as soon as there is room', async () => {
		expect(await run('fullDisk')).toMatchObject({
			meanwhile: { state: 'active' },
			ended: { state: 'completed', creditsUsed: 1, result: expect.stringMatching(/^x{100000}$/) },
		});
	});

	it('fails a job whose result can never be written, with the reason', async () => {
		expect(await run('unwritable')).toMatchObject({
			state: 'failed',
			error: expect.stringContaining('The result could not be stored: '),
		});
	});

	it('takes no more jobs than may be unfinished', async () => {
		expect(await run('tooMany')).toEqual({
			statusCode: 429,
			details: { code: 'TOO_MANY_PENDING_JOBS', retryAfterSeconds: 5 },
			message:
				'At most 5 jobs may be waiting or running (MAX_UNFINISHED_JOBS). There is room for 0, and this request adds 1. Wait until some of them have finished.',
		});
	});

	it('leaves no secret of a job on disk, however it ended, also none that its key would open, and nothing at all once it is deleted', async () => {
		const { meanwhile, afterwards, ended, isKept, remains } = Object(await run('endings'));
		expect(meanwhile).toEqual(['slow', 'waiting']);
		expect(afterwards).toEqual([]);
		expect(ended.map(({ state }: { state: string }) => state)).toEqual([
			...['cancelled', 'cancelled', 'cancelled', 'failed'],
			...['completed', 'failed', 'failed', 'failed', 'failed', 'completed', 'failed'],
		]);
		expect(isKept).toBe(true);
		expect(remains).toEqual([]);
	});

	it('fails the one job that ends the process, and none that ran beside it', async () => {
		await crash('poisonAmongOthers');
		const sealed = readSealed();
		expect(sealed).toHaveLength(3);
		for (let starts = 0; starts < 3; starts += 1) await crash('takeUp');

		expect(await run('takeUp')).toMatchObject([
			{ state: 'completed', result: 'late' },
			{
				state: 'failed',
				error: expect.stringContaining('The service stopped 3 times while this job ran'),
			},
			{ state: 'completed', result: 'late' },
		]);
		const disk = await readFile(join(dataDirectory, 'service.db'), 'latin1');
		for (const text of [...sealed, 'secret-of-']) expect(disk).not.toContain(text);
	});

	it('fails a job that has ended the process three times with nothing beside it', async () => {
		await crash('poisonAlone');
		for (let starts = 0; starts < 2; starts += 1) await crash('takeUp');

		expect(await run('takeUp')).toMatchObject([
			{ state: 'failed', error: expect.stringContaining('The service stopped 3 times') },
		]);
	});

	it('ends a job at its next checkpoint when asked to', async () => {
		expect(await run('stopSoon')).toEqual({
			wasRunning: true,
			isRunning: false,
			job: expect.objectContaining({ state: 'failed', error: 'Stopped by its owner' }),
		});
	});

	it('remembers over a crash that a job was to end', async () => {
		await crash('stopAndCrash');

		expect(await run('takeUp')).toMatchObject([
			{ state: 'failed', error: 'Stopped by its owner', creditsUsed: 0 },
		]);
	});
});
