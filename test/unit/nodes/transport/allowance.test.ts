import { readAllowance, readResetAtMs } from '../../../../nodes/shared/transport/allowance';
import { growthOf, LINEAR } from '../../../support/growth';

const NOW_MS = Date.UTC(2026, 0, 5, 12, 0, 0);
const inSeconds = (seconds: number) => NOW_MS + seconds * 1_000;

describe('RateLimit-Reset', () => {
	test.each([
		['a small number as seconds to go', '60', NOW_MS + 60_000],
		['zero as now', '0', NOW_MS],
		['the largest number of seconds to go', '1000000000', NOW_MS + 1_000_000_000_000],
		['a number above 1e9 as a Unix time', '1767614460', 1_767_614_460_000],
		['an absent header as unknown', undefined, undefined],
		['an empty header as unknown', ' ', undefined],
		['hundredths of a second', '1.25', NOW_MS + 1_250],
		['a number between blanks', ' 60 ', NOW_MS + 60_000],
		['a number with a unit as unknown', '60s', undefined],
		['a number with words behind the point as unknown', '1.x', undefined],
		['a negative number as unknown', '-1', undefined],
		['a number above 1e11 as a Unix time in milliseconds', '1767614460123', 1_767_614_460_123],
		['a date as unknown', 'Mon, 05 Jan 2026 12:00:42 GMT', undefined],
	])('reads %s', (_label, header, expected) => {
		expect(readResetAtMs(header, NOW_MS)).toBe(expected);
	});
});

describe('the request allowance', () => {
	test.each([
		['draft 6', { 'ratelimit-remaining': '5', 'ratelimit-reset': '30' }, 5, 30],
		['draft 7', { ratelimit: 'limit=10, remaining=5, reset=30' }, 5, 30],
		['draft 8', { ratelimit: '"default";r=5;t=30' }, 5, 30],
		[
			'draft 8 with a partition key and words that hold signs',
			{ ratelimit: '"a, b; r=9";r=5;pk=:cHM=:;t=30' },
			5,
			30,
		],
		['the tightest of several policies', { ratelimit: '"day";r=90;t=900, "hour";r=5;t=30' }, 5, 30],
		['the longest of several that are used up', { ratelimit: '"a";r=0;t=1, "b";r=0;t=60' }, 0, 60],
		['X-RateLimit', { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': '30' }, 5, 30],
		[
			'X-RateLimit with a Unix time',
			{ 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(NOW_MS / 1_000 + 30) },
			5,
			30,
		],
		['X-Rate-Limit', { 'x-rate-limit-remaining': '5', 'x-rate-limit-reset': '30' }, 5, 30],
		[
			'the newer of two kinds',
			{
				'ratelimit-remaining': '5',
				'ratelimit-reset': '30',
				'x-ratelimit-remaining': '7',
				'x-ratelimit-reset': '60',
			},
			5,
			30,
		],
	])('is read from %s', (_kind, headers, remaining, seconds) => {
		expect(readAllowance(headers, NOW_MS)).toEqual({ remaining, resetAtMs: inSeconds(seconds) });
	});

	test.each([
		['nothing', {}],
		['words', { ratelimit: 'plenty' }],
		['a policy alone', { 'ratelimit-policy': '300;w=900' }],
		['an empty header', { ratelimit: '' }],
		['values that are no numbers', { ratelimit: '"a";r=many;t=soon' }],
	])('is unknown of %s', (_kind, headers) => {
		expect(readAllowance(headers, NOW_MS)).toEqual({ remaining: undefined, resetAtMs: undefined });
	});

	test('is read in proportion to a hostile header', async () => {
		const growth = await growthOf((size) => {
			const hostile = `${'";'.repeat(size)}${'r=,'.repeat(size)}`;
			return () => readAllowance({ ratelimit: hostile }, NOW_MS);
		}, 10_000);
		expect(growth).toBeLessThan(LINEAR);
	});
});
