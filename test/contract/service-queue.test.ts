import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SCENARIO_FILE = resolve(__dirname, 'support/queueScenario.mts');

async function run(scenario: string): Promise<unknown> {
	const dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-queue-'));
	try {
		const args = [SCENARIO_FILE, dataDirectory, scenario];
		const { stdout } = await promisify(execFile)(process.execPath, args);
		return JSON.parse(stdout);
	} finally {
		await rm(dataDirectory, { recursive: true, force: true });
	}
}

describe('the job queue', () => {
	it('starts jobs of a kind in the order they were accepted', async () => {
		expect(await run('order')).toEqual(['slow', 'quick', 'failing']);
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

	it('stops waiting for a job when the time is up', async () => {
		expect(await run('waitTimesOut')).toEqual({ state: 'active', isInTime: true });
	});

	it('forgets a job whose transaction was rolled back', async () => {
		expect(await run('rollback')).toEqual({ job: null, startedNames: [] });
	});
});
