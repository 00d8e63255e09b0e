import { explainConnection } from '../../../../nodes/shared/transport/connectionError';
import { connectionFailure } from '../../../support/scriptedService';

const HOST = 'service.test:8330';
const READ = { method: 'GET' } as const;
const SUBMIT = { method: 'POST' } as const;

describe('a call without an answer', () => {
	test.each([
		['ECONNREFUSED', `Nothing answers at ${HOST}`, 'Base URL', 'beforeSending'],
		['ENOTFOUND', `There is no host named ${HOST}`, 'Base URL', 'beforeSending'],
		['EAI_AGAIN', `The host ${HOST} could not be looked up`, 'network and DNS', 'beforeSending'],
		['EHOSTUNREACH', `The host ${HOST} cannot be reached`, 'Base URL', 'beforeSending'],
		['ENETUNREACH', `The network of ${HOST} cannot be reached`, 'Base URL', 'beforeSending'],
		[
			'CERT_HAS_EXPIRED',
			`The certificate of ${HOST} is not trusted`,
			'certificate',
			'beforeSending',
		],
		[
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			`The certificate of ${HOST} is not trusted`,
			'NODE_EXTRA_CA_CERTS',
			'beforeSending',
		],
		[
			'ERR_TLS_CERT_ALTNAME_INVALID',
			`The certificate of ${HOST} is not trusted`,
			'certificate',
			'beforeSending',
		],
		[
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
			`The certificate of ${HOST} is not trusted`,
			'certificate',
			'beforeSending',
		],
		['EPROTO', `${HOST} does not support https`, 'http:// or https://', 'beforeSending'],
		['ECONNABORTED', `${HOST} did not answer in time`, 'network', undefined],
		['ETIMEDOUT', `${HOST} did not answer in time`, 'network', undefined],
		['ERR_CANCELED', `The request to ${HOST} was stopped`, 'stopped', undefined],
		['ECONNRESET', `The connection to ${HOST} broke`, 'network', undefined],
		['EPIPE', `The connection to ${HOST} broke`, 'network', undefined],
		['constructor', `The connection to ${HOST} broke`, 'network', undefined],
	])('with code %s says what happened and what to check', (code, message, step, endedAt) => {
		const error = explainConnection(connectionFailure(code), HOST, READ);
		expect(error.message).toBe(message);
		expect(error.description).toContain(step);
		expect(error.facts.code).toBe(code);
		expect(error.facts.endedAt).toBe(endedAt);
	});

	test.each(['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
		'with code %s is about the certificate',
		(code) => {
			const error = explainConnection(connectionFailure(code), HOST, READ);
			expect(error.message).toBe(`The certificate of ${HOST} is not trusted`);
		},
	);

	test.each([
		// code, what is known of a reading call, and of a submit
		['CERT_HAS_EXPIRED', 'rejected', 'rejected'],
		['EPROTO', 'rejected', 'rejected'],
		['ERR_CANCELED', 'unknown', 'unknown'],
		['ECONNREFUSED', 'retry', 'retry'],
		['ENOTFOUND', 'retry', 'retry'],
		['ECONNRESET', 'retry', 'unknown'],
		['ECONNABORTED', 'retry', 'unknown'],
	])('with code %s is %s when it reads, and %s when it starts work', (code, reading, starting) => {
		const outcomeOf = (request: typeof READ | typeof SUBMIT) =>
			explainConnection(connectionFailure(code), HOST, request).facts;
		expect(outcomeOf(READ)).toMatchObject({ outcome: reading, cause: 'temporarily-unavailable' });
		expect(outcomeOf(SUBMIT).outcome).toBe(starting);
	});

	test.each([
		// code, what Node.js was doing, what is known of a submit
		['EHOSTUNREACH', 'connect', 'retry'],
		['EHOSTUNREACH', 'read', 'unknown'],
		['EHOSTUNREACH', 'write', 'unknown'],
		['ENETUNREACH', 'read', 'unknown'],
		['ETIMEDOUT', 'connect', 'retry'],
		['ETIMEDOUT', 'read', 'unknown'],
		['ECONNRESET', 'read', 'unknown'],
		['ENOTFOUND', 'getaddrinfo', 'retry'],
		['EPROTO', 'write', 'rejected'],
	])('with code %s during %s is %s when it starts work', (code, syscall, outcome) => {
		const cause = Object.assign(connectionFailure(code), { syscall });
		const wrapped = Object.assign(new Error('n8n'), { code, cause });
		expect(explainConnection(cause, HOST, SUBMIT).facts.outcome).toBe(outcome);
		expect(explainConnection(wrapped, HOST, SUBMIT).facts.outcome).toBe(outcome);
	});

	test('without a code names none', () => {
		expect(explainConnection(new Error('socket hang up'), HOST, READ).facts).not.toHaveProperty(
			'code',
		);
	});

	test.each([
		['ECONNREFUSED', '127.0.0.1:8330', 'http://host.docker.internal:8330/api'],
		['ECONNREFUSED', 'localhost', 'http://host.docker.internal/api'],
		['ECONNREFUSED', '[::1]:80', 'http://host.docker.internal:80/api'],
		['ECONNREFUSED', 'host.docker.internal:8330', 'HOST=0.0.0.0'],
		['ENOTFOUND', 'host.docker.internal:8330', '--add-host=host.docker.internal:host-gateway'],
	])('with %s at %s tells somebody whose n8n is in a container what to do', (code, host, step) => {
		const { description } = explainConnection(connectionFailure(code), host, READ);
		expect(description).toContain(step);
		expect(description).toContain("'Base URL'");
	});

	test.each([
		'service.test:8330',
		'127.example:80',
		'my-localhost',
		'localhost.test',
		'127.0.0.1.test',
	])('of a host elsewhere, %s, says nothing of containers', (host) => {
		const { description } = explainConnection(connectionFailure('ECONNREFUSED'), host, READ);
		expect(description).not.toContain('docker');
	});

	test('is recognised inside the errors that n8n wraps it in', () => {
		const wrapped = new Error('outer', {
			cause: new Error('inner', { cause: connectionFailure('ENOTFOUND') }),
		});
		expect(explainConnection(wrapped, HOST, READ).facts.code).toBe('ENOTFOUND');
	});

	test('is looked for five errors deep, and in no text', () => {
		const wrap = (depth: number): Error =>
			depth === 0 ? connectionFailure('ENOTFOUND') : new Error('outer', { cause: wrap(depth - 1) });
		expect(explainConnection(wrap(5), HOST, READ).facts.code).toBe('ENOTFOUND');
		expect(explainConnection(wrap(6), HOST, READ).facts.code).toBeUndefined();
		expect(explainConnection({ cause: 'ENOTFOUND' }, HOST, READ).facts.code).toBeUndefined();
		const plain = { cause: { code: 'ENOTFOUND' } };
		expect(explainConnection(plain, HOST, READ).facts.code).toBe('ENOTFOUND');
	});

	test('of a host that is not known is not taken for a container', () => {
		const { description } = explainConnection(connectionFailure('ENOTFOUND'), HOST, READ);
		expect(description).not.toContain('docker');
	});

	test.each([
		['without a code', new Error('socket hang up')],
		['that is a text', 'broken'],
	])('%s counts as broken after sending', (_label, reason) => {
		const error = explainConnection(reason, HOST, SUBMIT);
		expect(error.message).toBe(`The connection to ${HOST} broke`);
		expect(error.facts.outcome).toBe('unknown');
	});

	test('whose causes form a circle is still explained', () => {
		const error = new Error('round and round');
		error.cause = error;
		expect(explainConnection(error, HOST, READ).message).toBe(`The connection to ${HOST} broke`);
	});
});
