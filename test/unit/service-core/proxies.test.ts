import type { Config } from '../../../service/src/config';
import { publicAddress } from '../../../service/src/http/publicAddress';
import { createServer } from '../../../service/src/http/server';

const FORGED = {
	host: '192.0.2.80:8330',
	'x-forwarded-for': '198.51.100.7',
	'x-forwarded-host': 'extraction.internal',
	'x-forwarded-proto': 'https',
	'x-request-id': 'a-made-up-id',
};

/** What a request looks like to the service that came from an address with forged headers. */
async function ask(
	trustProxy: Config['trustProxy'],
	{ publicUrl, ...headers }: { publicUrl?: string; [header: string]: string | undefined } = {},
	remoteAddress = '203.0.113.9',
) {
	const config = { logLevel: 'silent' as const, host: '0.0.0.0', publicUrl, trustProxy };
	const server = createServer({ config });
	server.get('/', async (request) => ({ ip: request.ip, address: publicAddress(request) }));
	const answer = await server.inject({
		url: '/',
		remoteAddress,
		headers: { ...FORGED, ...headers },
	});
	await server.close();
	return { ...answer.json(), requestId: answer.headers['x-request-id'] };
}

const OWN = { ip: '203.0.113.9', address: 'http://192.0.2.80:8330' };
const TOLD = { ip: '198.51.100.7', address: 'https://extraction.internal' };

describe('what a request says of who asks, and where', () => {
	it('counts for nothing without a proxy in front', async () => {
		expect(await ask(false)).toMatchObject(OWN);
	});

	it('counts when it comes from a trusted proxy, and from nobody else', async () => {
		expect(await ask(['203.0.113.0/24'])).toMatchObject(TOLD);
		expect(await ask(['203.0.113.9', '10.0.0.0/8'])).toMatchObject(TOLD);
		expect(await ask(['10.0.0.1'])).toMatchObject(OWN);
		expect(await ask(true)).toMatchObject(TOLD);
	});

	it('is believed as far as the last proxy that is trusted: what a client put before it is not', async () => {
		const chain = { 'x-forwarded-for': '127.0.0.1, 198.51.100.7, 10.1.2.3' };

		expect(await ask(['203.0.113.9', '10.0.0.0/8'], chain)).toMatchObject({ ip: '198.51.100.7' });
		expect(await ask(['203.0.113.9'], chain)).toMatchObject({ ip: '10.1.2.3' });
	});

	it('never changes links where PUBLIC_URL is set', async () => {
		const publicUrl = 'https://extraction.example.com';
		const host = 'extraction.example.com';

		for (const trust of [false, true]) {
			const seen = await ask(trust, { publicUrl, host, 'x-forwarded-host': 'n8n.internal' });
			expect(seen.address).toBe(publicUrl);
		}
	});

	it('names the request only where a proxy is trusted', async () => {
		expect((await ask(true)).requestId).toBe('a-made-up-id');
		expect((await ask(false)).requestId).toMatch(/^[0-9a-f-]{36}$/);
		expect((await ask(true, { 'x-request-id': 'x'.repeat(129) })).requestId).toMatch(
			/^[0-9a-f-]{36}$/,
		);
	});
});
