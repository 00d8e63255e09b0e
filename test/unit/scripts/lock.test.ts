import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../../../scripts/lib/lock.mjs';

describe('the lock between set-ups', () => {
	let lockFile = '';

	beforeEach(() => {
		lockFile = join(mkdtempSync(join(tmpdir(), 'lock-')), 'setup.lock');
	});

	afterEach(() => rmSync(join(lockFile, '..'), { recursive: true }));

	const ignoreWait = () => undefined;

	it('lets one do its work after the other', async () => {
		const events: string[] = [];
		let tellSecondWaits: (pid: number) => void = ignoreWait;
		const secondWaits = new Promise<number>((resolve) => (tellSecondWaits = resolve));
		const first = withLock(lockFile, ignoreWait, async () => {
			events.push('first begins');
			expect(await secondWaits).toBe(process.pid);
			events.push('first ends');
		});
		const second = withLock(lockFile, tellSecondWaits, async () => {
			events.push('second begins');
		});
		await Promise.all([first, second]);
		expect(events).toEqual(['first begins', 'first ends', 'second begins']);
	});

	it('is gone after work that failed', async () => {
		const work = withLock(lockFile, ignoreWait, () => Promise.reject(new Error('no room')));
		await expect(work).rejects.toThrow('no room');
		expect(existsSync(lockFile)).toBe(false);
	});

	it('is taken over from a process that is gone', async () => {
		const goneProcess = 2 ** 22 + 1;
		writeFileSync(lockFile, JSON.stringify({ pid: goneProcess, host: hostname() }));
		await expect(withLock(lockFile, ignoreWait, async () => 'done')).resolves.toBe('done');
	});

	it('is taken over when nobody has touched it for long', async () => {
		writeFileSync(lockFile, JSON.stringify({ pid: process.pid, host: 'another machine' }));
		const aMinuteAgo = new Date(Date.now() - 60_000);
		utimesSync(lockFile, aMinuteAgo, aMinuteAgo);
		await expect(withLock(lockFile, ignoreWait, async () => 'done')).resolves.toBe('done');
	});
});
