import { decideRetry, type Attempt } from '../../../../nodes/shared/transport/retryPolicy';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';

type Method = ServiceRequest['method'];

function request(method: Method): ServiceRequest {
	return { method, path: '/scrape' };
}

function answered(
	status: number,
	headers: Record<string, string> = {},
	body: unknown = '',
): Attempt {
	return { answer: { status, headers, body } };
}

const ERROR_BODY = { status: 'error', message: 'Busy' };
const GATEWAY_BODY = { message: 'Service Unavailable' };
const GATEWAY_PAGE = '<html><h1>503</h1></html>';

const outcomes: Array<[string, Attempt, string, string]> = [
	// what came of the try, the outcome, reading and cancelling, starting work
	['429', answered(429), 'gate', 'gate'],
	['429 of the service', answered(429, {}, ERROR_BODY), 'gate', 'gate'],
	['503 of the service', answered(503, {}, ERROR_BODY), 'gate', 'gate'],
	['503 page of a gateway', answered(503, {}, GATEWAY_PAGE), 'gate', 'return'],
	['503 body of a gateway', answered(503, {}, GATEWAY_BODY), 'gate', 'return'],
	['502', answered(502), 'backoff', 'return'],
	['504', answered(504), 'backoff', 'return'],
	['a lost connection', { certainty: 'unknown' }, 'backoff', 'return'],
	['a refused connection', { certainty: 'notSent' }, 'backoff', 'return'],
	['200', answered(200), 'return', 'return'],
	['302', answered(302), 'return', 'return'],
	['400', answered(400), 'return', 'return'],
	['401', answered(401), 'return', 'return'],
	['402', answered(402), 'return', 'return'],
	['403', answered(403), 'return', 'return'],
	['404', answered(404), 'return', 'return'],
	['409', answered(409), 'return', 'return'],
	['422', answered(422), 'return', 'return'],
	['500', answered(500), 'return', 'return'],
];

describe.each<Method>(['GET', 'DELETE'])('after %s', (method) => {
	test.each(outcomes)('%s', (_label, attempt, reading) => {
		expect(decideRetry(request(method), attempt, 1)).toBe(reading);
	});

	test('a lost connection is the end of it when no retry is left', () => {
		expect(decideRetry(request(method), { certainty: 'unknown' }, 0)).toBe('return');
	});
});

describe.each<Method>(['POST', 'PUT'])('after %s, which may start paid work', (method) => {
	test.each(outcomes)('%s', (_label, attempt, _reading, starting) => {
		expect(decideRetry(request(method), attempt, 1)).toBe(starting);
	});
});
