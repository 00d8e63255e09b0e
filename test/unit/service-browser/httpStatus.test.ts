import { describeRefusal, readRetryAfter } from '../../../service/src/net/httpStatus.ts';
import { readRefresh } from '../../../service/src/browser/page/leadingAway.ts';

it.each([
	[{ httpStatus: 404, title: 'Not here' }, "HTTP status 404 (Not Found), page title 'Not here'"],
	[{ httpStatus: 503, title: ' \n' }, 'HTTP status 503 (Service Unavailable)'],
	[{ httpStatus: 520, title: 'Oops' }, "HTTP status 520, page title 'Oops'"],
	[
		{ httpStatus: 429, title: '', retryAfterMs: 1500 },
		'HTTP status 429 (Too Many Requests), to be tried again in 2 s',
	],
])('an answer %j is described', (answer, words) => {
	expect(describeRefusal(answer)).toBe(words);
});

it('a long title is cut', () => {
	expect(describeRefusal({ httpStatus: 500, title: 'x'.repeat(5000) }).length).toBeLessThan(200);
});

it.each([
	['120', 120_000],
	[' 0 ', 0],
	['Wed, 25 Nov 2026 12:00:10 GMT', 10_000],
	['Wed, 25 Nov 2026 11:00:00 GMT', 0],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
])('Retry-After %j', (value, waitMs) => {
	const nowMs = Date.parse('2026-11-25T12:00:00Z');
	expect(readRetryAfter(value, nowMs)).toBe(waitMs);
});

it.each([
	['5; url=/next', 5_000],
	['5;URL="/next"', 5_000],
	["0.5, '/next'", 0],
	['5', undefined],
	['5; url=/here', undefined],
	['5; url=/here#part', undefined],
	['300; url=/next', undefined],
	['', undefined],
	['url=/next', undefined],
])('a refresh %j leads elsewhere', (content, leadMs) => {
	const url = 'https://example.com/here';
	expect(readRefresh(content, url, url)).toBe(leadMs);
});
