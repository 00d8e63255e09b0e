import { classifyResponse } from '../../../../nodes/shared/transport/classifyResponse';
import { explainAnswer } from '../../../../nodes/shared/transport/explainAnswer';
import { gateOf, RateGate } from '../../../../nodes/shared/transport/rateGate';
import type { ServiceAnswer } from '../../../../nodes/shared/transport/serviceRequest';
import { SimulatedClock } from '../../../support/simulatedClock';

const FOREVER = Infinity;

const FULL = { status: 'error', code: 'TOO_MANY_PENDING_JOBS', message: 'Full' };

function answer(
	status: number,
	headers: Record<string, string> = {},
	body: unknown = {},
): ServiceAnswer {
	return { status, headers, body };
}

const REQUEST = { method: 'GET', path: '/' } as const;

function explain(said: ServiceAnswer) {
	const outcome = classifyResponse(REQUEST, said);
	return outcome === 'accepted'
		? undefined
		: explainAnswer(REQUEST, said, outcome, { toWords: String, nowMs: clock.now() });
}

let clock: SimulatedClock;
let gate: RateGate;

/** An answer to a request that was sent just now. */
function observe(...parts: Parameters<typeof answer>): void {
	const said = answer(...parts);
	gate.update(said, clock.now(), explain(said));
}

beforeEach(() => {
	clock = new SimulatedClock();
	gate = new RateGate(clock, () => 1);
});

/** Seconds that pass until the gate lets somebody through, and whether it does. */
async function pass(deadlineMs = FOREVER, signal?: AbortSignal): Promise<[boolean, number]> {
	const beganAt = clock.elapsedSeconds;
	const isOpen = await clock.run(gate.waitUntilOpen(deadlineMs, signal));
	return [isOpen, clock.elapsedSeconds - beganAt];
}

test('is open at first', async () => {
	expect(await pass()).toEqual([true, 0]);
});

test('keeps a pause of more than an hour for an hour', async () => {
	observe(429, { 'retry-after': '86400' });
	expect(await pass()).toEqual([true, 3_600]);
});

test('stays open when the account has as many jobs as it may have', async () => {
	observe(429, { 'ratelimit-remaining': '250', 'ratelimit-reset': '900' }, FULL);
	expect(await pass()).toEqual([true, 0]);
});

test('a refusal with requests left is a short pause, whenever they are renewed', async () => {
	observe(429, { 'ratelimit-remaining': '250', 'ratelimit-reset': '900' });
	expect(await pass()).toEqual([true, 1]);
});

test('is shared by all who use an account, and by nobody else', () => {
	expect(gateOf(clock, 'a')).toBe(gateOf(clock, 'a'));
	expect(gateOf(clock, 'a')).not.toBe(gateOf(clock, 'b'));
	expect(gateOf(clock, 'a')).not.toBe(gateOf(new SimulatedClock(), 'a'));
});

test.each([200, 202, 400, 401, 404, 500, 502])('stays open after status %i', async (status) => {
	observe(status);
	expect(await pass()).toEqual([true, 0]);
});

test('makes everybody wait as long as one 429 asked for', async () => {
	observe(429, { 'retry-after': '12' });
	const passes = [
		gate.waitUntilOpen(FOREVER),
		gate.waitUntilOpen(FOREVER),
		gate.waitUntilOpen(FOREVER),
	];
	expect(await clock.run(Promise.all(passes))).toEqual([true, true, true]);
	expect(clock.elapsedSeconds).toBe(12);
});

test('waits as long as the body of a 503 asked for', async () => {
	observe(503, {}, { status: 'error', code: 'SERVICE_BUSY', retry_after: 4 });
	expect(await pass()).toEqual([true, 4]);
});

test('keeps the longest of several pauses', async () => {
	observe(429, { 'retry-after': '12' });
	observe(429, { 'retry-after': '2' });
	expect(await pass()).toEqual([true, 12]);
});

test('a later success does not open it early', async () => {
	observe(429, { 'retry-after': '12' });
	observe(200);
	expect(await pass()).toEqual([true, 12]);
});

test('waits on when it was closed again meanwhile', async () => {
	observe(429, { 'retry-after': '5' });
	clock.at(4, () => observe(429, { 'retry-after': '5' }));
	expect(await pass()).toEqual([true, 9]);
});

