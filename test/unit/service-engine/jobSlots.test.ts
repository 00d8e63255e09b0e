import { JobSlots } from '../../../service/src/engine/jobSlots.ts';

/** Lets everything run that waits for nothing else. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Jobs that note when they start, and end when they are told to. */
function createJobs(slots: JobSlots) {
	const started: string[] = [];
	const ends = new Map<string, () => void>();
	const away = new Map<string, (by: 1 | -1) => void>();
	let turn = 0;
	return {
		started,
		add(asker: string, id: string, at = (turn += 1)) {
			void slots.run({ id, kind: 'task', asker, lane: '', turn: at }, async ({ countAway }) => {
				started.push(id);
				away.set(id, countAway);
				await new Promise<void>((resolve) => ends.set(id, resolve));
			});
		},
		/** A page of the job begins or ends to wait for a slow server. */
		countAway: (id: string, by: 1 | -1) => away.get(id)?.(by),
		async end(id: string) {
			ends.get(id)?.();
			await settle();
		},
	};
}

test('jobs run in the order of their turns', async () => {
	const jobs = createJobs(new JobSlots(1));
	jobs.add('key', 'first', 1);
	for (const [id, turn] of Object.entries({ late: 9, next: 2, alsoNext: 2, early: 0 })) {
		jobs.add('key', id, turn);
	}
	for (const id of ['first', 'early', 'next', 'alsoNext']) await jobs.end(id);
	expect(jobs.started).toEqual(['first', 'early', 'next', 'alsoNext', 'late']);
});

test('a key whose jobs do not end leaves a slot to every other', async () => {
	const jobs = createJobs(new JobSlots(2));
	for (const id of ['a1', 'a2', 'a3', 'a4']) jobs.add('a', id);
	expect(jobs.started).toEqual(['a1', 'a2']);
	jobs.add('b', 'b1');
	jobs.add('b', 'b2');
	jobs.add('c', 'c1');
	expect(jobs.started).toEqual(['a1', 'a2', 'b1']);
	await jobs.end('b1');
	expect(jobs.started).toEqual(['a1', 'a2', 'b1', 'b2']);
	await jobs.end('b2');
	expect(jobs.started.at(-1)).toBe('c1');
	await jobs.end('c1');
	expect(jobs.started.at(-1)).toBe('c1');
	await jobs.end('a1');
	expect(jobs.started.at(-1)).toBe('a3');
});

test('a job that fails gives its slot back and says why; after a pause none starts', async () => {
	const slots = new JobSlots(1);
	const job = { id: 'a', kind: 'task', asker: 'key', lane: '', turn: 1 };
	await expect(slots.run(job, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	await expect(slots.run(job, async () => 'done')).resolves.toBe('done');
	slots.pause();
	const jobs = createJobs(slots);
	jobs.add('key', 'late');
	expect(jobs.started).toEqual([]);
});

test('a job whose page waits for a slow server needs no slot until it goes on', async () => {
	const jobs = createJobs(new JobSlots(1));
	for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) jobs.add(key, `${key}1`);
	jobs.add('a', 'a2');
	expect(jobs.started).toEqual(['a1', 'b1']);
	for (const key of ['a', 'b', 'c']) jobs.countAway(`${key}1`, 1);
	expect(jobs.started).toEqual(['a1', 'b1', 'c1', 'd1', 'e1']);
	jobs.countAway('b1', -1);
	await jobs.end('d1');
	expect(jobs.started.at(-1)).toBe('e1');
	await jobs.end('b1');
	expect(jobs.started.at(-1)).toBe('f1');
	await jobs.end('e1');
	await jobs.end('f1');
	expect(jobs.started.at(-1)).toBe('a2');
});
