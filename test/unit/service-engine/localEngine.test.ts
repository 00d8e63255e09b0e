import { createLocalBus } from '../../../service/src/engine/jobBus.ts';
import { createLocalEngine, type EngineOptions } from '../../../service/src/engine/jobEngine.ts';

/** Lets everything run that waits for nothing else. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a job that is brought twice runs once, and again when it is to be', async () => {
	const runs: string[] = [];
	let end = Promise.withResolvers<undefined>();
	const options = {
		jobs: { recoverInterrupted: async () => undefined, listUnfinished: async () => [] },
		runner: {
			run: async ({ id }: { id: string }) => {
				runs.push(id);
				return end.promise;
			},
			stop: async () => undefined,
		},
		kinds: { task: { concurrency: 3 } },
		bus: createLocalBus(),
		log: { info: () => undefined },
	} as unknown as EngineOptions;
	const engine = createLocalEngine(options);
	const job = { id: 'a', kind: 'task', asker: 'key', lane: '', turn: 1 };

	engine.release([job, job]);
	await settle();
	engine.release([job]);
	await settle();
	expect(runs).toEqual(['a']);

	end.resolve(undefined);
	await settle();
	end = Promise.withResolvers();
	engine.release([job]);
	await settle();
	expect(runs).toEqual(['a', 'a']);
	end.resolve(undefined);
	await engine.stop();
});