test('backs off longer with each refusal that names no time', async () => {
	const waits: number[] = [];
	for (let refusal = 0; refusal < 4; refusal += 1) {
		observe(429);
		waits.push((await pass())[1]);
	}
	expect(waits).toEqual([1, 2, 4, 8]);
});

test.each([
	['no time at all', { 'retry-after': '0' }],
	['a moment in the past', { 'retry-after': 'Mon, 05 Jan 2026 11:00:00 GMT' }],
	['a negative time', { 'retry-after': '-30' }],
	['an allowance that is renewed at once', { 'ratelimit-reset': '0' }],
])('pauses a second when the service asks for %s', async (_label, headers) => {
	observe(429, headers);
	expect(await pass()).toEqual([true, 1]);
});

test('counts the refusals of one burst once', async () => {
	const sentAtMs = clock.now();
	await clock.runUntil(0.1);
	for (let request = 0; request < 5; request += 1) {
		gate.update(answer(429), sentAtMs, explain(answer(429)));
	}
	expect(await pass()).toEqual([true, 1]);
	observe(429);
	expect(await pass()).toEqual([true, 2]);
});

test('begins with short pauses again after an answer that was no refusal', async () => {
	observe(429);
	await pass();
	observe(429);
	await pass();
	observe(200);
	observe(429);
	expect(await pass()).toEqual([true, 1]);
});

test('lets nobody through when it opens after the deadline, and does not wait', async () => {
	observe(429, { 'retry-after': '60' });
	expect(await pass(clock.now() + 30_000)).toEqual([false, 0]);
});

test('lets nobody through after the deadline', async () => {
	await clock.runUntil(10);
	expect(await pass(clock.now() - 1)).toEqual([false, 0]);
});

test('lets nobody through whose signal aborts', async () => {
	observe(429, { 'retry-after': '60' });
	const controller = new AbortController();
	clock.at(3, () => controller.abort());
	expect(await pass(FOREVER, controller.signal)).toEqual([false, 3]);
});

describe('the allowance', () => {
	const headers = (remaining: number, reset: string) => ({
		'ratelimit-limit': '300',
		'ratelimit-remaining': String(remaining),
		'ratelimit-reset': reset,
	});

	test("is assumed to be the hosted service's until an answer tells it", async () => {
		for (let request = 0; request < 3; request += 1) gate.count();
		observe(200);
		const resetAtMs = clock.now() + 900_000;
		expect(gate.budget).toEqual({ isKnown: false, remaining: 297, resetAtMs });
		await clock.runUntil(900);
		expect(gate.budget).toMatchObject({ isKnown: false, remaining: 300 });
	});

	test('that is assumed has nothing left after as many requests', () => {
		for (let request = 0; request < 400; request += 1) gate.count();
		expect(gate.budget.remaining).toBe(0);
	});

	test('is read from one header of several policies', () => {
		observe(200, { ratelimit: '"day";r=90;t=900, "hour";r=5;t=60' });
		const resetAtMs = clock.now() + 60_000;
		expect(gate.budget).toEqual({ isKnown: true, remaining: 5, resetAtMs });
	});

	test('is read from the headers of any answer', () => {
		observe(404, headers(120, '60'));
		const resetAtMs = clock.now() + 60_000;
		expect(gate.budget).toEqual({ isKnown: true, remaining: 120, resetAtMs });
	});

	test('is unknown again once it is renewed', async () => {
		observe(200, headers(120, '60'));
		await clock.runUntil(60);
		expect(gate.budget.isKnown).toBe(false);
	});

	test.each([
		['the moment is missing', { 'ratelimit-remaining': '0' }],
		['the count is missing', { 'ratelimit-reset': '60' }],
		['the count is no number', { 'ratelimit-remaining': 'none', 'ratelimit-reset': '60' }],
		['the count is negative', { 'ratelimit-remaining': '-1', 'ratelimit-reset': '60' }],
	])('is unknown when %s', async (_label, incomplete) => {
		observe(200, incomplete);
		expect(gate.budget.isKnown).toBe(false);
		expect(await pass()).toEqual([true, 0]);
	});

	test('closes the gate until it is renewed when nothing is left of it', async () => {
		observe(200, headers(0, '45'));
		expect(await pass()).toEqual([true, 45]);
	});

	test('may be renewed at a Unix time', async () => {
		observe(200, headers(0, String(clock.now() / 1_000 + 90)));
		expect(await pass()).toEqual([true, 90]);
	});
});
