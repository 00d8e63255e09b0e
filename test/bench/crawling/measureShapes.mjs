import { createServer } from 'node:http';
import { startLocalService } from '../localService.mjs';
import { toTable } from '../table.mjs';
import { listSites } from './sites/sites.mjs';

/** @typedef {import('./sites/words.mjs').Site} Site */

/** What the hosted service allows. */
const MAX_PAGES = 50;

const TITLES = ['Half', 'Site', 'Content pages found', 'Twice', 'Without content', 'Breadth first'];

/**
 * How many of the content pages of a site a crawl finds with 50 places, by the shape of the site.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureShapes() {
	const service = await startLocalService();
	const rows = [];
	try {
		for (const site of listSites()) rows.push(await measureSite(service, site));
	} finally {
		await service.close();
	}
	const sorted = rows.toSorted(([a = ''], [b = '']) => b.localeCompare(a));
	return `### Content pages that a crawl of ${MAX_PAGES} pages finds\n\n${toTable(TITLES, sorted)}`;
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {Site} site
 */
async function measureSite(service, site) {
	const server = createServer((request, response) => {
		const text = site.read(new URL(request.url ?? '/', 'http://127.0.0.1'));
		response.writeHead(text === undefined ? 404 : 200, {
			'content-type': 'text/html; charset=utf-8',
		});
		response.end(text ?? 'Not found');
	});
	await new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const origin = `http://127.0.0.1:${Object(address).port}`;
	try {
		const { jobId } = await service.submit('/crawl', {
			baseUrl: origin + (site.start ?? '/'),
			crawlInstruction: 'all pages',
			maxPages: MAX_PAGES,
			crawlEntireDomain: true,
			scrapeMode: 'fast',
		});
		const { result } = await service.waitForEnd(`/crawl/${jobId}`);
		const urls = result.map((/** @type {{ url: string }} */ { url }) => new URL(url));
		return [site.half, site.name, ...count(site, urls), String(crawlBreadthFirst(site))];
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => void server.close(resolve));
	}
}

/**
 * @param {Site} site
 * @param {URL[]} urls The pages that were read.
 */
function count(site, urls) {
	const contents = urls.flatMap((url) => site.contentOf(url) ?? []);
	const found = new Set(contents).size;
	return [
		`${found} of ${site.contents}`,
		String(contents.length - found),
		String(urls.length - contents.length),
	];
}

/**
 * What a crawl finds that follows every link in the order found.
 * @param {Site} site
 */
function crawlBreadthFirst(site) {
	const start = new URL(site.start ?? '/', 'http://site.example');
	const known = new Set([start.href]);
	const contents = new Set();
	let read = 0;
	for (const address of known) {
		const url = new URL(address);
		const text = site.read(url);
		if (text === undefined) continue;
		contents.add(site.contentOf(url));
		for (const [, link = ''] of text.matchAll(/<a href="([^"]*)"/g)) {
			known.add(new URL(link.replaceAll('&amp;', '&'), url).href);
		}
		if ((read += 1) === MAX_PAGES) break;
	}
	contents.delete(undefined);
	return contents.size;
}
