import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createWebServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { startPages, type Pages } from '../support/startPages';
import { answerReaching, LEADS, type ReachedHost, WAYS } from './support/reachingSite';
import { visitPage, visitPages } from './support/visitPages';

const SECRET = 'Keys of the house';

/** Addresses where clouds keep the secrets of a machine, and others that are not public. */
const CLOSED = ['169.254.169.254', '100.100.100.200', '10.0.0.1', '[::1]', '[fd00:ec2::254]'];

/** Ways that this browser does not take by itself, or by which it asks for no path; tried all the same. */
const SILENT = new Set(['portal', 'preconnect', 'icon', 'manifest', 'speculation']);

/** Somebody's own machine, which no page from elsewhere may reach, and what has come to it. */
let inside: Pages;
let streams: Server;
const datagrams = createSocket('udp4');
let hits: string[] = [];
let connections = 0;
let streamCount = 0;
let packets = 0;
let reached: ReachedHost;

let site: Pages;

beforeAll(async () => {
	const web = createWebServer((request, response) => {
		hits.push(request.url ?? '');
		response.writeHead(200, { 'content-type': 'text/html', connection: 'close' });
		response.end(`<h1>${SECRET}</h1>`);
	});
	web.on('upgrade', (request, socket) => {
		hits.push(request.url ?? '');
		socket.destroy();
	});
	web.on('connection', () => (connections += 1));
	inside = await startPages(web);
	streams = createServer((socket) => {
		streamCount += 1;
		socket.on('error', () => undefined).destroy();
	});
	streams.listen(0, '127.0.0.1');
	datagrams.on('message', () => (packets += 1)).bind(0, '127.0.0.1');
	await Promise.all([once(streams, 'listening'), once(datagrams, 'listening')]);
	reached = {
		host: `localhost:${new URL(inside.url).port}`,
		streamPort: Object(streams.address()).port,
		datagramPort: datagrams.address().port,
	};
	site = await startPages((request, response) => answerReaching(request, response, reached));
});

beforeEach(() => {
	hits = [];
	connections = 0;
	streamCount = 0;
	packets = 0;
});

afterAll(async () => {
	streams.close();
	datagrams.close();
	await Promise.all([site.stop(), inside.stop()]);
});

/** The site is open to jobs that name it; what it reaches for is not. */
const guarded = () => [new URL(site.url).host];

const stay = [{ type: 'wait', duration: 4000 }];

/** Addresses of the site that lead to a target, by the way they lead. */
const leadsTo = (target: string) =>
	['lead', 'keep', 'header', ...Object.keys(LEADS), 'early'].map((name) => addressOf(name, target));

const addressOf = (name: string, target: string): string =>
	`${site.url}/${name}?to=${encodeURIComponent(target)}`;

describe('A page that reaches for the machine it is read on', () => {
	it.concurrent('in all ways at once gets to none of them', async () => {
		const { markdown } = await visitPage({ url: `${site.url}/ways`, actions: stay }, guarded());
		expect(markdown).toContain('# Reaching');
		expect({ hits, connections }).toEqual({ hits: [], connections: 0 });
	});

	it.concurrent('by calls and their helpers sends nothing', async () => {
		const { markdown } = await visitPage({ url: `${site.url}/call`, actions: stay }, guarded());
		expect(markdown).toContain('# Reaching');
		expect({ streamCount, packets }).toEqual({ streamCount: 0, packets: 0 });
	});

	it.concurrent('by leading there fails with the reason, or stays where it is', async () => {
		const urls = leadsTo(`http://${reached.host}/secret`);
		const [results = []] = await visitPages({
			rounds: [urls.map((url) => ({ url }))],
			allowPrivateAddresses: guarded(),
		});
		expect(JSON.stringify(results)).not.toContain(SECRET);
		const told = results.map(({ error }) => error?.message ?? 'stayed');
		const reason = /^Failed to scrape .*: it leads to .*\/secret: localhost \(.*\) is a loopback/;
		expect(told).toEqual(
			urls.map(() => expect.stringMatching(new RegExp(`${reason.source}|^stayed$`))),
		);
		for (const at of [0, -1]) {
			expect(results.at(at)?.error).toMatchObject({
				name: 'PageLoadError',
				message: expect.stringMatching(reason),
			});
		}
		expect({ hits, connections }).toEqual({ hits: [], connections: 0 });
	});

	it.concurrent.each(CLOSED)('by leading to %s fails with the reason', async (host) => {
		const [results = []] = await visitPages({
			rounds: [
				['lead', 'refresh'].map((name) => ({
					url: addressOf(name, `http://${host}/latest/meta-data/`),
				})),
			],
			allowPrivateAddresses: guarded(),
		});
		const told = results.map(({ error }) => error?.message);
		expect(told).toEqual(results.map(() => expect.stringContaining('does not open')));
	});

	it.concurrent('as the address of a job fails, saying what allows it', async () => {
		const { error } = await visitPage({ url: `http://${reached.host}/` }, guarded());
		expect(error?.message).toMatch(
			/is a loopback address, which this service does not open; to allow it/,
		);
		expect(connections).toBe(0);
	});

	it.concurrent(
		'gets to none of it either where the operator allowed the host to jobs that name it',
		async () => {
			const allowed = [...guarded(), 'localhost'];
			const chain = addressOf('lead', addressOf('lead', `http://${reached.host}/secret`));
			const [[led, ways] = []] = await visitPages({
				rounds: [[{ url: chain }, { url: `${site.url}/ways`, actions: stay }]],
				allowPrivateAddresses: allowed,
			});
			expect(led?.error?.message).toMatch(
				/it leads to http:\/\/localhost:.*opens only for jobs whose own/,
			);
			expect(ways?.markdown).toContain('# Reaching');
			expect({ hits, connections }).toEqual({ hits: [], connections: 0 });
		},
	);

	// Datagrams are sent in no case: the browser is told so, beside the guard.
	it('gets there in the same ways when all is open', async () => {
		const target = `http://${reached.host}/secret`;
		const leading = [...leadsTo(target), addressOf('lead', addressOf('lead', target))].map(
			(url) => ({ url }),
		);
		const staying = ['/ways', '/call'].map((path) => ({ url: site.url + path, actions: stay }));
		const [[ways, call, ...leads] = []] = await visitPages({
			rounds: [[...staying, ...leading]],
			allowPrivateAddresses: true,
		});
		const loud = WAYS.filter((name) => !SILENT.has(name)).map((name) => `/${name}`);
		expect(hits).toEqual(expect.arrayContaining(loud));
		expect(leads.map(({ markdown }) => markdown)).toEqual(leads.map(() => `# ${SECRET}`));
		expect([ways?.error, call?.error]).toEqual([undefined, undefined]);
		expect(streamCount).toBeGreaterThan(0);
	});
});
