import { errors } from 'playwright-core';
import { isTemporaryFailure } from '../../../service/src/browser/errors';

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
