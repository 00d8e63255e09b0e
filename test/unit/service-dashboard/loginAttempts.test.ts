import { LoginAttempts } from '../../../service/src/dashboard/login';

const MINUTE_MS = 60_000;

function createAttempts() {
	const clock = { ms: 1_000_000 };
	return { clock, attempts: new LoginAttempts(() => clock.ms) };
}

it('asks for no wait at first, then for twice as long each time, up to a minute', () => {
	const { clock, attempts } = createAttempts();
	for (let index = 0; index < 3; index++) expect(attempts.begin('a')).toBe(0);

	const waits = Array.from({ length: 9 }, () => {
		const waitMs = attempts.begin('a');
		clock.ms += waitMs;
		expect(attempts.begin('a')).toBe(0);
		return waitMs;
	});
	expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000));
});

it('does not make the wait longer for asking while it lasts', () => {
	const { clock, attempts } = createAttempts();
	for (let index = 0; index < 3; index++) attempts.begin('a');

	expect([attempts.begin('a'), attempts.begin('a')]).toEqual([1000, 1000]);
	clock.ms += 600;
	expect(attempts.begin('a')).toBe(400);
});

it('counts each address on its own', () => {
	const { attempts } = createAttempts();
	for (let index = 0; index < 4; index++) attempts.begin('a');

	expect(attempts.begin('b')).toBe(0);
});

it.each([
	[
		'after the right password',
		({ attempts }: ReturnType<typeof createAttempts>) => attempts.succeed('a'),
	],
	[
		'after a while',
		({ clock }: ReturnType<typeof createAttempts>) => void (clock.ms += 15 * MINUTE_MS),
	],
])('starts anew %s', (_label, pass) => {
	const bench = createAttempts();
	for (let index = 0; index < 4; index++) bench.attempts.begin('a');
	pass(bench);

	expect([1, 2, 3].map(() => bench.attempts.begin('a'))).toEqual([0, 0, 0]);
});

it('does not grow without bounds, and forgets the oldest address first', () => {
	const { attempts } = createAttempts();
	for (let index = 0; index < 4; index++) attempts.begin('oldest');
	for (let index = 0; index < 4; index++) attempts.begin('second');
	for (let index = 0; index < 9_999; index++) attempts.begin(`address ${index}`);

	expect(attempts.begin('second')).toBe(1000);
	expect(attempts.begin('oldest')).toBe(0);
});

it('gives strangers from all addresses one budget, and known browsers their own', () => {
	const { clock, attempts } = createAttempts();
	const waits = Array.from({ length: 61 }, (_, index) => attempts.begin(`address ${index}`, true));

	expect(waits.filter((waitMs) => waitMs > 0)).toEqual([MINUTE_MS]);
	expect(attempts.begin('known browser')).toBe(0);
	clock.ms += MINUTE_MS;
	expect(attempts.begin('another address', true)).toBe(0);
});
