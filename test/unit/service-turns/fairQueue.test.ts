import { FairQueue } from '../../../service/src/turns/fairQueue';
import { currentTurn, inTurnOf, type Turn } from '../../../service/src/turns/turn';

const turn = (asker: string, group: string, isBulk = true): Turn => ({ asker, group, isBulk });

/** Longer than other work counts after its end. */
const LATER_MS = 1500;

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => jest.useRealTimers());

/** Lets everything run that waits for nothing else. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Works that note when they begin, and end when they are told to. */
function createWork(queue: FairQueue) {
	const begun: string[] = [];
	const ends = new Map<string, () => void>();
	const enter = (name: string, of: Turn, signal?: AbortSignal): Promise<void> =>
		inTurnOf(of, () =>
			queue.run(async () => {
				begun.push(name);
				await new Promise<void>((resolve) => ends.set(name, resolve));
			}, signal),
		);
	return {
		begun,
		enter,
		async end(name: string) {
			ends.get(name)?.();
			await settle();
		},
		/** Ends whatever works until nobody waits. */
		async endAll() {
			for (let at = 0; at < begun.length; at += 1) await this.end(begun[at] ?? '');
		},
	};
}

test('jobs take turns, whatever they have queued before', async () => {
	const work = createWork(new FairQueue(1));
	for (const page of [1, 2, 3]) void work.enter(`a${page}`, turn('key', 'a'));
	for (const page of [1, 2]) void work.enter(`b${page}`, turn('key', 'b'));
	void work.enter('c1', turn('key', 'c'));
	await settle();
	await work.endAll();
	expect(work.begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('keys take turns before their jobs do', async () => {
	const work = createWork(new FairQueue(1));
	for (const job of ['a', 'b', 'c']) void work.enter(job, turn('busy', job));
	void work.enter('x', turn('other', 'x'));
	void work.enter('y', turn('other', 'y'));
	await settle();
	await work.endAll();
	expect(work.begun).toEqual(['a', 'x', 'b', 'y', 'c']);
});

test('who holds fewer places goes first', async () => {
	const work = createWork(new FairQueue(3));
	for (const page of [1, 2, 3, 4]) void work.enter(`a${page}`, turn('key', 'a'));
	void work.enter('b1', turn('key', 'b'));
	void work.enter('b2', turn('key', 'b'));
	await settle();
	expect(work.begun).toEqual(['a1', 'a2', 'a3']);
	await work.end('a1');
	await work.end('b1');
	expect(work.begun).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
});

test('the last places are kept for what is not one of many', async () => {
	const work = createWork(new FairQueue(3, 1));
	for (const page of [1, 2, 3]) void work.enter(`a${page}`, turn('key', 'a'));
	await settle();
	expect(work.begun).toEqual(['a1', 'a2']);
	void work.enter('single', turn('key', 'b', false));
	await settle();
	expect(work.begun).toEqual(['a1', 'a2', 'single']);
	await work.end('single');
	expect(work.begun).toHaveLength(3);
	await work.end('a1');
	expect(work.begun).toHaveLength(3);
	jest.advanceTimersByTime(LATER_MS);
	await settle();
	expect(work.begun.at(-1)).toBe('a3');
});

test('while others work, what is one of many has a quarter of the places', async () => {
	const work = createWork(new FairQueue(4, 1));
	for (const page of [1, 2, 3, 4, 5]) void work.enter(`a${page}`, turn('key', 'a'));
	await settle();
	expect(work.begun).toEqual(['a1', 'a2', 'a3']);
	void work.enter('single', turn('key', 'b', false));
	await settle();
	for (const page of ['a1', 'a2']) await work.end(page);
	expect(work.begun).toEqual(['a1', 'a2', 'a3', 'single']);
	await work.end('a3');
	expect(work.begun.at(-1)).toBe('a4');
	await work.end('single');
	jest.advanceTimersByTime(LATER_MS);
	await settle();
	expect(work.begun.at(-1)).toBe('a5');
});

test('who works again and again finds no more than a quarter of the places taken', async () => {
	const work = createWork(new FairQueue(4, 1));
	for (let page = 1; page <= 9; page += 1) void work.enter(`a${page}`, turn('key', 'a'));
	void work.enter('single 0', turn('key', 'b', false));
	await settle();
	for (const page of ['a1', 'a2', 'a3']) await work.end(page);
	expect(work.begun.slice(-1)).toEqual(['a4']);
	for (let time = 1; time <= 5; time += 1) {
		await work.end(`single ${time - 1}`);
		jest.advanceTimersByTime(LATER_MS / 3);
		await settle();
		void work.enter(`single ${time}`, turn('key', 'b', false));
		await settle();
		expect(work.begun.at(-1)).toBe(`single ${time}`);
	}
	await work.end('single 5');
	jest.advanceTimersByTime(LATER_MS);
	await settle();
	expect(work.begun.slice(-2)).toEqual(['a5', 'a6']);
});

test('what is one of many should end when it has more places than it may have now', async () => {
	const queue = new FairQueue(4, 1);
	const take = () => queue.take();
	const [first, second] = await inTurnOf(turn('key', 'a'), () => Promise.all([take(), take()]));
	expect([first.isWanted(), second.isWanted()]).toEqual([false, false]);
	const single = await inTurnOf(turn('other', 'b', false), take);
	expect([first.isWanted(), second.isWanted(), single.isWanted()]).toEqual([true, true, false]);
	first.release();
	expect(second.isWanted()).toBe(false);
});

test('a place is wanted by who has less, not by an equal', async () => {
	const queue = new FairQueue(2);
	const [first, second] = await inTurnOf(turn('key', 'a'), () =>
		Promise.all([queue.take(), queue.take()]),
	);
	expect(first.isWanted()).toBe(false);
	const waiting = inTurnOf(turn('key', 'b'), () => queue.take());
	expect(first.isWanted()).toBe(true);
	first.release();
	first.release();
	const third = await waiting;
	void inTurnOf(turn('key', 'a'), () => queue.take());
	expect([second.isWanted(), third.isWanted()]).toEqual([false, false]);
	expect([queue.held, queue.waiting]).toEqual([2, 1]);
});

test('who gives up waiting leaves no trace', async () => {
	const queue = new FairQueue(1);
	const work = createWork(queue);
	const controller = new AbortController();
	void work.enter('a', turn('key', 'a'));
	const given = work.enter('b', turn('key', 'b'), controller.signal);
	void work.enter('c', turn('key', 'c'));
	controller.abort(new Error('enough'));
	await expect(given).rejects.toThrow('enough');
	await work.endAll();
	expect(work.begun).toEqual(['a', 'c']);
	expect([queue.held, queue.waiting]).toEqual([0, 0]);
	await expect(queue.take(AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

test('a failure gives its place back', async () => {
	const queue = new FairQueue(1);
	await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	await expect(queue.run(async () => currentTurn().asker)).resolves.toBe('');
});
