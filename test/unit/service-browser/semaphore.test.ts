import { createSemaphore } from '../../../service/src/browser/semaphore.ts';

const never = new AbortController().signal;
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('A semaphore', () => {
	it('lets as many in as there are places, the others in the order they came', async () => {
		const semaphore = createSemaphore(2);
		const entered: string[] = [];
		const enter = async (name: string) => {
			const release = await semaphore.acquire(never);
			entered.push(name);
			return release;
		};
		const releaseA = await enter('a');
		await enter('b');
		void enter('c');
		void enter('d');
		await tick();
		expect(entered).toEqual(['a', 'b']);
		releaseA();
		await tick();
		expect(entered).toEqual(['a', 'b', 'c']);
	});

	it('gives a place back once, however often that is said', async () => {
		const semaphore = createSemaphore(1);
		const release = await semaphore.acquire(never);
		release();
		release();
		await semaphore.acquire(never);
		let isSecondIn = false;
		void semaphore.acquire(never).then(() => (isSecondIn = true));
		await tick();
		expect(isSecondIn).toBe(false);
	});

	it('lets go of those who no longer want to wait', async () => {
		const semaphore = createSemaphore(1);
		const release = await semaphore.acquire(never);
		const controller = new AbortController();
		const waiting = semaphore.acquire(controller.signal);
		const next = semaphore.acquire(never);
		controller.abort(new Error('stopped'));
		await expect(waiting).rejects.toThrow('stopped');
		release();
		await expect(next).resolves.toBeInstanceOf(Function);
	});

	it('turns away who has given up already', async () => {
		await expect(
			createSemaphore(1).acquire(AbortSignal.abort(new Error('stopped'))),
		).rejects.toThrow('stopped');
	});
});
