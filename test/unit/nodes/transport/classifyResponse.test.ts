import { classifyResponse } from '../../../../nodes/shared/transport/classifyResponse';
import type { ServiceAnswer } from '../../../../nodes/shared/transport/serviceRequest';

function answered(
	status: number,
	headers: Record<string, string> = {},
	body: unknown = '',
): ServiceAnswer {
	return { status, headers, body };
}

const OWN = { status: 'error', message: 'No' };
const PAGE = '<html><h1>Sign in</h1></html>';
const FULL = { status: 'error', code: 'TOO_MANY_PENDING_JOBS', message: 'Full' };

const outcomes: Array<[string, ServiceAnswer, string, string]> = [
	// the answer, what it proves of a call that reads or cancels, and of one that starts work
	['JSON', answered(200, {}, { status: 'active' }), 'accepted', 'accepted'],
	['a list', answered(200, {}, []), 'accepted', 'accepted'],
	['the page of a captive portal', answered(200, {}, PAGE), 'retry', 'unknown'],
	['the text of a captive portal', answered(200, {}, 'Welcome'), 'retry', 'unknown'],
	['JSON that broke off', answered(200, {}, '{"status": "comp'), 'retry', 'unknown'],
	['429', answered(429), 'rateLimited', 'rateLimited'],
	['429 of the service', answered(429, {}, OWN), 'rateLimited', 'rateLimited'],
	['429 because all slots are taken', answered(429, {}, FULL), 'slotsFull', 'slotsFull'],
	['503 of the service', answered(503, {}, OWN), 'rateLimited', 'rateLimited'],
	['503 page of a gateway', answered(503, {}, PAGE), 'retry', 'unknown'],
	['503 body of a gateway', answered(503, {}, { message: 'Unavailable' }), 'retry', 'unknown'],
	['503 of a gateway with a time', answered(503, { 'retry-after': '5' }), 'rateLimited', 'unknown'],
	['500 of the service', answered(500, {}, OWN), 'retry', 'unknown'],
	['500 of nobody', answered(500, {}, PAGE), 'retry', 'unknown'],
	['502', answered(502, {}, OWN), 'retry', 'unknown'],
	['504', answered(504), 'retry', 'unknown'],
	['520', answered(520, {}, { message: 'Unknown' }), 'retry', 'unknown'],
	['408', answered(408, {}, OWN), 'retry', 'unknown'],
	['499', answered(499), 'retry', 'unknown'],
	['404 of the service', answered(404, {}, OWN), 'missing', 'missing'],
	...[400, 401, 402, 403, 409, 413, 422].map((status): (typeof outcomes)[number] => [
		`${status} of the service`,
		answered(status, {}, OWN),
		'rejected',
		'rejected',
	]),
	...[400, 401, 402, 403, 404, 410, 418, 451].map((status): (typeof outcomes)[number] => [
		`${status} of a proxy`,
		answered(status, {}, `${status} page not found`),
		'retry',
		'unknown',
	]),
	...[301, 302, 303, 307, 308, 405, 407, 411, 413, 414, 417, 421, 426, 431].map(
		(status): (typeof outcomes)[number] => [
			`${status} of a proxy, which comes before any work`,
			answered(status, {}, PAGE),
			'retry',
			'rejected',
		],
	),
	[
		'404 of a router that speaks JSON',
		answered(404, {}, { message: 'no Route' }),
		'retry',
		'unknown',
	],
];

test.each(outcomes)('%s', (_label, answer, reading, starting) => {
	expect(classifyResponse({ method: 'GET', path: '/' }, answer)).toBe(reading);
	expect(classifyResponse({ method: 'DELETE', path: '/' }, answer)).toBe(reading);
	expect(classifyResponse({ method: 'POST', path: '/' }, answer)).toBe(starting);
	expect(classifyResponse({ method: 'PUT', path: '/' }, answer)).toBe(starting);
});

test('nothing at all is an answer to a deletion only', () => {
	const nothing = answered(204);
	expect(classifyResponse({ method: 'DELETE', path: '/' }, nothing)).toBe('accepted');
	expect(classifyResponse({ method: 'GET', path: '/' }, nothing)).toBe('retry');
	expect(classifyResponse({ method: 'POST', path: '/' }, nothing)).toBe('unknown');
	// A success without a word may be that of a portal.
	expect(classifyResponse({ method: 'DELETE', path: '/' }, answered(200))).toBe('retry');
});

test('a web page in place of a file is no file', () => {
	const download = { method: 'GET', path: '/', answer: 'stream' } as const;
	const typed = (type: string) => answered(200, { 'content-type': type }, {});
	expect(classifyResponse(download, typed('application/zip'))).toBe('accepted');
	expect(classifyResponse(download, answered(200, {}, {}))).toBe('accepted');
	for (const type of [
		'text/html; charset=utf-8',
		'application/xhtml+xml',
		'text/plain',
		'application/json',
		'application/problem+json',
	]) {
		expect(classifyResponse(download, typed(type))).toBe('retry');
	}
});

test.each([
	['has what the contract promises', { status: 'anything' }, 'accepted'],
	['has it as null, as lists without rows', { status: null }, 'accepted'],
	['lacks it', { message: 'Welcome to our network' }, 'retry'],
	['is empty', {}, 'retry'],
	['is a list', [{ status: 'active' }], 'retry'],
	['is null', null, 'retry'],
])('JSON that %s', (_label, body, outcome) => {
	const request = { method: 'GET', path: '/', expects: ['status'] } as const;
	expect(classifyResponse(request, answered(200, {}, body))).toBe(outcome);
});
