import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WorkerPool } from '../../../service/src/workers/pool.ts';
import type { EndingTasks } from '../../support/endingTasks';

let pool: WorkerPool<EndingTasks, number>;

beforeEach(() => {
	pool = new WorkerPool({
		program: pathToFileURL(resolve('test/support/endingTasks.ts')),
		readable: [resolve('test/support')],
		maxProcesses: 1,
		maxHeapMegabytes: 64,
		maxMemoryMegabytes: 512,
		retireAboveMegabytes: 256,
		timeoutMs: 60_000,
	});
});
afterEach(() => pool.close());

/** @param count how many of the processes that read it are killed meanwhile */
async function readWhileKilled(count: number, signal: NodeJS.Signals) {
	const processes: number[] = [];
	const reading = pool.run('read', () => ['words'] as const, {
		onMessage(id) {
			processes.push(id);
			if (processes.length > count) return undefined;
			process.kill(id, signal);
			// An answer that is under way already counts only when its messages are taken.
			return new Promise<void>(() => {});
		},
	});
	const outcome = await reading.catch(
		({ reason, message }: { reason: string; message: string }) => {
			return { reason, message };
		},
	);
	return { outcome, attempts: new Set(processes).size };
}

describe('what is read while the system kills processes', () => {
	it.each(['SIGKILL', 'SIGTERM'] as const)(
		'is read once more, by another process (%s)',
		async (signal) => {
			expect(await readWhileKilled(1, signal)).toEqual({ outcome: 'WORDS', attempts: 2 });
		},
		60_000,
	);

	it('fails with that reason if it is killed again, and with no other', async () => {
		expect(await readWhileKilled(2, 'SIGKILL')).toEqual({
			outcome: { reason: 'killed', message: 'its process was killed, 2 times (SIGKILL)' },
			attempts: 2,
		});
	}, 60_000);
});
