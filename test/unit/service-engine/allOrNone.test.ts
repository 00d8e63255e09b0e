import { setTimeout as delay } from 'node:timers/promises';
import { allOrNone } from '../../../service/src/engine/allOrNone.ts';

const { signal } = new AbortController();

describe('allOrNone', () => {
	it('gives the outcomes in the order of the inputs', async () => {
		const outcomes = await allOrNone([30, 10, 20], signal, async (ms) => {
			await delay(ms);
			return ms;
		});
		expect(outcomes).toEqual([30, 10, 20]);
	});

	it('stops the others at the first failure, and fails only when they have stopped', async () => {
		let underWay = 0;
		const work = allOrNone(['fails', 'goes on', 'goes on'], signal, async (kind, own) => {
			underWay++;
			try {
				if (kind === 'fails') throw new Error('a challenge stays on screen');
				await delay(60_000, undefined, { signal: own });
			} finally {
				await delay(20);
				underWay--;
			}
		});
		await expect(work).rejects.toThrow('a challenge stays on screen');
		expect(underWay).toBe(0);
	});

	it('stops all of them with the signal’s reason', async () => {
		const outer = new AbortController();
		const work = allOrNone([1, 2], outer.signal, (_input, own) =>
			delay(60_000, undefined, { signal: own }),
		);
		outer.abort(new Error('The job was cancelled'));
		await expect(work).rejects.toThrow('The job was cancelled');
	});
});
