import { connectionFailure } from '../../../support/scriptedService';
import { explainAnswer } from '../../../../nodes/shared/transport/explainAnswer';
import { explainConnection } from '../../../../nodes/shared/transport/connectionError';
import { decideRetry } from '../../../../nodes/shared/transport/retryPolicy';
import type { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import type { ServiceRequest } from '../../../../nodes/shared/transport/serviceRequest';

type Method = ServiceRequest['method'];

function request(method: Method): ServiceRequest {
	return { method, path: '/scrape' };
}

function answered(
	status: number,
	headers: Record<string, string> = {},
	body: unknown = '',
): ServiceError {
	return explainAnswer({ status, headers, body }, [], 0);
}

function failed(code: string): ServiceError {
	return explainConnection(connectionFailure(code), 'service.test');
}

const ERROR_BODY = { status: 'error', message: 'Busy' };
const GATEWAY_BODY = { message: 'Service Unavailable' };
const GATEWAY_PAGE = '<html><h1>503</h1></html>';
const FULL = { status: 'error', code: 'TOO_MANY_PENDING_JOBS', message: 'Full' };

const outcomes: Array<[string, ServiceError, string, string]> = [
	// what came of the try, the outcome, reading and cancelling, starting work
	['429', answered(429), 'gate', 'gate'],
	['429 of the service', answered(429, {}, ERROR_BODY), 'gate', 'gate'],
	['429 because all places are taken', answered(429, {}, FULL), 'return', 'return'],
	['503 of the service', answered(503, {}, ERROR_BODY), 'gate', 'gate'],
	['503 page of a gateway', answered(503, {}, GATEWAY_PAGE), 'backoff', 'return'],
	['503 body of a gateway', answered(503, {}, GATEWAY_BODY), 'backoff', 'return'],
	['503 of a gateway with a time', answered(503, { 'retry-after': '5' }), 'gate', 'return'],
	['500 of the service', answered(500, {}, ERROR_BODY), 'backoff', 'return'],
	['502', answered(502), 'backoff', 'return'],
	['504', answered(504), 'backoff', 'return'],
	['520', answered(520, {}, { message: 'Unknown' }), 'backoff', 'return'],
	['408', answered(408), 'backoff', 'return'],
	['499', answered(499), 'backoff', 'return'],
	['a lost connection', failed('ECONNRESET'), 'backoff', 'return'],
	['a time-out', failed('ETIMEDOUT'), 'backoff', 'return'],
	['a refused connection', failed('ECONNREFUSED'), 'backoff', 'backoff'],
	['an unknown host', failed('ENOTFOUND'), 'backoff', 'backoff'],
	['a certificate that is not trusted', failed('CERT_HAS_EXPIRED'), 'return', 'return'],
	['a request that was stopped', failed('ERR_CANCELED'), 'return', 'return'],
	['302', answered(302), 'return', 'return'],
	['400', answered(400), 'return', 'return'],
	['401', answered(401), 'return', 'return'],
	['402', answered(402), 'return', 'return'],
	['403', answered(403), 'return', 'return'],
	['404', answered(404), 'return', 'return'],
	['409', answered(409), 'return', 'return'],
	['422', answered(422), 'return', 'return'],
];

describe.each<Method>(['GET', 'DELETE'])('after %s', (method) => {
	test.each(outcomes)('%s', (_label, { facts }, reading) => {
		expect(decideRetry(request(method), facts, 1)).toBe(reading);
	});

	test('a lost connection is the end of it when no retry is left', () => {
		expect(decideRetry(request(method), failed('ECONNRESET').facts, 0)).toBe('return');
	});

	test('a pause that the service asks for is kept when no retry is left', () => {
		expect(decideRetry(request(method), answered(429).facts, 0)).toBe('gate');
	});
});

describe.each<Method>(['POST', 'PUT'])('after %s, which may start paid work', (method) => {
	test.each(outcomes)('%s', (_label, { facts }, _reading, starting) => {
		expect(decideRetry(request(method), facts, 1)).toBe(starting);
	});
});
