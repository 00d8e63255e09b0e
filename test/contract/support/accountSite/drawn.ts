import { html, links, own, page, pages, type Part, send, textOf } from './entry.ts';

/**
 * How pages are drawn that say `Loading…` at first. `show` is the statement that draws the text of the page.
 */
const WAYS: Readonly<Record<string, string>> = {
	timer: 'setTimeout(show, 800)',
	fetches: `fetch('/drawn/api/0').then(() => fetch('/drawn/api/600')).then(() => setTimeout(show, 200))`,
	view: `document.body.insertAdjacentHTML('beforeend', '<div style="height:4000px"></div><p id="far">.</p>');
		new IntersectionObserver((all) => all.some((one) => one.isIntersecting) && show()).observe(far)`,
	mutation: `new MutationObserver(show).observe(box, { childList: true });
		setTimeout(() => box.append('.'), 400)`,
	dynamic: `setTimeout(() => import('/drawn/lib.js').then(({ later }) => later(show)), 200)`,
	worker: `const one = new Worker('/drawn/worker.js'); one.onmessage = show; one.postMessage(1)`,
	idle: `const go = (left) => requestIdleCallback(() => (left ? go(left - 1) : show())); go(6)`,
	frames: `let drawn = 0; const go = () => (++drawn < 8 ? requestAnimationFrame(go) : show()); go()`,
	interval: `let ticks = 0; const timer = setInterval(() => ++ticks === 10 && (clearInterval(timer), show()), 120)`,
	clock: `setInterval(() => (box.textContent = performance.now()), 100); setTimeout(show, 300)`,
	events: `new EventSource('/drawn/stream').onmessage = show`,
	slow: `fetch('/drawn/api/2500').then(show)`,
	again: `const go = () => fetch('/drawn/flaky').then((answer) => (answer.ok ? show() : setTimeout(go, 700))); go()`,
	image: `const one = new Image(); one.onerror = show; one.src = '/drawn/picture.gif'`,
	database: `const asked = indexedDB.open('one', 1);
		asked.onupgradeneeded = () => asked.result.createObjectStore('all');
		asked.onsuccess = () => {
			const writing = asked.result.transaction('all', 'readwrite');
			writing.objectStore('all').put('value', 'key');
			writing.oncomplete = () => setTimeout(show, 300);
		}`,
	cache: `caches.open('one').then((one) => one.put('/drawn/k', new Response('1')).then(() => one.match('/drawn/k')))
		.then(() => setTimeout(show, 300))`,
	locks: `navigator.locks.request('one', () => new Promise((free) => setTimeout(free, 200)));
		navigator.locks.request('one', () => setTimeout(show, 300))`,
	questions: `navigator.permissions.query({ name: 'geolocation' })
		.then(() => navigator.storage.estimate()).then(() => navigator.mediaDevices.enumerateDevices())
		.then(() => setTimeout(show, 300))`,
	broadcast: `const [one, other] = ['c', 'c'].map((name) => new BroadcastChannel(name));
		other.onmessage = () => setTimeout(show, 300); one.postMessage(1)`,
	keys: `const kind = { name: 'RSA-OAEP', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' };
		crypto.subtle.generateKey(kind, true, ['encrypt', 'decrypt']).then(() => setTimeout(show, 300))`,
	seen: `const whenSeen = (then) => {
			const mark = document.body.appendChild(document.createElement('p'));
			new IntersectionObserver(([entry], all) => entry.isIntersecting && (all.disconnect(), setTimeout(then, 300))).observe(mark);
		};
		whenSeen(() => whenSeen(() => whenSeen(show)))`,
	animation: `box.animate([{ opacity: 0 }, { opacity: 1 }], 400).finished.then(show)`,
	channel: `const { port1, port2 } = new MessageChannel(); port1.onmessage = show;
		setTimeout(() => port2.postMessage(1), 300)`,
	task: `scheduler.postTask(show, { delay: 400, priority: 'background' })`,
	framed: `onmessage = show;
		document.body.insertAdjacentHTML('beforeend', '<iframe src="/drawn/poster" width="300" height="50"></iframe>')`,
	throwing: `setTimeout(show, 100); throw new Error('of the page')`,
};

const draw = (path: string, way: string): string =>
	html(
		`<h1>Shop</h1><p id="view">Loading…</p><p id="box"></p>
		<script>const show = () => (view.textContent = ${JSON.stringify(`${textOf(path)}.`)}); ${way}</script>`,
	);

