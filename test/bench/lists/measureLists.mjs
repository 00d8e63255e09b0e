import { once } from 'node:events';
import { createServer } from 'node:http';
import { startLocalService } from '../localService.mjs';
import { groupOf, watchMemory } from '../memory/groupMemory.mjs';
import { toTable } from '../table.mjs';

const ENTRIES_PER_PAGE = 20;
const PAGE_COUNTS = [10, 20, 40];
const TITLES = [
	'List',
	'Pages',
	'Entries',
	'Seconds',
	'Seconds per page',
	'Service, MB',
	'Others, MB',
];

/**
 * Reads lists of more and more pages to their end, of which the next page is a link, and of which a button adds
 * the next portion: time per page, and the most memory that was taken meanwhile.
 *
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureLists(report) {
	const site = await startShop();
	/** @type {Array<Array<string | number>>} */
	const rows = [];
	try {
		for (const [kind, name] of [
			['linked', 'A link to the next page'],
			['more', 'A button that adds entries'],
		]) {
			for (const pages of PAGE_COUNTS) {
				const row = await measure(`${site.url}/${kind}/${pages}`, pages);
				report(`${name}: ${row.join(', ')}`);
				rows.push([String(name), ...row]);
			}
		}
	} finally {
		await site.stop();
	}
	return `### Lists that are read to their end (${ENTRIES_PER_PAGE} entries per page)\n\n${toTable(TITLES, rows)}`;
}

/**
 * In a service of its own, so that memory of one list is not that of another.
 * @param {string} url
 * @param {number} pages
 * @returns {Promise<Array<string | number>>}
 */
async function measure(url, pages) {
	const service = await startLocalService();
	const actions = [
		{ type: 'forEach', mode: 'inline', maxItems: 2000, pagination: { maxPages: 99 } },
	];
	const schema = {
		type: 'object',
		properties: {
			products: {
				type: 'array',
				items: {
					type: 'object',
					properties: { name: { type: 'string' }, price: { type: 'number' } },
				},
			},
		},
	};
	try {
		// The browser is started, and the programs are loaded, before the time runs.
		await scrape(service, { urls: [{ url: url.replace(/\d+$/, '1') }], schema });
		const stopWatching = watchMemory(groupOf(service));
		const startedAt = performance.now();
		const result = await scrape(service, { urls: [{ url, actions }], schema });
		const seconds = (performance.now() - startedAt) / 1000;
		const { main, helpers } = stopWatching();
		const entries = result.content.products.length;
		if (entries !== pages * ENTRIES_PER_PAGE) throw new Error(`${url}: ${entries} entries`);
		const figures = [seconds.toFixed(1), (seconds / pages).toFixed(2)];
		return [pages, entries, ...figures, Math.round(main), Math.round(helpers)];
	} finally {
		await service.close();
	}
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {object} request
 */
async function scrape(service, request) {
	const { jobId } = await service.submit('/scrape', request);
	return (await service.waitForEnd(`/scrape/${jobId}`)).result;
}

/** A shop whose addresses say how a list goes on and how many pages it has. */
async function startShop() {
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop.invalid');
		const [, kind = '', count = '1'] = pathname.split('/');
		const page = Number(searchParams.get('page') ?? 1);
		const list = cardsOf(page);
		const isPortion = kind === 'more' && page > 1;
		response.setHeader('content-type', 'text/html; charset=utf-8');
		response.end(isPortion ? list : pageOf(kind, page, Number(count), list));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The shop has no port');
	return {
		url: `http://127.0.0.1:${address.port}`,
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

/** @param {number} page */
function cardsOf(page) {
	return Array.from({ length: ENTRIES_PER_PAGE }, (_card, index) => {
		const number = (page - 1) * ENTRIES_PER_PAGE + index + 1;
		return `<li class="card"><h3>Lamp ${number}</h3><p>Made to order in our workshop, number ${number}.</p><p class="price">${number}.50 EUR</p></li>`;
	}).join('');
}

/**
 * @param {string} kind
 * @param {number} page
 * @param {number} count
 * @param {string} list
 */
function pageOf(kind, page, count, list) {
	const link = `<a rel="next" href="?page=${page + 1}">Next</a>`;
	const button = `<button id="more">Load more</button><script>
		let page = 1;
		const more = document.getElementById('more');
		more.onclick = async () => {
			page += 1;
			const answer = await fetch('?page=' + page);
			document.getElementById('list').insertAdjacentHTML('beforeend', await answer.text());
			if (page >= ${count}) more.remove();
		};</script>`;
	const way = page >= count ? '' : kind === 'more' ? button : link;
	return `<!doctype html><title>Lamps</title><h1>Lamps</h1><ul id="list">${list}</ul>${way}`;
}
