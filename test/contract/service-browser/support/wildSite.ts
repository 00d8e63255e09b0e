import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { SCROLLED_FRAMES, SCROLLED_PAGES, WHEELED_PAGES } from './scrolledSite';
import { FRAMED_PAGE, SHOWN_BODY, SHOWN_PAGES, WHOLE_PAGE } from './shownSite';

type Answer = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void;

function sendHtml(response: ServerResponse, body: string, status = 200): void {
	response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
	response.end(`<!doctype html><html><head></head><body>${body}</body></html>`);
}

const html =
	(body: string, status?: number): Answer =>
	(_request, response) =>
		sendHtml(response, body, status);

const file =
	(headers: Record<string, string>, body: string | Buffer): Answer =>
	(_request, response) =>
		void response.writeHead(200, headers).end(body);

/** Sentences of pages that name no encoding, by the one they are written in. */
export const UNNAMED_ENCODINGS: Readonly<Record<string, string>> = {
	'utf-8': 'Kaffee für 2 € — schön',
	'windows-1252': 'Schöne Häuser und große Gärten an der Straße',
	shift_jis: '日本語の文章です。港には船があります。',
	'windows-1251': 'Паром уходит в полдень, когда лёд сошёл.',
};

const FILLER = 'Words of an ordinary page. '.repeat(20);

/** Answers that never end: what they begin with, and what they go on with for ever. */
const UNENDED: Record<string, [beginning: string, drop?: string]> = {
	drip: ['<!doctype html><body><h1>Drip</h1>', '<p>drop</p>'],
	held: ['<!doctype html><title>Held</title><h1>Held</h1><p>All of it.</p></body></html>'],
	drawn: [
		'<!doctype html><div id="app">Loading…</div><script>setTimeout(() => (app.textContent = "Drawn text"), 300)</script>',
	],
	torn: ['<!doctype html><h1>Torn</h1><table><tr><td>One</td><td><a href="/st'],
	comments: ['<!doctype html><body>', '<!-- still here -->'],
	blanks: [' ', ' '],
	script: ['<!doctype html><script>let unfinished = ["', 'x'],
	headers: [''],
	words: ['A few words'],
};

/** Of `/windows`. */
let openWindows = 0;

