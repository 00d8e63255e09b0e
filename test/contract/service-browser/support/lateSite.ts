import { createHash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What every late page says once it is whole. */
export const LATE_TEXT = 'The ferry leaves at noon';

const FILLER = `<p>${'Words of an ordinary page about a harbour. '.repeat(12)}</p>`;
const SHOW = `const show = (text = '${LATE_TEXT}') => { const p = document.createElement('p'); p.textContent = text; document.body.append(p); };`;

/** A page with enough text to look finished, and a script. */
const withScript = (script: string, body = '') =>
	`<h1>Harbour</h1>${FILLER}${body}<script>${SHOW}${script}</script>`;

/** Each kind of page whose text comes late or from an unusual place, as the body of its HTML. */
export const LATE_PAGES: Readonly<Record<string, string>> = {
	'a timer of 300 ms': withScript(`setTimeout(show, 300)`),
	'a timer of 1 s': withScript(`setTimeout(show, 1000)`),
	'a timer of 3 s': withScript(`setTimeout(show, 3000)`),
	'a timer on a page that shows it is loading': `<main><div class="spinner" role="progressbar">…</div></main><script>${SHOW}setTimeout(() => { document.querySelector('main').remove(); show(); }, 1500)</script>`,
	'timers in a chain': withScript(
		`let left = 8; const next = () => (left-- > 0 ? setTimeout(next, 200) : show()); next()`,
	),
	'fetches in a chain': withScript(
		`addEventListener('load', async () => { for (let i = 0; i < 4; i++) await fetch('/data?ms=120&i=' + i); show(await (await fetch('/data?ms=100')).text()); })`,
	),
	'fetches and timers in turn': withScript(
		`const rest = (ms) => new Promise((done) => setTimeout(done, ms)); (async () => { await rest(300); await fetch('/data?ms=200'); await rest(400); show(await (await fetch('/data?ms=200')).text()); })()`,
	),
	'an idle callback': withScript(`requestIdleCallback(() => requestIdleCallback(() => show()))`),
	'a worker': withScript(
		`const worker = new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage("${LATE_TEXT}"), 400)']))); worker.onmessage = ({ data }) => show(data)`,
	),
	'server-sent events': withScript(
		`new EventSource('/events').onmessage = ({ data }) => show(data)`,
	),
	'a web socket': withScript(
		`new WebSocket('ws://' + location.host + '/socket').onmessage = ({ data }) => show(data)`,
	),
	'a dynamic module': withScript(`import('/module.js').then(({ text }) => show(text))`),
	'a change of route': withScript(
		`setTimeout(() => { history.pushState({}, '', '/late/route'); show(); }, 500)`,
	),
	'a redirect by script after half a second': withScript(
		`setTimeout(() => (location.href = '/target'), 500)`,
	),
	'a redirect by meta refresh': `<meta http-equiv="refresh" content="1; url=/target">${FILLER}`,
	'text that waits for visibility': withScript(
		`new IntersectionObserver(([entry]) => { if (entry.isIntersecting) fetch('/data?ms=100').then((r) => r.text()).then((t) => show(t)); }).observe(end)`,
		'<div style="height: 4000px"></div><div id="end">End</div>',
	),
	'a listener to scrolling and sizes': withScript(
		`let isShown = false; const look = () => { if (!isShown && end.getBoundingClientRect().top < innerHeight) { isShown = true; show(); } }; addEventListener('scroll', look); addEventListener('resize', look)`,
		'<div style="height: 4000px"></div><div id="end">End</div>',
	),
	'a handler of sizes': withScript(
		`onresize = () => { if (end.getBoundingClientRect().top < innerHeight) { onresize = null; show(); } }`,
		'<div style="height: 4000px"></div><div id="end">End</div>',
	),
	'a frame that loads when it is seen': `${FILLER}<div style="height: 4000px"></div><iframe loading="lazy" src="/frame"></iframe>`,
	'a frame being drawn': withScript(
		`requestAnimationFrame(() => requestAnimationFrame(() => show()))`,
	),
	'an observer of sizes': withScript(
		`let width = 0; new ResizeObserver(([entry]) => { if (width === 0) { width = entry.contentRect.width; box.style.width = '50px'; } else if (width > 50) { width = 50; show(); } }).observe(box)`,
		'<div id="box">Box</div>',
	),
	'the end of a transition': withScript(
		`box.addEventListener('transitionend', () => show()); addEventListener('load', () => setTimeout(() => (box.style.opacity = '0.5'), 50))`,
		'<div id="box" style="transition: opacity 200ms">Box</div>',
	),
	'a clock that never rests': withScript(
		`setInterval(() => (clock.textContent = Date.now()), 100); setTimeout(show, 1200)`,
		'<p id="clock"></p>',
	),
	'an animation that never rests': withScript(
		`const draw = () => { box.textContent = performance.now(); requestAnimationFrame(draw); }; draw(); setTimeout(show, 700)`,
		'<p id="box"></p>',
	),
	'a poll that never ends': withScript(
		`const poll = () => fetch('/data?ms=60').then(() => setTimeout(poll, 100)); poll(); setTimeout(show, 900)`,
	),
	'a request that never ends': withScript(`fetch('/never'); setTimeout(show, 900)`),
	'a frame of the same site': `${FILLER}<iframe src="/frame"></iframe><p>After the frame</p>`,
	'a frame of another site': `${FILLER}<iframe src="http://localhost:{port}/frame"></iframe><p>After the frame</p>`,
	'a frame with text of its own': `${FILLER}<iframe srcdoc="<p>${LATE_TEXT}</p>"></iframe>`,
	'an open shadow root': withScript(
		`setTimeout(() => { host.attachShadow({ mode: 'open' }).innerHTML = '<p>${LATE_TEXT}</p>'; }, 200)`,
		'<div id="host"></div>',
	),
	'a declarative shadow root': `${FILLER}<div><template shadowrootmode="open"><p>${LATE_TEXT}</p></template></div>`,
	'closed details': `${FILLER}<details><summary>More</summary><p>${LATE_TEXT}</p></details>`,
	'a template that a script fills in': withScript(
		`setTimeout(() => document.body.append(row.content.cloneNode(true)), 300)`,
		`<template id="row"><p>${LATE_TEXT}</p></template>`,
	),
};

const CLOCK = `setInterval(() => (clock.textContent = Date.now()), 1000);`;

/** Pages that show their time, in milliseconds since 1970, and make the service draw or wait for them. */
export const CLOCK_PAGES: Readonly<Record<string, string>> = {
	'that draws': withScript(`${CLOCK}requestAnimationFrame(() => undefined)`, '<p id="clock"></p>'),
	'that waits to be seen': withScript(
		`${CLOCK}new IntersectionObserver(() => undefined).observe(clock)`,
		'<div style="height: 4000px"></div><p id="clock"></p>',
	),
	'with a frame of another site': withScript(
		CLOCK,
		'<p id="clock"></p><iframe src="http://localhost:{port}/frame"></iframe>',
	),
};

const PAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	late: LATE_PAGES,
	clock: CLOCK_PAGES,
};

