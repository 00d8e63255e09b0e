import { startPages, type Pages } from '../support/startPages';
import { visitPage, visitPages } from './support/visitPages';

const SECRET = 'Keys of the house';

/** Somebody's own site, which no page from elsewhere may reach. */
let inside: Pages;
let hits: string[];

/** A site of a stranger. */
let site: Pages;
let openWindows: number;

beforeAll(async () => {
	inside = await startPages((request, response) => {
		hits.push(request.url ?? '');
		response.writeHead(200, {
			'content-type': 'text/html',
			'access-control-allow-origin': '*',
		});
		response.end(`<h1>${SECRET}</h1>`);
	});
	site = await startPages((request, response) => {
		const { pathname, searchParams, port } = new URL(request.url ?? '/', site.url);
		const send = (body: string): void => {
			response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
			response.end(`<!doctype html><body>${body}</body>`);
		};
		const hops = Number(searchParams.get('hops'));
		const target = inside.url.replace('127.0.0.1', 'localhost');
		if (pathname === '/chain') {
			const next = hops === 0 ? `${target}/chain` : `/chain?hops=${hops - 1}`;
			response.writeHead(302, { location: next }).end();
		} else if (pathname === '/posts') {
			send(
				`<h1>Shop</h1><p id="out"></p><form method="post" action="${target}/form"></form><script>fetch('${target}/read').then((r) => r.text()).then((t) => (out.textContent = t), () => (out.textContent = 'refused'))</script>`,
			);
		} else if (pathname === '/window') {
			openWindows++;
			response.on('close', () => openWindows--);
		} else if (pathname === '/count') {
			response.end(`${openWindows} windows are open`);
		} else if (pathname === '/windows') {
			send(
				`<h1>Windows</h1><p id="out"></p><script>let opened = 0; for (let i = 0; i < 40; i++) if (window.open('http://127.0.0.1:${port}/window', '_blank')) opened++;
				setTimeout(async () => (out.textContent = opened + ' were opened, ' + await (await fetch('/count')).text()), 4000)</script>`,
			);
		} else if (pathname === '/huge') {
			send(
				`<h1>Huge</h1><script>document.body.hidden = true; for (let i = 0; i < 100; i++) document.body.append('x'.repeat(1_000_000))</script>`,
			);
		} else if (pathname === '/large') {
			send(
				`<h1>Large</h1><script>for (let i = 0; i < 30; i++) { const p = document.createElement('p'); p.textContent = 'word '.repeat(20_000); document.body.append(p); } document.body.append('The very end')</script>`,
			);
		} else if (pathname === '/comment') {
			send(`<h1>Comment</h1><!-- ${'<iframe '.repeat(40_000)} -->`);
		} else if (pathname === '/circle') {
			send(`<h1>Circle ${hops}</h1><script>location.href = '/circle?hops=${hops + 1}'</script>`);
		} else {
			response.writeHead(404).end();
		}
	});
});

beforeEach(() => {
	hits = [];
	openWindows = 0;
});

afterAll(async () => {
	await Promise.all([site.stop(), inside.stop()]);
});

describe('A page that reaches for what is inside', () => {
	const guarded = () => [new URL(site.url).host, 'localhost'];

	it('by a chain of redirects is refused, though the operator allowed the host to others', async () => {
		const { error } = await visitPage({ url: `${site.url}/chain?hops=3` }, guarded());
		expect(error?.message).toMatch(
			/it leads to http:\/\/localhost:.*opens only for jobs whose own/,
		);
		expect(hits).toEqual([]);
	});

	it('by a request of its scripts is refused', async () => {
		const { markdown } = await visitPage({ url: `${site.url}/posts` }, guarded());
		expect(markdown).toContain('refused');
		expect(hits).toEqual([]);
	});

	it('gets there the same ways when the guard is open', async () => {
		const [[chain, posts] = []] = await visitPages({
			rounds: [[{ url: `${site.url}/chain?hops=3` }, { url: `${site.url}/posts` }]],
			allowPrivateAddresses: true,
		});
		expect(chain?.markdown).toContain(SECRET);
		expect(posts?.markdown).toContain(SECRET);
		expect(hits.sort()).toEqual(['/chain', '/read']);
	});
});

describe('A page that wants too much', () => {
	it('of memory is refused with the reason, and a large one is read to its end', async () => {
		const [[huge, large] = []] = await visitPages({
			rounds: [[{ url: `${site.url}/huge` }, { url: `${site.url}/large` }]],
			allowPrivateAddresses: true,
		});
		// A slow machine may not even show it in time.
		expect(huge?.error?.message).toMatch(/the page is larger than 20 MB|does not respond/);
		expect(large?.html?.length).toBeGreaterThan(3_000_000);
		expect(large?.html).toContain('The very end');
	});

	it('of windows is read, and its windows are closed', async () => {
		const { markdown } = await visitPage({
			url: `${site.url}/windows`,
			actions: [{ type: 'wait', duration: 6000 }],
		});
		const [, count] =
			/^# Windows\n\n40 were opened, (\d+) windows are open$/.exec(markdown ?? '') ?? [];
		// The last of them may be on its way out.
		expect(Number(count)).toBeLessThan(3);
	});

	it('of time, by leading on for ever, is read or fails within the limits', async () => {
		const { durationMs, error, markdown } = await visitPage({
			url: `${site.url}/circle?hops=0`,
			navigationTimeoutMs: 5000,
		});
		expect(error?.message ?? markdown).toMatch(/Circle \d+|Failed to scrape/);
		expect(durationMs).toBeLessThan(60_000);
	});

	it('of attention, by a comment full of what rules look for, is read at once', async () => {
		const { markdown, durationMs } = await visitPage({ url: `${site.url}/comment` });
		expect(markdown).toBe('# Comment');
		expect(durationMs).toBeLessThan(60_000);
	});
});
