import { readFile } from 'node:fs/promises';
import { inRepository } from '../../../scripts/lib/repository.mjs';
import { SITE_PAGES, startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { median } from '../rates.mjs';
import { toTable } from '../table.mjs';

const IDLE_TRIES = 9;
const CRAWLS = 3;
const SEARCHES = 4;
const HITS = 20;
const BATCH_PAGES = 50;
const SCANS = 12;
const SCAN = 'test/fixtures/documents/scans/page.png';
/** Longest that a load is measured, in milliseconds. */
const LOAD_LIMIT_MS = 120_000;

/**
 * @typedef {import('../localService.mjs').LocalService} LocalService
 * @typedef {object} Load
 * @property {string} name
 * @property {(service: LocalService, site: string) => Promise<string[]>} start Answers with the paths of
 * its jobs.
 */

/** @type {Load[]} */
const LOADS = [
	{
		name: `${CRAWLS} crawls of ${SITE_PAGES} pages`,
		start: (service, site) =>
			submitSome(CRAWLS, service, '/crawl', (at) => ({
				baseUrl: `${site}/site/${at}`,
				crawlEntireDomain: true,
				maxPages: SITE_PAGES,
			})),
	},
	{
		name: `${SEARCHES} searches with ${HITS} pages each`,
		start: (service) =>
			submitSome(SEARCHES, service, '/search', () => ({
				query: 'harbour',
				limit: HITS,
				scrapeOptions: { formats: ['markdown'] },
			})),
	},
	{
		name: `a batch of ${BATCH_PAGES}`,
		async start(service, site) {
			const urls = Array.from({ length: BATCH_PAGES }, (_url, at) => `${site}/plain/${1000 + at}`);
			const { batchId } = await service.submit('/batch/scrape', { urls });
			return [`/batch/scrape/${batchId}`];
		},
	},
	{
		name: `${SCANS} scans`,
		async start(service) {
			const document = { fileName: 'page.png', bytes: await readFile(inRepository(SCAN)) };
			return await Promise.all(
				Array.from({ length: SCANS }, () => service.submitDocument(document)),
			);
		},
	},
];

/**
 * How long a single page, and a line of text, take beside what others have the service do.
 * @param {(text: string) => void} report
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureFairness(report) {
	const site = await startBenchSite();
	const service = await startLocalService();
	let number = 0;
	const scrape = () =>
		timed(async () => {
			number += 1;
			const urls = [{ url: `${site.url}/plain/${number}` }];
			const { jobId } = await service.submit('/scrape', { urls });
			await service.waitForEnd(`/scrape/${jobId}`);
		});
	const parse = () =>
		timed(() => service.parse({ fileName: 'line.txt', bytes: Buffer.from('A line of text.') }));
	const sample = async () => ({ page: await scrape(), line: await parse() });
	try {
		// Warms everything up, and gives the searches something to find.
		await waitForAll(
			service,
			await submitSome(1, service, '/crawl', () => ({
				baseUrl: `${site.url}/site/0`,
				crawlEntireDomain: true,
				maxPages: SITE_PAGES,
			})),
		);
		await sample();
		report('idle');
		const idle = [];
		for (let at = 0; at < IDLE_TRIES; at += 1) idle.push(await sample());
		const rows = [['nothing', ...toCells(idle, idle)]];
		for (const { name, start } of LOADS) {
			report(name);
			const paths = await start(service, site.url);
			const startMs = performance.now();
			const ending = waitForAll(service, paths).then(() => true);
			const samples = [];
			for (let isOver = false; !isOver;) {
				samples.push(await sample());
				isOver = await Promise.race([ending, Promise.resolve(false)]);
				if (performance.now() - startMs > LOAD_LIMIT_MS) break;
			}
			rows.push([name, ...toCells(samples, idle)]);
			await ending;
		}
		const titles = [
			'beside',
			'tries',
			'page, median',
			'ratio to idle',
			'page, worst',
			'line of text, median',
			'line, worst',
		];
		return `## A single page and a line of text beside other jobs (seconds)\n\n${toTable(titles, rows)}`;
	} finally {
		await service.close();
		await site.stop();
	}
}

/**
 * @param {number} count
 * @param {LocalService} service
 * @param {string} path
 * @param {(at: number) => object} bodyOf
 */
async function submitSome(count, service, path, bodyOf) {
	return await Promise.all(
		Array.from({ length: count }, async (_job, at) => {
			const { jobId } = await service.submit(path, bodyOf(at));
			return `${path}/${jobId}`;
		}),
	);
}

/**
 * @param {LocalService} service
 * @param {string[]} paths
 */
async function waitForAll(service, paths) {
	for (const path of paths) await service.waitForEnd(path);
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
	const startMs = performance.now();
	await work();
	return (performance.now() - startMs) / 1000;
}

/** @typedef {{ page: number, line: number }} Sample */

/**
 * @param {Sample[]} samples
 * @param {Sample[]} idle
 */
function toCells(samples, idle) {
	const pages = samples.map(({ page }) => page);
	const lines = samples.map(({ line }) => line);
	const ratio = median(pages) / median(idle.map(({ page }) => page));
	return [
		String(samples.length),
		median(pages).toFixed(2),
		ratio.toFixed(1),
		Math.max(...pages).toFixed(2),
		median(lines).toFixed(2),
		Math.max(...lines).toFixed(2),
	];
}
