import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the pages reach for. */
export interface ReachedHost {
	/** Such as `localhost:8080`. */
	host: string;
	/** Ports of the same machine: for streams that are no HTTP, and for datagrams. */
	streamPort: number;
	datagramPort: number;
}

/** Ways of a page to reach for another host while it is shown; each asks for the path of its name. */
function listWays({ host }: ReachedHost): Record<string, string> {
	const at = (name: string): string => `http://${host}/${name}`;
	return {
		image: `<img src="${at('image')}">`,
		imageSet: `<img srcset="${at('imageSet')} 1x">`,
		imageRedirect: `<img src="/lead?to=${at('imageRedirect')}">`,
		inputImage: `<input type="image" src="${at('inputImage')}">`,
		svgImage: `<svg><image href="${at('svgImage')}"/></svg>`,
		video: `<video src="${at('video')}" preload="auto"></video>`,
		audio: `<audio src="${at('audio')}" preload="auto"></audio>`,
		poster: `<video poster="${at('poster')}"></video>`,
		frame: `<iframe src="${at('frame')}"></iframe>`,
		frameRedirect: `<iframe src="/lead?to=${at('frameRedirect')}"></iframe>`,
		frameRefresh: `<iframe srcdoc="<meta http-equiv=refresh content='0;url=${at('frameRefresh')}'>"></iframe>`,
		frameForm: `<iframe name="inner"></iframe><form id="inner" target="inner" method="post" action="${at('frameForm')}"></form><script>document.forms.inner.submit()</script>`,
		object: `<object data="${at('object')}"></object>`,
		embed: `<embed src="${at('embed')}">`,
		portal: `<portal src="${at('portal')}"></portal>`,
		style: `<link rel="stylesheet" href="${at('style')}">`,
		styleImport: `<style>@import url("${at('styleImport')}");</style>`,
		styleUrl: `<p style="background: url('${at('styleUrl')}')">x</p>`,
		font: `<style>@font-face { font-family: Own; src: url("${at('font')}"); }</style><p style="font-family: Own">x</p>`,
		prefetch: `<link rel="prefetch" href="${at('prefetch')}">`,
		preload: `<link rel="preload" as="script" href="${at('preload')}">`,
		modulePreload: `<link rel="modulepreload" href="${at('modulePreload')}">`,
		preconnect: `<link rel="preconnect" href="http://${host}"><link rel="dns-prefetch" href="http://${host}">`,
		icon: `<link rel="icon" href="${at('icon')}">`,
		manifest: `<link rel="manifest" href="${at('manifest')}">`,
		speculation: `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${at('speculation')}"]}],"prerender":[{"source":"list","urls":["${at('prerender')}"]}]}</script>`,
		script: `<script src="${at('script')}"></script>`,
		module: `<script type="module">import "${at('module')}"</script>`,
		fetch: `<script>fetch("${at('fetch')}").catch(() => 0)</script>`,
		fetchRedirect: `<script>fetch("/lead?to=${at('fetchRedirect')}").catch(() => 0)</script>`,
		opaque: `<script>fetch("${at('opaque')}", { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true }).catch(() => 0)</script>`,
		request: `<script>{ const asked = new XMLHttpRequest(); asked.open('PUT', "${at('request')}"); asked.send('x'); }</script>`,
		beacon: `<script>navigator.sendBeacon("${at('beacon')}", 'x')</script>`,
		stream: `<script>new EventSource("${at('stream')}")</script>`,
		streamRedirect: `<script>new EventSource("/lead?to=${at('streamRedirect')}")</script>`,
		socket: `<script>new WebSocket("ws://${host}/socket")</script>`,
		worker: `<script>new Worker(URL.createObjectURL(new Blob(['importScripts("${at('worker')}")'])))</script>`,
		workerSocket: `<script>new Worker(URL.createObjectURL(new Blob(['new WebSocket("ws://${host}/workerSocket")'])))</script>`,
		sharedWorker: `<script>new SharedWorker(URL.createObjectURL(new Blob(['fetch("${at('sharedWorker')}", { mode: "no-cors" })'])))</script>`,
		serviceWorker: `<script>navigator.serviceWorker.register('/worker.js?to=${at('serviceWorker')}').catch(() => 0)</script>`,
		window: `<script>window.open("${at('window')}", '_blank')</script>`,
		windowRedirect: `<script>window.open("/lead?to=${at('windowRedirect')}", '_blank')</script>`,
	};
}