type Answer = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => void;

const sendPage = (response: ServerResponse, body: string): void => {
	response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
	response.end(`<!doctype html><html><head><title>Late</title></head><body>${body}</body></html>`);
};

const ANSWERS: Readonly<Record<string, Answer>> = {
	'/data': (_request, response, query) => {
		setTimeout(() => response.end(LATE_TEXT), Number(query.get('ms')));
	},
	'/never': () => undefined,
	'/events': (_request, response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		setTimeout(() => response.write(`data: ${LATE_TEXT}\n\n`), 500);
	},
	'/module.js': (_request, response) => {
		response.writeHead(200, { 'content-type': 'text/javascript' });
		setTimeout(() => response.end(`export const text = '${LATE_TEXT}'`), 200);
	},
	'/target': (_request, response) => sendPage(response, `<h1>Target</h1><p>${LATE_TEXT}</p>`),
	'/frame': (_request, response) =>
		sendPage(response, `<script>${SHOW}setTimeout(show, 400)</script><p>In the frame</p>`),
	'/streamed': (_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.write(`<!doctype html><body>${FILLER}`);
		setTimeout(() => response.write('<p>A first part</p>'), 400);
		setTimeout(() => response.end(`<p>${LATE_TEXT}</p></body>`), 1200);
	},
	'/encoded': (_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html' });
		const head = '<!doctype html><head><meta charset="windows-1251"></head><body><p>';
		response.end(
			Buffer.concat([
				Buffer.from(head),
				Buffer.from([0xcf, 0xe0, 0xf0, 0xee, 0xec]),
				Buffer.from(`</p><p>${LATE_TEXT}</p>`),
			]),
		);
	},
};

/** Serves the pages under `/<list>/<number>`, in the order of {@link PAGES}, and their parts. */
export const serveLate: RequestListener = (request, response) => {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://late.invalid');
	const answer = ANSWERS[pathname];
	if (answer !== undefined) return answer(request, response, searchParams);
	const [, list = '', number = ''] = pathname.split('/');
	const page = Object.values(PAGES[list] ?? {})[Number(number)];
	const port = request.headers.host?.split(':')[1] ?? '';
	if (page === undefined) response.writeHead(404).end();
	else sendPage(response, page.replaceAll('{port}', port));
};

/** Answers the late page's web socket: one message after half a second. */
export function serveSocket(request: IncomingMessage, socket: Duplex): void {
	const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
	const accept = createHash('sha1').update(key).digest('base64');
	socket.on('error', () => undefined).on('end', () => socket.end());
	socket.resume();
	socket.write(
		`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
	);
	const text = Buffer.from(LATE_TEXT);
	setTimeout(() => socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text])), 500);
}
