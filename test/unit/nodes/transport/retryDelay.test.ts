import {
	backoffMs,
	readRetryAfterMs,
	readServerDelayMs,
} from '../../../../nodes/shared/transport/allowance';
import { fc } from '../../../support/properties';

const NOW_MS = Date.UTC(2026, 0, 5, 12, 0, 0);

describe('Retry-After', () => {
	test.each([
		['seconds', '7', 7_000],
		['fractions of a second', '1.5', 1_500],
		['seconds between blanks', ' 30 ', 30_000],
		['no time at all', '0', 0],
		['a negative number as no time', '-5', 0],
		['an HTTP date in the future', 'Mon, 05 Jan 2026 12:00:42 GMT', 42_000],
		['an HTTP date in the past as no time', 'Mon, 05 Jan 2026 11:59:00 GMT', 0],
		['an absent header as unknown', undefined, undefined],
		['an empty header as unknown', '', undefined],
		['hundredths of a second', '1.25', 1_250],
		['a number with a unit as unknown', '7seconds', undefined],
		['words before a number as unknown', 'in7', undefined],
		['words as unknown', 'soon', undefined],
		['an infinite number as unknown', 'Infinity', undefined],
	])('reads %s', (_label, header, expected) => {
		expect(readRetryAfterMs(header, NOW_MS)).toBe(expected);
	});
});

describe('the pause that an answer asks for', () => {
	test.each([
		['Retry-After before the body', 3_000, { 'retry-after': '3' }, { retry_after: 9 }],
		['retry_after of the body', 9_000, {}, { retry_after: 9 }],
		['retry_after as text', 4_000, {}, { retry_after: '4' }],
		['the body when Retry-After is malformed', 2_000, { 'retry-after': 'x' }, { retry_after: 2 }],
		['RateLimit-Reset', 50_000, { 'ratelimit-reset': '50' }, {}],
		[
			'RateLimit-Reset with nothing left',
			50_000,
			{ 'ratelimit-reset': '50', 'ratelimit-remaining': '0' },
			{},
		],
		[
			'nothing of RateLimit-Reset while requests are left',
			undefined,
			{ 'ratelimit-reset': '50', 'ratelimit-remaining': '7' },
			{},
		],
		['one header of all values', 50_000, { ratelimit: 'limit=9, remaining=0, reset=50' }, {}],
		['X-RateLimit-Reset', 50_000, { 'x-ratelimit-reset': '50' }, {}],
		['nothing when nothing is said', undefined, {}, '<html>'],
		['nothing of a retry_after that is no number', undefined, {}, { retry_after: true }],
	])('with status 429 is read from %s', (_label, expected, headers, body) => {
		expect(readServerDelayMs({ status: 429, headers, body }, NOW_MS)).toBe(expected);
	});

	test.each([
		['Retry-After', 3_000, { 'retry-after': '3' }, {}],
		['retry_after', 9_000, {}, { retry_after: 9 }],
		['nothing of RateLimit-Reset', undefined, { 'ratelimit-reset': '50' }, {}],
	])('with status 503 is read from %s', (_label, expected, headers, body) => {
		expect(readServerDelayMs({ status: 503, headers, body }, NOW_MS)).toBe(expected);
	});
});

describe('the pause when the service names none', () => {
	test.each([
		[0, 500, 1_000],
		[1, 1_000, 2_000],
		[3, 4_000, 8_000],
		[6, 30_000, 60_000],
		[50, 30_000, 60_000],
	])('lies for retry %i between %i and %i ms', (attempt, least, most) => {
		expect(backoffMs(attempt, 0)).toBe(least);
		expect(backoffMs(attempt, 1)).toBe(most);
	});
});

describe('whatever an answer says', () => {
	const moment = fc.date({
		min: new Date(NOW_MS - 86_400_000),
		max: new Date(NOW_MS + 365 * 86_400_000),
		noInvalidDate: true,
	});

	test('a number of seconds is that many, and an HTTP date the time until then', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 10_000_000 }), moment, (seconds, date) => {
				const untilMs = Math.floor(date.getTime() / 1_000) * 1_000 - NOW_MS;
				expect(readRetryAfterMs(String(seconds), NOW_MS)).toBe(seconds * 1_000);
				expect(readRetryAfterMs(date.toUTCString(), NOW_MS)).toBe(Math.max(0, untilMs));
			}),
		);
	});
});
