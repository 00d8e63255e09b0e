import type { RequestListener, ServerResponse } from 'node:http';
import { constants, gzipSync } from 'node:zlib';

type Answer = (response: ServerResponse, count: number) => void;

const page = (body: string, title = ''): string =>
	`<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

const html =
	(body: string, headers: Record<string, string> = {}, status = 200): Answer =>
	(response) =>
		void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);

const AT_LAST = html(page('<p>Here at last</p>'));

/** Answers in one way first, and well from then on. */
const atFirst =
	(trouble: Answer): Answer =>
	(response, count) =>
		(count === 1 ? trouble : AT_LAST)(response, count);

const drop: Answer = (response) => void response.socket?.destroy();

/** Ends the connection after the beginning of an answer. */
const cut =
	(beginning: string, headers: Record<string, string>): Answer =>
	(response) => {
		response.writeHead(200, { 'content-type': 'text/html', ...headers });
		response.write(beginning, () => response.socket?.destroy());
	};

/** An answer that is whole, with a packed body that is not. */
const cutPacked: Answer = (response) => {
	const { Z_SYNC_FLUSH: finishFlush } = constants;
	response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
	response.end(gzipSync('<p>The first half</p>', { finishFlush }));
};

/** Breaks the connection of an answer that has no length. */
const reset: Answer = ({ socket }) =>
	void socket?.write(
		'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<p>The first half</p>',
		() => setTimeout(() => socket.resetAndDestroy(), 100),
	);

const frame = (address: string): string =>
	`<iframe src="${address}" width="400" height="200"></iframe>`;

/** Pixels of counters come first: they take no place of frames that show something. */
const COUNTERS = '<iframe src="/" width="1" height="1"></iframe>'.repeat(30);

const LEADING = '<p>You will be redirected in 5 seconds.</p>';

/** Posts of 150 pixels, 20 at a time, whenever the end comes into view. */
const feed = (posts: number): Answer =>
	html(
		page(`<h1>Feed</h1><div id="end">End</div><script>let count = 0;
		const add = () => { for (let i = 0; i < 20 && count < ${posts}; i++) end.insertAdjacentHTML('beforebegin', '<p style="height: 150px; margin: 0">Post ' + ++count + '</p>'); };
		new IntersectionObserver(([entry]) => entry.isIntersecting && setTimeout(add, 100)).observe(end)</script>`),
	);

const TALL = `<h1>Tall</h1><p id="far" style="margin-top: 20000px">Far</p><script>new IntersectionObserver(
	([entry]) => far.classList.toggle('seen', entry.isIntersecting)).observe(far)</script>`;

/** A box of 300 pixels that shows the rows in view, of very many. */
const ENDLESS_BOX = `<div id="box" style="height: 300px; overflow: auto"><div id="list" style="height: 5000000px"></div></div><script>
	const draw = () => { const row = Math.floor(box.scrollTop / 50); list.innerHTML = '<p style="margin: 0; padding-top: ' + row * 50 + 'px">Row ' + row + '</p>'; };
	box.onscroll = draw; draw()</script>`;

/** A page that says how often it was asked for, and asks for itself again by a script. */
const reloading =
	(script: string): Answer =>
	(response, count) =>
		html(page(`<p>Load ${count} of this page</p><script>${script}</script><p>The end</p>`))(
			response,
			count,
		);

const ANSWERS: Record<string, Answer> = {
	'/reloads-at-once': reloading('location.reload()'),
	'/reloads-steadily': reloading('setInterval(() => location.reload(), 50)'),
	'/reloads-anew': reloading("setTimeout(() => (location.search = '?' + Math.random()), 100)"),
	'/reloads-by-form': reloading(
		"document.body.append(document.createElement('form')); document.forms[0].method = 'post'; document.forms[0].submit()",
	),
	'/reloads-when-ready': reloading(
		"addEventListener('DOMContentLoaded', () => window.open(location, '_self'))",
	),
	'/feed': feed(70),
	'/endless-feed': feed(100_000),
	'/endless-box': html(page(ENDLESS_BOX)),
	'/tall': html(page(TALL)),
	'/busy': atFirst(html(page('Slow down'), { 'retry-after': '1' }, 429)),
	'/overloaded': atFirst(html(page('Too much to do'), {}, 503)),
	'/dropped': atFirst(drop),
	'/never': drop,
	'/closed': html(page('Come back later'), { 'retry-after': '3600' }, 429),
	'/cut': cut('<p>The first half</p>', { 'content-length': '5000' }),
	'/cut-chunks': cut('<p>The first half</p>', {}),
	'/cut-reset': reset,
	'/cut-packed': cutPacked,
	'/cut-at-once': cut(' ', { 'content-length': '5000' }),
	'/cut.pdf': cut('%PDF-1.4\n', { 'content-type': 'application/pdf', 'content-length': '5000' }),
	'/cut-chunks.csv': cut('name,price\nOak,120\n', { 'content-type': 'text/csv' }),
	'/many-headers': html('', { 'x-long': 'long'.repeat(8_000) }),
	'/no-http': (response) => void response.socket?.end('220 mail.example.com ready\r\n'),
	'/octet': html('{"ship": "Ferry"}', { 'content-type': 'application/octet-stream' }),
	'/octet.pdf': html('name,price\nOak,120\nElm,80\n', {
		'content-type': 'application/octet-stream',
	}),
	'/attached': html('{"ship": "Barge"}', {
		'content-type': 'application/json',
		'content-disposition': 'attachment; filename=ship.json',
	}),
	'/noise': html('\0\x01\x02', { 'content-type': 'application/octet-stream' }),
	'/account': html('', { location: '/login?next=/account' }, 302),
	'/login': html(
		page(
			'<h1>Welcome</h1><form><input type="email"><input type="password"><button>Sign in</button></form>',
		),
	),
	'/gone': html('', { location: '/' }, 301),
	'/': html(page('<p>All about boats</p>')),
	'/leads-by-element': html(
		page(`<meta http-equiv="refresh" content="5; url=/arrived">${LEADING}`),
	),
	'/leads-by-header': html(page(LEADING), { refresh: '5; url=/arrived' }),
	'/leads-by-script': html(
		page(`${LEADING}<script>setTimeout(() => (location.href = '/arrived'), 5000)</script>`),
	),
	'/arrived': html(page('<p>Here you are</p>', 'Arrived')),
	'/frames': html(
		page(`<p>Around</p>${COUNTERS}${frame('/arrived')}${frame('/never')}${frame('/framed-1')}`),
	),
	'/late-frame': html(page(`<p>Around</p>${frame('/unanswered')}`)),
	'/unanswered': () => undefined,
	'/framed-1': html(page(frame('/framed-2'))),
	'/framed-2': html(page(frame('/framed-3'))),
	'/framed-3': html(page(frame('/framed-4'))),
	'/framed-4': html(page('<p>Deep inside</p>')),
	'/many-frames': html(page(frame('/arrived').repeat(53))),
	'/asks': html(
		page(
			`<button onclick="out.textContent = confirm('Load all?') ? 'All loaded' : 'Nothing loaded'">More</button><p id="out"></p>`,
		),
	),
};

/** A site of which little comes at once, or whole. */
export function createTroubledSite(): RequestListener {
	const counts = new Map<string, number>();
	return (request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://site');
		const count = (counts.get(pathname) ?? 0) + 1;
		counts.set(pathname, count);
		(ANSWERS[pathname] ?? html(page('Nothing here'), {}, 404))(response, count);
	};
}
