import { parseCookies } from '../../../service/src/net/cookies.ts';
import { createAddressPolicy } from '../../../service/src/net/addressGuard.ts';
import { PlainClient } from '../../../service/src/plain/plainFetch.ts';
import { startServer } from '../../support/loopbackServer';

const clients: PlainClient[] = [];

afterEach(async () => {
	await Promise.all(clients.splice(0).map(async (client) => await client.close()));
});

/** A client for a server whose job names it. */
function clientFor(url: string): PlainClient {
	const policy = createAddressPolicy({ allowPrivateAddresses: ['127.0.0.1'] });
	const client = new PlainClient(policy.forTarget(url), undefined);
	clients.push(client);
	return client;
}

const never = new AbortController().signal;

describe('a plain request', () => {
	it('sends the cookies of its host, and those that the site has set since', async () => {
		const { origin, requests } = await startServer(({ path }, response) => {
			response.writeHead(path === '/' ? 302 : 200, {
				...(path === '/' && {
					location: '/next',
					'set-cookie': ['seen=1; Path=/', 'old=; Max-Age=0'],
				}),
			});
			response.end('text');
		});
		const client = clientFor(origin);
		const table = `user\t7\t127.0.0.1\t/\tSession\nother\t8\texample.com\t/\tSession`;
		await client.addCookies(parseCookies(table), origin);
		const { url } = await client.get(`${origin}/`, never);

		expect(url.pathname).toBe('/next');
		expect(requests.map(({ headers }) => headers.cookie)).toEqual(['user=7', 'user=7; seen=1']);
	});

	it('takes no cookie that it could not send', async () => {
		const client = clientFor('http://127.0.0.1/');

		expect(
			await client.addCookies([{ name: '__Host-a', value: '1', path: '/x' }], 'http://127.0.0.1/'),
		).toBe(false);
		expect(await client.addCookies([{ name: 'a', value: '1' }], 'http://127.0.0.1/')).toBe(true);
	});

	it('sends a name and password of the address to that origin alone', async () => {
		const other = await startServer((_request, response) => response.end('other'));
		const { origin, requests } = await startServer(({ path }, response) => {
			response.writeHead(302, { location: path === '/a' ? '/b' : other.origin }).end();
		});
		const client = clientFor(origin);
		await client.get(`${origin.replace('//', '//me:secret@')}/a`, never);

		const login = `Basic ${Buffer.from('me:secret').toString('base64')}`;
		expect(requests.map(({ headers }) => headers.authorization)).toEqual([login, login]);
		expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
	});

	it('does not go where its job may not', async () => {
		const { origin } = await startServer((_request, response) => {
			response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
		});

		await expect(clientFor(origin).get(origin, never)).rejects.toThrow('a private address');
	});

	it('ends with its signal, and after too many redirects', async () => {
		const { origin, requests } = await startServer((_request, response) => {
			response.writeHead(302, { location: '/' }).end();
		});
		const client = clientFor(origin);

		await expect(client.get(origin, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
			'stopped',
		);
		await expect(client.get(origin, never)).rejects.toThrow('redirects more than 20 times');
		expect(requests).toHaveLength(21);
	});
});
