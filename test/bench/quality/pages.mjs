import { once } from 'node:events';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { wordScore } from './text.mjs';

const TYPES = ['article', 'collection', 'documentation', 'forum', 'listing', 'product', 'service'];

/** Saved pages must not ask anything of the sites that they are from, nor lead there. */
const HEADERS = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': "default-src 'none'",
};
const REFRESH = /<meta[^>]{0,200}http-equiv=["']?refresh[^>]{0,500}>/gi;

/**
 * Web pages in `pages/` (HTML, gzip), read for their main content; `pages-gold/` has `{ type, text }`
 * of each as JSON.
 * @type {import('./measureQuality.mjs').Kind}
 */
export const pages = {
	title: 'Pages',
	folder: 'pages',
	goldFile: (fileName) => fileName.replace(/\..*$/, '.json'),
	async read(service, { bytes }) {
		const html = gunzipSync(bytes).toString('utf8').replace(REFRESH, '');
		const server = createServer((request, response) => {
			if (request.url !== '/') return void response.writeHead(404).end();
			response.writeHead(200, HEADERS).end(html);
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : undefined;
		try {
			const urls = [{ url: `http://127.0.0.1:${port}/` }];
			const { jobId } = await service.submit('/scrape', { urls, extractContentOnly: true });
			const job = await service.waitForEnd(`/scrape/${jobId}`);
			return job.result.data[0].markdownContent;
		} catch (error) {
			// What could not be read scores nothing, and the others are read all the same.
			console.error(error instanceof Error ? error.message : error);
			return '';
		} finally {
			server.closeAllConnections();
			server.close();
		}
	},
	score(markdown, gold) {
		const { type, text } = JSON.parse(gold);
		const score = wordScore(markdown, text);
		const byType = TYPES.map((name) => [name, name === type ? score : undefined]);
		return { 'words (F1)': score, ...Object.fromEntries(byType) };
	},
};
