import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Client } from 'pg';
import { isConnectionLost, mayPass } from '../../../service/src/db/passing';

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

describe('an error of the database', () => {
	it.each([
		['the server is stopping', failure('terminating connection', '57P01')],
		['the server is starting', failure('the database system is starting up', '57P03')],
		['nobody listens', failure('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
		['the connection broke off', failure('Connection terminated unexpectedly')],
		['no connection came in time', failure('timeout exceeded when trying to connect')],
	])('passes, and the connection is lost, when %s', (_reason, error) => {
		expect(mayPass(error)).toBe(true);
		expect(isConnectionLost(error)).toBe(true);
	});

	it('passes when a server takes the connection and says nothing', async () => {
		const silent = createServer((socket) => socket.resume().once('close', () => silent.close()));
		await once(silent.listen(0, '127.0.0.1'), 'listening');
		const { port } = silent.address() as AddressInfo;
		const client = new Client({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
		const error: unknown = await client.connect().catch((thrown: unknown) => thrown);

		expect(error).toBeInstanceOf(Error);
		expect(mayPass(error)).toBe(true);
		expect(isConnectionLost(error)).toBe(true);
	});

	it.each([
		['the disk is full', failure('could not extend file', '53100')],
		['transactions were in each other’s way', failure('deadlock detected', '40P01')],
	])('passes, over the same connection, when %s', (_reason, error) => {
		expect(mayPass(error)).toBe(true);
		expect(isConnectionLost(error)).toBe(false);
	});

	it.each([
		['a value is there already', failure('duplicate key value', '23505')],
		['a statement was stopped', failure('canceling statement', '57014')],
		['the password is wrong', failure('password authentication failed', '28P01')],
		['it is no error of the database', 'something else'],
	])('stays when %s', (_reason, error) => {
		expect(mayPass(error)).toBe(false);
	});

	it('of SQLite passes by its result code', () => {
		const full = { code: 'ERR_SQLITE_ERROR', errcode: 13 };
		expect(mayPass(full)).toBe(true);
		expect(mayPass({ ...full, errcode: 19 })).toBe(false);
	});
});