/** A component that draws its text into a shadow root. */
const component = (path: string, mode: string, link: string): string =>
	html(
		`<h1>Shop</h1><my-page></my-page><script>
		customElements.define('my-page', class extends HTMLElement {
			connectedCallback() {
				this.attachShadow({ mode: '${mode}' }).innerHTML = ${JSON.stringify(`<p>${textOf(path)}.</p>${links([link])}`)};
			}
		})</script>`,
	);

const ROUTES = ['/drawn/app/', '/drawn/app/a', '/drawn/app/b'];

/** An application of one document, whose path names what it shows. */
const APPLICATION = html(
	`<nav><a href="/drawn/app/a" onclick="go(event)">A</a> <a href="/drawn/app/b">B</a></nav><p id="view">Loading…</p>
	<script>
		const texts = ${JSON.stringify(Object.fromEntries(ROUTES.map((path) => [path, `${textOf(path)}.`])))};
		const show = () => setTimeout(() => (view.textContent = texts[location.pathname]), 250);
		const go = (event) => { event.preventDefault(); history.pushState({}, '', event.target.href); show(); };
		show();
	</script>`,
);

const MODULE = { 'content-type': 'text/javascript' };

const after =
	(delayMs: number, status = 200): Part[string][1] =>
	(_request, response) =>
		void setTimeout(() => response.writeHead(status).end('{}'), delayMs);

/** Pages that scripts draw, each in another way. */
export const DRAWN: Part = {
	...page(
		'/drawn/',
		links([
			...Object.keys(WAYS).map((name) => `/drawn/${name}`),
			...['/drawn/app/', '/drawn/imports', '/drawn/open', '/drawn/closed', '/drawn/streamed'],
			'/drawn/late',
		]),
	),
	...Object.fromEntries(
		Object.entries(WAYS).map(([name, way]) => {
			const path = `/drawn/${name}`;
			return [path, ['read', send(draw(path, way))] as const];
		}),
	),
	...Object.fromEntries(ROUTES.map((path) => [path, ['read', send(APPLICATION)] as const])),
	'/drawn/imports': [
		'read',
		send(
			html(
				`<p id="view">Loading…</p><script type="module">
				import { later } from 'lib';
				later(() => (document.getElementById('view').textContent = ${JSON.stringify(`${textOf('/drawn/imports')}.`)}));
				</script>`,
				'<script type="importmap">{"imports":{"lib":"/drawn/lib.js"}}</script>',
			),
		),
	],
	'/drawn/open': ['read', send(component('/drawn/open', 'open', '/drawn/of-open'))],
	'/drawn/closed': ['read', send(component('/drawn/closed', 'closed', '/drawn/of-closed'))],
	'/drawn/streamed': [
		'read',
		(_request, response) => {
			const [beginning = '', end = ''] = own('/drawn/streamed').split('<p>');
			response.writeHead(200, { 'content-type': 'text/html' });
			response.write(beginning);
			setTimeout(() => response.end(`<p>${end}`), 1_500);
		},
	],
	...page(
		'/drawn/late',
		`<p id="place"></p><script>
		setTimeout(() => (place.innerHTML = '<a href="/drawn/found-late">More</a>'), 1_800);</script>`,
	),
	...pages('/drawn/of-open', '/drawn/of-closed', '/drawn/found-late'),
	'/drawn/lib.js': ['unseen', send('export const later = (run) => setTimeout(run, 300)', MODULE)],
	'/drawn/worker.js': [
		'unseen',
		send('onmessage = () => fetch("/drawn/api/600").then(() => postMessage(1))', MODULE),
	],
	'/drawn/poster': [
		'unseen',
		send('<script>setTimeout(() => parent.postMessage(1, "*"), 600)</script>'),
	],
	'/drawn/picture.gif': ['unseen', after(700, 404)],
	'/drawn/stream': [
		'unseen',
		(_request, response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			setTimeout(() => response.write('data: 1\n\n'), 400);
		},
	],
	'/drawn/api/0': ['unseen', after(0)],
	'/drawn/api/600': ['unseen', after(600)],
	'/drawn/api/2500': ['unseen', after(2_500)],
	'/drawn/flaky': [
		'unseen',
		(request, response, count) => after(0, count === 1 ? 500 : 200)(request, response, count),
	],
};
