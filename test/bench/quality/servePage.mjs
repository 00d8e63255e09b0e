import { once } from 'node:events';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** Saved pages must not ask anything of the sites that they are from, nor lead there. */
const HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': "default-src 'none'",
};
const REFRESH = /<meta[^>]{0,200}http-equiv=["']?refresh[^>]{0,500}>/gi;

/**
 * Serves a saved page at an address of its own, without its scripts, styles and pictures.
 * @param {Buffer} bytes HTML, gzip
 */
export async function servePage(bytes) {
	const html = gunzipSync(bytes).toString('utf8').replace(REFRESH, '');
	const server = createServer((request, response) => {
		if (request.url !== '/') return void response.writeHead(404).end();
		response.writeHead(200, HEADERS).end(html);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		url: `http://127.0.0.1:${port}/`,
		close() {
			server.closeAllConnections();
			server.close();
		},
	};
}
