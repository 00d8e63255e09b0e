import { explainConnection } from '../../../../nodes/shared/transport/connectionError';
import { connectionFailure } from '../../../support/scriptedService';

const HOST = 'service.test:8330';

describe('a call without an answer', () => {
	test.each([
		['ECONNREFUSED', `Nothing answers at ${HOST}`, 'Base URL', 'notSent'],
		['ENOTFOUND', `The host ${HOST} is not known`, 'Base URL', 'notSent'],
		['EAI_AGAIN', `The host ${HOST} could not be looked up`, 'name server', 'notSent'],
		['EHOSTUNREACH', `The host ${HOST} cannot be reached`, 'Base URL', 'notSent'],
		['ENETUNREACH', `The network of ${HOST} cannot be reached`, 'Base URL', 'notSent'],
		['CERT_HAS_EXPIRED', `The certificate of ${HOST} is not trusted`, 'certificate', 'notSent'],
		[
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			`The certificate of ${HOST} is not trusted`,
			'NODE_EXTRA_CA_CERTS',
			'notSent',
		],
		[
			'ERR_TLS_CERT_ALTNAME_INVALID',
			`The certificate of ${HOST} is not trusted`,
			'certificate',
			'notSent',
		],
		[
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
			`The certificate of ${HOST} is not trusted`,
			'certificate',
			'notSent',
		],
		['EPROTO', `${HOST} does not speak https`, 'http:// or https://', 'notSent'],
		['ECONNABORTED', `${HOST} did not answer in time`, 'network', 'unknown'],
		['ETIMEDOUT', `${HOST} did not answer in time`, 'network', 'unknown'],
		['ERR_CANCELED', `The request to ${HOST} was stopped`, 'stopped', 'unknown'],
		['ECONNRESET', `The connection to ${HOST} broke`, 'network', 'unknown'],
		['EPIPE', `The connection to ${HOST} broke`, 'network', 'unknown'],
		['constructor', `The connection to ${HOST} broke`, 'network', 'unknown'],
	])('with code %s says what happened and what to check', (code, message, step, certainty) => {
		const error = explainConnection(connectionFailure(code), HOST);
		expect(error.message).toBe(message);
		expect(error.description).toContain(step);
		expect(error.facts).toMatchObject({ certainty, code });
	});

	test.each(['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
		'with code %s is about the certificate',
		(code) => {
			const error = explainConnection(connectionFailure(code), HOST);
			expect(error.message).toBe(`The certificate of ${HOST} is not trusted`);
		},
	);

	test.each([
		['CERT_HAS_EXPIRED', 'nothing'],
		['EPROTO', 'nothing'],
		['ERR_CANCELED', 'nothing'],
		['ECONNREFUSED', 'time'],
		['ECONNRESET', 'time'],
		['ECONNABORTED', 'time'],
	])('with code %s is mended by %s', (code, remedy) => {
		const { facts } = explainConnection(connectionFailure(code), HOST);
		expect(facts).toMatchObject({ remedy, cause: 'temporarily-unavailable' });
	});

	test('without a code names none', () => {
		expect(explainConnection(new Error('socket hang up'), HOST).facts).not.toHaveProperty('code');
	});

	test.each([
		['ECONNREFUSED', '127.0.0.1:8330', 'http://host.docker.internal:8330/api'],
		['ECONNREFUSED', 'localhost', 'http://host.docker.internal/api'],
		['ECONNREFUSED', '[::1]:80', 'http://host.docker.internal:80/api'],
		['ECONNREFUSED', 'host.docker.internal:8330', 'HOST=0.0.0.0'],
		['ENOTFOUND', 'host.docker.internal:8330', '--add-host=host.docker.internal:host-gateway'],
	])('with %s at %s tells somebody whose n8n is in a container what to do', (code, host, step) => {
		const { description } = explainConnection(connectionFailure(code), host);
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
		const { description } = explainConnection(connectionFailure('ECONNREFUSED'), host);
		expect(description).not.toContain('docker');
	});

	test('is recognised inside the errors that n8n wraps it in', () => {
		const wrapped = new Error('outer', {
			cause: new Error('inner', { cause: connectionFailure('ENOTFOUND') }),
		});
		expect(explainConnection(wrapped, HOST).facts.code).toBe('ENOTFOUND');
	});

	test('is looked for five errors deep, and in no text', () => {
		const wrap = (depth: number): Error =>
			depth === 0 ? connectionFailure('ENOTFOUND') : new Error('outer', { cause: wrap(depth - 1) });
		expect(explainConnection(wrap(5), HOST).facts.code).toBe('ENOTFOUND');
		expect(explainConnection(wrap(6), HOST).facts.code).toBeUndefined();
		expect(explainConnection({ cause: 'ENOTFOUND' }, HOST).facts.code).toBeUndefined();
		const plain = { cause: { code: 'ENOTFOUND' } };
		expect(explainConnection(plain, HOST).facts.code).toBe('ENOTFOUND');
	});

	test('of a host that is not known is not taken for a container', () => {
		const { description } = explainConnection(connectionFailure('ENOTFOUND'), HOST);
		expect(description).not.toContain('docker');
	});

	test.each([
		['without a code', new Error('socket hang up')],
		['that is a text', 'broken'],
	])('%s counts as broken after sending', (_label, reason) => {
		const error = explainConnection(reason, HOST);
		expect(error.message).toBe(`The connection to ${HOST} broke`);
		expect(error.facts.certainty).toBe('unknown');
	});

	test('whose causes form a circle is still explained', () => {
		const error = new Error('round and round');
		error.cause = error;
		expect(explainConnection(error, HOST).message).toBe(`The connection to ${HOST} broke`);
	});
});
