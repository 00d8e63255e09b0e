import { errors } from 'playwright-core';
import { explainLoadFailure, isTemporaryFailure } from '../../../service/src/browser/errors';
import type { OpenPage } from '../../../service/src/browser/page/openPage';

const error = new Error('page.goto: whatever it says');

it.each([
	'net::ERR_CONNECTION_RESET at http://127.0.0.1/',
	'net::ERR_EMPTY_RESPONSE at http://127.0.0.1/',
	'Navigation to "http://127.0.0.1/a" is interrupted by another navigation to "http://127.0.0.1/b"',
])('another try may go better: %s', (reason) => {
	expect(isTemporaryFailure(error, reason)).toBe(true);
});

it('another try may go better after a time limit, whatever its words', () => {
	expect(isTemporaryFailure(new errors.TimeoutError('too slow'), 'too slow')).toBe(true);
});

it.each([
	'net::ERR_NAME_NOT_RESOLVED at http://timeout.example/ERR_CONNECTION_RESET',
	'net::ERR_CONNECTION_REFUSED at http://127.0.0.1/timeout',
	'the address answers with net::ERR_TIMED_OUT, which is neither a page nor a document',
	'it leads to http://127.0.0.1/ERR_TIMED_OUT: the host is private',
])('another try would end the same, whatever the address says: %s', (reason) => {
	expect(isTemporaryFailure(error, reason)).toBe(false);
});

const explain = (message: string, traffic: object): Promise<string> =>
	explainLoadFailure({ traffic } as OpenPage, 'http://127.0.0.1/', new Error(message));

it.each([
	['text/html; charset=utf-8', 200, 'the page ended while it was being opened'],
	[
		'application/zip',
		200,
		'the address answers with application/zip, which is neither a page nor a document that can be read',
	],
	['text/html', 204, 'the address answers with nothing (HTTP 204)'],
	['', 0, 'net::ERR_ABORTED at http://127.0.0.1/'],
])(
	'an aborted load of type "%s" with status %s is explained',
	async (contentType, httpStatus, reason) => {
		const aborted = 'page.goto: net::ERR_ABORTED at http://127.0.0.1/';
		expect(await explain(aborted, { contentType, httpStatus })).toBe(reason);
	},
);

it('another try may go better if a page ended while it was being opened', () => {
	expect(isTemporaryFailure(error, 'the page ended while it was being opened')).toBe(true);
});

it.each([
	'Protocol error (Runtime.evaluate): Inspected target navigated or closed',
	'page.evaluate: Execution context was destroyed, most likely because of a navigation',
])('a page that leaves while it is read fails with that reason: %s', async (message) => {
	expect(await explain(message, {})).toBe(
		'the page went to other addresses again and again while it was read',
	);
});
