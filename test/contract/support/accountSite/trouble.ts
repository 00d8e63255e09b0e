import { type Answer, html, links, own, page, pages, type Part, send } from './entry.ts';

const drop: Answer = (_request, response) => void response.socket?.destroy();

/** Ends the connection after the beginning of an answer. */
const cut =
	(beginning: string): Answer =>
	(_request, response) => {
		response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9000' });
		response.write(beginning, () => response.socket?.destroy());
	};

/** Sends bytes as they are, in place of an answer. */
const raw =
	(bytes: string): Answer =>
	(_request, response) =>
		void response.socket?.end(bytes);

/** Answers well from the second time on. */
const atFirst = (name: string, trouble: Answer): Part => ({
	[`/trouble/${name}`]: [
		'read',
		(request, response, count) =>
			(count === 1 ? trouble : send(own(`/trouble/${name}`)))(request, response, count),
	],
});

/** Asks for rest, and answers well once that is over. */
const untilRested = (name: string, status: number, toHeader: (untilMs: number) => string): Part => {
	let untilMs: number | undefined;
	return {
		[`/trouble/${name}`]: [
			'read',
			(request, response, count) => {
				untilMs ??= Date.now() + REST_MS;
				const isRested = Date.now() >= untilMs;
				const trouble = send('', { 'retry-after': toHeader(untilMs) }, status);
				(isRested ? send(own(`/trouble/${name}`)) : trouble)(request, response, count);
			},
		],
	};
};

const REST_MS = 4_000;

const failing = (name: string, answer: Answer): Part => ({
	[`/trouble/${name}`]: ['failed', answer],
});

const script = (name: string, statement: string): Part =>
	page(`/trouble/${name}`, `<script>${statement}</script>`);

const refreshTo = (name: string): Answer =>
	send(html(`<meta http-equiv="refresh" content="0; url=${name}">`));

const STATUSES = [401, 403, 404, 410, 418, 451, 500];

const ADDRESSES: Part = {
	...untilRested('rest-date', 503, (untilMs) =>
		new Date(Math.ceil(untilMs / 1000) * 1000).toUTCString(),
	),
	...untilRested('rest-seconds', 429, () => String(REST_MS / 1000)),
	...atFirst('busy', send('', {}, 503)),
	...atFirst('dropped', drop),
	...atFirst('cut', cut('<p>The first half of it')),
	'/trouble/always-cut': ['read', cut(own('/trouble/always-cut'))],
	'/trouble/untyped': ['read', (_request, response) => void response.end(own('/trouble/untyped'))],
	// It loads itself anew for as long as one looks.
	...page('/trouble/reloading', '', '<meta http-equiv="refresh" content="1">'),
	...script('alert', 'for (let i = 0; i < 3; i += 1) alert(i)'),
	...script('unload', 'onbeforeunload = (event) => event.preventDefault()'),
	...script('window', 'window.open("/trouble/opened")'),
	// Known by where it leads.
	'/trouble/leaving': [
		'unseen',
		send(html('<script>setTimeout(() => (location = "/trouble/left"), 300)</script>')),
	],
	...Object.assign(
		{},
		...STATUSES.map((status) => failing(`status-${status}`, send('', {}, status))),
	),
	...failing('nothing', send('', {}, 204)),
	...failing('dropping', drop),
	...failing('other-protocol', raw('SSH-2.0-OpenSSH\r\n')),
	...failing('bad-length', raw('HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n<p>x</p>')),
	...failing('badly-packed', send('not packed', { 'content-encoding': 'gzip' })),
	...failing('to-nowhere', send('', { location: 'http://' }, 302)),
	...failing('without-location', send('', {}, 302)),
	...failing('ring', send('', { location: '/trouble/ring' }, 302)),
	...failing('ring-there', send('', { location: '/trouble/ring-back' }, 302)),
	...failing('ring-back', send('', { location: '/trouble/ring-there' }, 301)),
	...failing('turns-there', refreshTo('turns-back')),
	...failing('turns-back', refreshTo('turns-there')),
	...failing('turns-1', refreshTo('turns-2')),
	...failing('turns-2', refreshTo('turns-3')),
	...failing('turns-3', refreshTo('turns-1')),
	...failing('to-mail', send('', { location: 'mailto:a@b.example' }, 302)),
	...failing('to-closed-port', send('', { location: 'http://127.0.0.1:2/page' }, 302)),
};

/** Servers and pages in trouble. */
export const TROUBLE: Part = {
	...page('/trouble/', links(Object.keys(ADDRESSES))),
	...ADDRESSES,
	...pages('/trouble/left'),
	'/trouble/opened': ['unseen', send(own('/trouble/opened'))],
};