/** Calls of a page with picture and sound, whose helpers and partners are named by addresses. */
const callOthers = ({ streamPort, datagramPort }: ReachedHost): string => `<script>
	const login = { username: 'u', credential: 'c' };
	const iceServers = [
		{ urls: 'stun:127.0.0.1:${datagramPort}' },
		{ urls: 'turn:127.0.0.1:${datagramPort}?transport=udp', ...login },
		{ urls: 'turn:127.0.0.1:${streamPort}?transport=tcp', ...login },
	];
	(async () => {
		const [caller, called] = [new RTCPeerConnection({ iceServers }), new RTCPeerConnection()];
		caller.createDataChannel('x');
		await caller.setLocalDescription(await caller.createOffer());
		await called.setRemoteDescription(caller.localDescription);
		await called.setLocalDescription(await called.createAnswer());
		await caller.setRemoteDescription(called.localDescription);
		for (const way of ['udp 1 127.0.0.1 ${datagramPort} typ host', 'tcp 1 127.0.0.1 ${streamPort} typ host tcptype passive']) {
			await caller.addIceCandidate({ candidate: 'candidate:1 1 ' + way, sdpMid: '0', sdpMLineIndex: 0 });
		}
	})();
</script>`;

/** Ways of a page to lead to another host, which then stands in its place. */
export const LEADS: Readonly<Record<string, (target: string) => string>> = {
	refresh: (target) => `<meta http-equiv="refresh" content="0;url=${target}">`,
	location: (target) => `<script>location.href = '${target}'</script>`,
	replace: (target) => `<script>setTimeout(() => location.replace('${target}'), 100)</script>`,
	form: (target) =>
		`<form method="post" action="${target}"></form><script>document.forms[0].submit()</script>`,
	script: (target) =>
		`<a href="${target}" id="next">Next</a><script>document.getElementById('next').click()</script>`,
	top: (target) => `<iframe srcdoc="<script>top.location = '${target}'</script>"></iframe>`,
	self: (target) => `<script>window.open('${target}', '_self')</script>`,
};

/**
 * Answers as a site does whose pages reach for another host: `/ways` in all ways at once, `/call` by
 * calls, `/<lead>?to=` as {@link LEADS}, `/lead?to=`, `/keep?to=` and `/header?to=` by its answers, and
 * `/early?to=` before all of its answer is there.
 */
export function answerReaching(
	request: IncomingMessage,
	response: ServerResponse,
	reached: ReachedHost,
): void {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
	const target = searchParams.get('to') ?? '';
	const send = (body: string, headers = {}): void => {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
		response.end(`<!doctype html><title>Reaching</title><body><h1>Reaching</h1>${body}</body>`);
	};
	const lead = LEADS[pathname.slice(1)];
	if (pathname === '/ways') send(Object.values(listWays(reached)).join('\n'));
	else if (pathname === '/call') send(callOthers(reached));
	else if (pathname === '/lead') response.writeHead(302, { location: target }).end();
	else if (pathname === '/keep') response.writeHead(307, { location: target }).end();
	else if (pathname === '/header') send('', { refresh: `0;url=${target}` });
	else if (pathname === '/early') {
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
		response.write(`<!doctype html><script>location.href = ${JSON.stringify(target)}</script>`);
	} else if (pathname === '/worker.js') {
		response.writeHead(200, { 'content-type': 'text/javascript' });
		response.end(`fetch('${target}', { mode: 'no-cors' }).catch(() => 0)`);
	} else if (lead !== undefined) send(lead(target));
	else response.writeHead(404).end();
}

/** The names of the ways of `/ways`. */
export const WAYS = Object.keys(listWays({ host: '', streamPort: 0, datagramPort: 0 }));
