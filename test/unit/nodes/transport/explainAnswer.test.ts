import { explainAnswer } from '../../../../nodes/shared/transport/explainAnswer';
import { redact } from '../../../../nodes/shared/transport/redact';
import type { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import { anyText, fc } from '../../../support/properties';

const KEY = 'sk-4711-secret';

function explain(
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): ServiceError {
	const toWords = (text: string) => redact(text, [KEY]);
	const request = { method: 'POST', path: '/scrape' } as const;
	return explainAnswer(request, { status, headers, body }, 'unknown', { toWords, nowMs: 0 });
}

describe('an answer of the service', () => {
	test.each([
		// status, code, the next step names, n8n's cause
		[400, undefined, 'as the message says', undefined],
		[401, undefined, "check 'API Key'", 'credential-invalid'],
		[402, 'PAYMENT_OVERDUE', 'invoice', 'quota-exhausted'],
		[402, undefined, 'credits may be used up', 'quota-exhausted'],
		[403, undefined, "'Web Data Usage'", undefined],
		[404, undefined, "end in '/api'", undefined],
		[404, 'JOB_NOT_FOUND', 'job ID', undefined],
		[409, undefined, 'upload the file first', undefined],
		[409, 'ALREADY_TERMINAL', "'Get Result'", undefined],
		[413, undefined, '50 MB', undefined],
		[422, undefined, 'schema', undefined],
		[429, undefined, 'less often', 'rate-limited'],
		[429, 'TOO_MANY_PENDING_JOBS', 'other workflows to finish', 'rate-limited'],
		[500, undefined, 'support', 'temporarily-unavailable'],
		[502, undefined, 'in a minute', 'temporarily-unavailable'],
		[503, undefined, 'in a minute', 'temporarily-unavailable'],
		[503, 'SERVICE_BUSY', 'later', 'temporarily-unavailable'],
		[504, undefined, 'in a minute', 'temporarily-unavailable'],
		[418, undefined, 'the input of this item', undefined],
		[505, undefined, 'in a minute', undefined],
		[599, undefined, 'in a minute', undefined],
	])(
		'with status %i and code %s keeps its words and says what to do',
		(status, code, step, cause) => {
			const error = explain(status, { status: 'error', message: 'Said by the service', code });
			expect(error.message).toBe('Said by the service');
			expect(error.description).toContain(step);
			expect(error.facts.status).toBe(status);
			expect(error.facts.code).toBe(code);
			expect(error.facts.cause).toBe(cause);
		},
	);

	test.each([
		[400, 'The service did not accept the request'],
		[401, 'The API key is missing, invalid or expired'],
		[403, 'The service does not allow this request'],
		[404, 'The service could not find it'],
		[429, "The service's rate limit has been reached"],
		[500, 'The service could not handle the request'],
		[402, 'The service asks for payment'],
		[409, 'The request does not fit the current state of the job or file'],
		[413, 'The file is too large'],
		[422, 'The schema was not accepted'],
		[503, 'The service is not available'],
		[504, 'A gateway in front of the service waited too long for an answer'],
		[299, 'The service answered with HTTP status 299'],
		[300, 'The Base URL leads to another address'],
		[399, 'The Base URL leads to another address'],
		[418, 'The service answered with HTTP status 418'],
	])('with status %i and no words of its own has a message', (status, message) => {
		expect(explain(status, { status: 'error' }).message).toBe(message);
	});

	test.each([
		['ALREADY_TERMINAL', 'The job has already ended'],
		['JOB_NOT_FOUND', 'The job does not exist'],
		['PAYMENT_OVERDUE', 'A payment is overdue'],
		['SERVICE_BUSY', 'The service is busy'],
		['TOO_MANY_PENDING_JOBS', 'Too many jobs are waiting at the service'],
	])('with code %s and no words of its own has a message', (code, message) => {
		expect(explain(400, { code }).message).toBe(message);
	});

	test.each(['constructor', 'toString', '__proto__'])('may have the odd code %s', (code) => {
		expect(explain(404, { status: 'error', code }).message).toBe('The service could not find it');
	});

	test.each([301, 302, 307, 308])(
		'that leads elsewhere with status %i names the Base URL',
		(status) => {
			const error = explain(status, '', { location: 'https://elsewhere.test/api/scrape' });
			expect(error.message).toBe(
				'The Base URL leads to another address: https://elsewhere.test/api/scrape',
			);
			expect(error.description).toContain("Enter https://elsewhere.test/api as 'Base URL'");
		},
	);

	test.each([
		[undefined, 'The Base URL leads to another address', 'Enter the final address'],
		['/login?next=%2Fapi', 'The Base URL leads to another address: /login', 'no sign-in page'],
		[
			`https://sso.test/start?token=${KEY}`,
			'The Base URL leads to another address: https://sso.test/start',
			'no sign-in page',
		],
		[
			'https://app.test/scrape',
			'The Base URL leads to another address: https://app.test/scrape',
			'no sign-in page',
		],
	])('that leads to %s names the target, without its query', (location, message, step) => {
		const error = explain(302, '', location === undefined ? {} : { location });
		expect(error.message).toBe(message);
		expect(error.description).toContain(step);
	});

	test.each([
		[405, 'Allow GET, POST and DELETE'],
		[407, 'HTTP_PROXY'],
		[413, 'client_max_body_size'],
		[414, 'address of this length'],
		[431, 'headers of this length'],
	])('with a bare %i of a proxy says what to change', (status, step) => {
		const error = explain(status, '<html>');
		expect(error.message).toContain(`HTTP status ${status}`);
		expect(error.description).toContain(step);
	});
});

describe('the words of the service', () => {
	test.each([
		['message', { message: 'No', errors: [], error: 'other' }, 'No'],
		['the list of errors', { errors: ['a is wrong', 'b is wrong'] }, 'a is wrong; b is wrong'],
		[
			'the message with the list of errors behind it',
			{ message: 'Invalid schema', errors: ['a is wrong', 'b is wrong'] },
			'Invalid schema: a is wrong; b is wrong',
		],
		['the message that already holds the list', { message: 'No: a', errors: ['a'] }, 'No: a'],
		['error', { error: 'Not allowed' }, 'Not allowed'],
		['error when the list holds no text', { errors: [{}, 1], error: 'Not allowed' }, 'Not allowed'],
	])('are %s', (_label, body, words) => {
		expect(explain(422, { status: 'error', ...body }).message).toBe(words);
	});

	test.each([
		['an HTML page of a gateway', '<html><body><h1>502 Bad Gateway</h1></body></html>'],
		['an empty body', ''],
		['a list', ['x']],
		['an empty message', { message: '  ' }],
		['a message that is no text', { message: { code: 1 } }],
	])('are never %s', (_label, body) => {
		expect(explain(502, body).message).toBe(
			'A gateway in front of the service did not get an answer',
		);
	});

	test('are shown without the API key', () => {
		expect(
			explain(401, { status: 'error', message: `Bad key ${KEY} (Bearer ${KEY})` }).message,
		).toBe('Bad key *** (Bearer ***)');
	});

	test('are shown without control characters', () => {
		const message = '\u001b[31mline one\r\nline two\u0000\u009b';
		expect(explain(500, { status: 'error', message }).message).toBe('[31mline one line two');
	});

	test('are cut when they would flood the editor', () => {
		expect(explain(500, { message: 'x'.repeat(100_000) }).message.length).toBeLessThan(1_100);
	});
});

test.each([
	[404, { message: 'no Route matched' }, 'HTTP status 404: no Route matched'],
	[401, { error: 'unauthorized' }, 'HTTP status 401: unauthorized'],
	[502, { message: 'bad peer' }, 'did not get an answer: bad peer'],
	[429, { message: 'API rate limit' }, "service's rate limit has been reached: API rate limit"],
])('the words of a gateway with status %i are not those of the service', (status, body, words) => {
	const { message } = explain(status, body);
	expect(message).toContain(words);
	expect(message).toMatch(
		/^(Something in front of the service|A gateway|The service's rate limit)/,
	);
});

test('a code of the contract is as good as its status', () => {
	expect(explain(429, { code: 'TOO_MANY_PENDING_JOBS', message: 'Wait' }).message).toBe('Wait');
});

test.each([400, 401, 402, 403, 404, 410])(
	'a bare %i of a proxy says nothing of keys or jobs',
	(status) => {
		const error = explain(status, '404 page not found');
		expect(error.message).toBe(
			`Something in front of the service answered with HTTP status ${status}`,
		);
		expect(error.description).toContain("'Base URL'");
		expect(error.facts).toMatchObject({ endedAt: 'gateway', cause: 'temporarily-unavailable' });
	},
);

test('any answer is explained with a message and a next step, and nothing of it shows the API key', () => {
	const words = fc.oneof(
		anyText(40),
		fc.constantFrom(KEY, `Bearer ${KEY}`, `x-api-key: ${KEY}\n`, `${KEY}${KEY}`),
		fc.tuple(fc.string(), fc.string()).map((around) => around.join(KEY)),
	);
	const said = fc.oneof(words, fc.array(words), fc.jsonValue(), fc.constant(undefined));
	const body = fc.oneof(
		words,
		fc.jsonValue(),
		fc.record({ message: said, error: said, errors: said, code: said, retry_after: said }),
	);
	const headers = fc.dictionary(
		fc.constantFrom('retry-after', 'ratelimit-reset', 'ratelimit-remaining', 'location'),
		words,
	);
	fc.assert(
		fc.property(fc.integer({ min: 200, max: 599 }), body, headers, (status, answer, sent) => {
			const error = explain(status, answer, sent);
			expect(error.message).toMatch(/\S/);
			expect(error.description).toMatch(/^[A-Z].*\.$/);
			expect(JSON.stringify([error.message, error.description, error.facts])).not.toContain(KEY);
		}),
		{ numRuns: 2_000 },
	);
});
