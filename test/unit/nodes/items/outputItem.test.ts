import { failedPartItems } from '../../../../nodes/shared/items/outputItem';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';

test.each([
	['https://a.test: net::ERR_SSL_PROTOCOL_ERROR', 'Try http://'],
	['net::ERR_CERT_DATE_INVALID', 'http://'],
	['HTTP status 403', "'Use Proxy'"],
	['HTTP status 404', 'There is no such page'],
])('a page that could not be opened says what to do: %s', (reason, words) => {
	const error = new WebDataError(reason, 'The others are not affected.', { jobId: 'j-1' });
	const [item] = failedPartItems({ url: 'a.test' }, error, 'return');
	expect(item?.json).toMatchObject({ success: false, errorMessage: reason });
	expect(item?.json.nextStep).toContain(words);
	expect(item?.failure?.error.description).toBe(
		`${String(item?.json.nextStep)} The others are not affected.`,
	);
	expect(item?.failure?.error.details).toEqual({ jobId: 'j-1' });
});

test('a reason that says it all has no next step', () => {
	const error = new WebDataError('Password-protected', 'Not charged.');
	expect(failedPartItems({}, error, 'fail')).toEqual([
		{
			json: { success: false, errorMessage: 'Password-protected' },
			failure: { error, isReturned: false },
		},
	]);
});
