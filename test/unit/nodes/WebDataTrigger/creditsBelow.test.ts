import { FakeAccount } from '../../../support/fakeAccount';
import { PollBench } from '../../../support/pollBench';

let account: FakeAccount;

beforeEach(() => {
	account = new FakeAccount();
});

function open(threshold: unknown = 100): PollBench {
	const parameters = { event: 'creditsBelow', threshold: threshold as number };
	return new PollBench(parameters, (request) => account.answer(request));
}

async function pollAt(bench: PollBench, credits: number) {
	account.credits = credits;
	return await bench.poll();
}

test('tells once that the credits fell below the figure, and again after they rose', async () => {
	const bench = open();
	expect(await bench.activate()).toEqual([]);

	expect(await pollAt(bench, 100)).toEqual([]);
	expect(await pollAt(bench, 99)).toMatchObject([
		{ event: 'creditsBelow', creditsRemaining: 99, threshold: 100 },
	]);
	expect(await pollAt(bench, 5)).toEqual([]);
	expect(await bench.restart()).toEqual([]);
	expect(await pollAt(bench, 500)).toEqual([]);
	expect(await pollAt(bench, 20)).toHaveLength(1);
});

test('tells at activation that the credits are low already, once', async () => {
	account.credits = 7;
	const bench = open();
	expect(await bench.activate()).toMatchObject([{ event: 'creditsBelow', creditsRemaining: 7 }]);
	expect(await bench.poll()).toEqual([]);
	expect(await bench.fetchTestEvent()).toMatchObject([{ creditsRemaining: 7 }]);
});

test('refuses activation where the account has no limit', async () => {
	account.credits = null;
	await expect(open().activate()).rejects.toMatchObject({
		message: 'The account does not say how many credits are left',
		description: expect.stringContaining('Choose another event'),
	});
});

test.each([0, -5, 'many', ''])('refuses %j as the figure', async (threshold) => {
	await expect(open(threshold).activate()).rejects.toThrow("'Credits' is");
});