/** Pages as the web has them: late, broken, leading astray. */
const ANSWERS: Record<string, Answer> = {
	'/static': html('<h1>Static</h1>'),
	'/late-data': html(
		`<p>${FILLER}</p><p id="out"></p><script>fetch('/data?ms=900').then((r) => r.text()).then((t) => (out.textContent = t))</script>`,
	),
	'/chained-data': html(
		`<p>${FILLER}</p><p id="out"></p><script>addEventListener('load', async () => { await fetch('/data?ms=100'); await fetch('/data?ms=100'); out.textContent = await (await fetch('/data?ms=100')).text(); })</script>`,
	),
	'/timer': html(
		'<p id="out"></p><script>setTimeout(() => (out.textContent = "Drawn late"), 400)</script>',
	),
	'/data': (_request, response, query) => {
		setTimeout(() => response.end('Fetched data'), Number(query.get('ms')));
	},
	'/web-component': html(
		'<shop-card><b slot="name">Kettle</b></shop-card><script>customElements.define("shop-card", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = "<p>Price of the <slot name=name></slot></p>"; } })</script>',
	),
	'/endless': html(
		'<script>addEventListener("load", () => setTimeout(() => { for (;;); }, 10))</script>',
	),
	'/unnamed-encoding': (_request, response, query) => {
		const encoding = query.get('of') ?? '';
		const bytes = iconv.encode(`<!doctype html><p>${UNNAMED_ENCODINGS[encoding]}</p>`, encoding);
		response.writeHead(200, { 'content-type': 'text/html' }).end(bytes);
	},
	'/silent': () => undefined,
	'/unended': (_request, response, query) => {
		const [beginning, drop] = UNENDED[query.get('way') ?? ''] ?? [''];
		response.writeHead(200, { 'content-type': query.get('type') ?? 'text/html' }).flushHeaders();
		response.write(beginning);
		const timer = setInterval(() => drop !== undefined && response.write(drop), 50);
		response.on('close', () => clearInterval(timer));
	},
	'/not-found': html('<h1>Gone</h1>', 404),
	'/nothing': (_request, response) => void response.writeHead(204).end(),
	'/cookies': (request, response) =>
		sendHtml(response, `<p>${request.headers.cookie ?? 'none'}</p>`),
	// What earlier pages of the same address have left in the browser.
	'/leftovers': html(`<p id="p"></p><script>(async () => {
		const { length } = await indexedDB.databases();
		p.textContent = [document.cookie, localStorage.length, sessionStorage.length, length, await caches.keys()];
		document.cookie = 'a=1';
		localStorage.a = sessionStorage.a = 1;
		indexedDB.open('a');
		await caches.open('a');
	})()</script>`),
	'/agent': (request, response) =>
		sendHtml(response, `<p>${request.headers['user-agent'] ?? ''}</p>`),
	'/window': (_request, response) =>
		sendHtml(
			response,
			`<div id="far" style="position: absolute; left: 1200px; top: 700px">Far away</div>
			<ul><li id="size"></li><li id="point"></li><li id="view"></li></ul><script>
			new IntersectionObserver(([entry]) => {
				const { width, height } = visualViewport;
				const page = document.documentElement;
				const wide = matchMedia('(width: 1280px)').matches;
				const sizes = [innerWidth, innerHeight, outerWidth, outerHeight, screen.width, width, height];
				size.textContent = [...sizes, page.clientWidth, wide, document.visibilityState].join(' ');
				point.textContent = document.elementFromPoint(1205, 705)?.id ?? 'nothing';
				view.textContent = entry.isIntersecting ? 'in view' : 'out of view';
			}).observe(far);
			</script>`,
		),
	'/redirect': (_request, response, query) =>
		void response.writeHead(302, { location: query.get('to') ?? '/static' }).end(),
	'/script-redirect': (_request, response, query) =>
		sendHtml(response, `<script>location.href = ${JSON.stringify(query.get('to'))}</script>`),
	// Gone elsewhere before all of it is there.
	'/early-redirect': (_request, response, query) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.write(
			`<!doctype html><p>${FILLER}</p><script>location.href = ${JSON.stringify(query.get('to'))}</script>`,
		);
	},
	'/scrolled': (_request, response, query) =>
		sendHtml(response, SCROLLED_PAGES[query.get('case') ?? ''] ?? ''),
	'/wheeled': (_request, response, query) =>
		sendHtml(response, WHEELED_PAGES[query.get('case') ?? '']?.body ?? ''),
	'/scrolled-frame': (_request, response, query) => {
		const source = `/frame?case=${encodeURIComponent(query.get('case') ?? '')}`;
		const origin = query.get('at') ?? '';
		sendHtml(
			response,
			`<h1>Frames</h1><p>${FILLER}</p><iframe src="${origin}${source}" width="600" height="320"></iframe>`,
		);
	},
	'/frame': (_request, response, query) =>
		void response
			.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
			.end(SCROLLED_FRAMES[query.get('case') ?? '']),
	'/shown': (_request, response, query) =>
		sendHtml(response, SHOWN_PAGES[query.get('case') ?? '']?.body ?? SHOWN_BODY),
	'/whole': html(WHOLE_PAGE),
	'/outer/page': html('<h1>Outer</h1><iframe src="/inner/doc" width="500" height="200"></iframe>'),
	'/outer/frames': file(
		{ 'content-type': 'text/html' },
		'<!doctype html><title>Frames</title><frameset cols="50%,50%"><frame src="/inner/doc"><noframes>None</noframes></frameset>',
	),
	'/inner/doc': html(FRAMED_PAGE),
	'/report.pdf': file(
		{ 'content-type': 'application/pdf', 'content-encoding': 'gzip' },
		gzipSync(Buffer.from('%PDF-1.4 '.repeat(20_000))),
	),
	'/download': file(
		{
			'content-type': 'application/octet-stream',
			'content-disposition': 'attachment; filename="Q1 report.xlsx"',
		},
		'PK',
	),
	'/embeds-pdf': (_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html' });
		response.write(`<!doctype html><body><h1>Our brochure</h1><iframe src="/report.pdf"></iframe>`);
		// The frame's document has come before the page itself has.
		setTimeout(() => response.end('<p>The end of the page</p>'), 600);
	},
	'/windows': html(
		`<h1>Windows</h1><p id="out"></p><script>let opened = 0; for (let i = 0; i < 40; i++) if (window.open('/opened-window', '_blank')) opened++;
		setTimeout(async () => (out.textContent = opened + ' were opened, ' + await (await fetch('/opened-windows')).text()), 4000)</script>`,
	),
	'/opened-window': (_request, response) => {
		openWindows += 1;
		response.on('close', () => (openWindows -= 1));
	},
	'/opened-windows': (_request, response) => void response.end(`${openWindows} windows are open`),
	'/huge': html(
		`<h1>Huge</h1><script>document.body.hidden = true; for (let i = 0; i < 30; i++) document.body.append('x'.repeat(1_000_000))</script>`,
	),
	'/large': html(
		`<h1>Large</h1><script>for (let i = 0; i < 30; i++) { const p = document.createElement('p'); p.textContent = 'word '.repeat(20_000); document.body.append(p); } document.body.append('The very end')</script>`,
	),
	'/comment': html(`<h1>Comment</h1><!-- ${'<iframe '.repeat(40_000)} -->`),
	'/circle': (_request, response, query) => {
		const hops = Number(query.get('hops'));
		sendHtml(
			response,
			`<h1>Circle ${hops}</h1><script>location.href = '/circle?hops=${hops + 1}'</script>`,
		);
	},
	'/archive': file({ 'content-type': 'application/x-msdownload' }, 'MZ'),
	'/slow.pdf': (_request, response) => {
		response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF');
		setTimeout(() => response.end('-1.4'), 1500);
	},
	'/passing-challenge': (request, response) =>
		request.headers.cookie?.includes('passed=1') === true
			? sendHtml(response, '<h1>The real page</h1>')
			: sendHtml(
					response,
					'<script>document.title = "Just a moment..."; setTimeout(() => { document.cookie = "passed=1"; location.reload(); }, 600)</script>',
					503,
				),
	'/manual': html(
		'<h1>Reset</h1><p>Press and hold the button. "Checking your browser" may be shown.</p><script src="/none.js"></script>',
	),
	'/staying-challenge': html(
		'<h1>Please verify you are human</h1><div class="h-captcha"></div>',
		403,
	),
};

/** Answers as {@link ANSWERS} say, 404 for all else. */
export const serveWild: RequestListener = (request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://wild.invalid');
	const answer = ANSWERS[pathname] ?? html('<h1>No such page</h1>', 404);
	answer(request, response, searchParams);
};
