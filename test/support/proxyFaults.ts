import type { Reply } from './scriptedService';

const html = '<html><title>Proxy</title></html>';

/** A text as a caller of n8n's helper gets it, who may have asked for a stream. */
export const answerPage = (status: number, body = html, headers: Reply['headers'] = {}): Reply => ({
	status,
	headers: { 'content-type': 'text/html', ...headers },
	body,
});

export const answerJson = (status: number, body: unknown): Reply => ({
	status,
	headers: { 'content-type': 'application/json' },
	body,
});

/** What something between n8n and the service answers in its place. */
export const PROXY_FAULTS: Record<string, Reply> = {
	'a bare 404': answerPage(404, ''),
	'a bare 403': answerPage(403, ''),
	'a bare 401': answerPage(401, ''),
	'a bare 502': answerPage(502, ''),
	'the page of a gateway': answerPage(502),
	'JSON of a gateway': answerJson(404, { message: 'no Route matched' }),
	'a captive portal': answerPage(200),
	'JSON of a captive portal': answerJson(200, { message: 'Welcome' }),
	'an empty list': answerJson(200, []),
	'the text of a load balancer': answerPage(200, 'no server', { 'content-type': 'text/plain' }),
	'JSON with 401': answerJson(401, { error: 'unauthorized' }),
	'a redirect': answerPage(302, '', { location: 'https://portal.test/' }),
	'an empty answer': { status: 200, headers: { 'content-length': '0' }, body: '' },
	'an answer without content': { status: 204, headers: {}, body: '' },
	'an answer that is cut': answerJson(200, '{"status":"comp'),
};
