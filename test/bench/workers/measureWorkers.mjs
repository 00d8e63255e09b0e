import { Client } from 'pg';
import { startPages } from '../../contract/support/startPages';
import { startPostgres } from '../../support/postgres.mjs';
import { startBenchSite } from '../benchSite.mjs';
import { startLocalService } from '../localService.mjs';
import { printReports } from '../parsing/benchDocuments.mjs';
import { measureRate, median } from '../rates.mjs';
import { toTable } from '../table.mjs';
import { startFleet } from './fleet.mjs';

const ROUNDS = 3;
const SEARCHES = 300;
const PAGES = 40;
const DOCUMENTS = 60;
const SENT_AT_A_TIME = 10;
const CHAPTERS = 2;

const TITLES = ['', 'Jobs without work', 'Plain pages', `PDFs of ${CHAPTERS} pages`];

/**
 * @typedef {import('../localService.mjs').LocalService} LocalService
 * @typedef {object} Kind
 * @property {number} count
 * @property {(service: LocalService, number: number) => Promise<string>} run Sends a job; answers with
 * the path of its status.
 */

/**
 * How many jobs a second the local service does on SQLite and on Postgres, with more and more workers.
 * A job without work is a search whose engine answers at once: what it takes is the queue's. Postgres
 * waits for the disk as SQLite does.
 * @returns {Promise<string>} A Markdown section.
 */
export async function measureWorkers() {
	const site = await startBenchSite();
	const engine = await startPages((_request, response) => {
		const results = [{ url: 'https://example.com/', title: 'Harbour', content: 'Ships' }];
		response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ results }));
	});
	const postgres = await startPostgres({ settings: { fsync: 'on' } });
	const [document] = await printReports([CHAPTERS]);
	if (document === undefined) throw new Error('No document was printed');
	const environment = { SEARCH_URL: engine.url, MAX_UNFINISHED_JOBS: '10000', LOG_LEVEL: 'error' };

	/** @type {Kind[]} */
	const kinds = [
		{
			count: SEARCHES,
			run: (service, number) =>
				submit(service, '/search', { query: `harbour ${number}`, sources: ['web'] }),
		},
		{
			count: PAGES,
			run: (service, number) =>
				submit(service, '/scrape', { urls: [{ url: `${site.url}/plain/${number}` }] }),
		},
		{ count: DOCUMENTS, run: (service) => service.submitDocument(document) },
	];

	/** @param {number} workers */
	const startOnPostgres = async (workers) => {
		const name = `bench_${workers}`;
		const admin = new Client(postgres.url);
		await admin.connect();
		await admin.query(`CREATE DATABASE ${name}`);
		await admin.end();
		return await startFleet({ databaseUrl: postgres.urlOf(name), workers, environment });
	};

	/** @type {Array<[string, () => Promise<LocalService>]>} */
	const setUps = [
		['SQLite, one process', () => startLocalService({ environment })],
		['Postgres, one process', () => startOnPostgres(0)],
		...[1, 2, 4].map((workers) => {
			const name = `Postgres, one that answers and ${workers} ${workers === 1 ? 'worker' : 'workers'}`;
			return /** @type {[string, () => Promise<LocalService>]} */ ([
				name,
				() => startOnPostgres(workers),
			]);
		}),
	];
	try {
		const rows = [];
		for (const [name, start] of setUps) {
			const service = await start();
			try {
				rows.push([name, ...(await measureKinds(service, kinds))]);
			} finally {
				await service.close();
			}
		}
		return `### Jobs per second with more workers (median of ${ROUNDS} rounds, ${SENT_AT_A_TIME} jobs sent at a time)\n\n${toTable(TITLES, rows)}`;
	} finally {
		await postgres.stop();
		await engine.stop();
		await site.stop();
	}
}

/**
 * @param {LocalService} service
 * @param {Kind[]} kinds
 */
async function measureKinds(service, kinds) {
	const rates = [];
	for (const kind of kinds) {
		const ofRounds = [];
		for (let round = 0; round <= ROUNDS; round += 1) {
			const rate = await measureRate(kind.count, () => runAll(service, kind));
			// The first round warms it up.
			if (round > 0) ofRounds.push(rate);
		}
		rates.push(median(ofRounds).toFixed(1));
	}
	return rates;
}

/**
 * Sends all jobs, then waits for their ends: one is asked for at a time, as asking costs, too.
 * @param {LocalService} service
 * @param {Kind} kind
 */
async function runAll(service, { count, run }) {
	let next = 0;
	/** @type {string[]} */
	const sent = [];
	const send = async () => {
		while (next < count) {
			next += 1;
			sent.push(await run(service, next));
		}
	};
	await Promise.all(Array.from({ length: SENT_AT_A_TIME }, send));
	for (const path of sent) await service.waitForEnd(path);
}

/**
 * @param {LocalService} service
 * @param {string} path
 * @param {object} body
 */
async function submit(service, path, body) {
	const { jobId } = await service.submit(path, body);
	return `${path}/${jobId}`;
}
