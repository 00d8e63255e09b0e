import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pdf, textLines } from '../fixtures/documents/pdf';
import { submitParse } from './support/callParse';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';

/** Documents whose Markdown is stored and sent in many parts. */

/** Characters that take two places, so that parts end between their halves if nobody minds them. */
const SHIPS = `One ${'🚢'.repeat(200_000)} "\\ end`;
/** More Markdown than a page may have. */
const ROWS = 4_500;
const TABLE = `name;value\n${`${'one '.repeat(500)}two;3\n`.repeat(ROWS)}`;
const DOCUMENTS: Record<string, Buffer | string> = {
	'/ships.md': SHIPS,
	'/table.csv': TABLE,
	'/two.pdf': pdf(['One', 'Two'].map((text) => ({ content: textLines([{ text }]) }))),
};

let site: Pages;
let service: RunningService;
let dataDirectory: string;

beforeAll(async () => {
	site = await startPages((request, response) => {
		const type = request.url?.endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
		response.writeHead(200, { 'Content-Type': type });
		response.end(DOCUMENTS[request.url ?? '']);
	});
	dataDirectory = await mkdtemp(join(tmpdir(), 'large-documents-'));
	service = await startService({ dataDirectory, withoutBrowser: true });
});

afterAll(async () => {
	await service.stop();
	await site.stop();
	await rm(dataDirectory, { recursive: true, force: true });
});

async function parse(path: string): Promise<string> {
	const { body } = await submitParse(service, { url: `${site.url}${path}`, wait: false });
	await waitForEnd(service, `/parse/${body.jobId}`);
	return body.jobId;
}

const ask = async (path: string) => Object((await callService(service, 'GET', path)).body);

/** The service's database, beside the service. */
const openDatabase = () => new DatabaseSync(join(dataDirectory, 'service.db'));

describe('a long document', () => {
	it('is given whole: as one text, page by page, and in a batch', async () => {
		const jobId = await parse('/ships.md');
		const { markdown, pages } = await ask(`/parse/${jobId}?pages=true`);
		const queued = await callService(service, 'POST', '/parse/batch', {
			urls: [`${site.url}/ships.md`, `${site.url}/two.pdf`, `${site.url}/ships.md`],
		});
		const path = `/parse/batch/${Object(queued.body).batchId}`;
		await waitForEnd(service, path);
		const { documents } = await ask(`${path}?include=results`);

		expect(markdown === SHIPS).toBe(true);
		expect(pages).toHaveLength(1);
		expect(pages[0]).toMatchObject({ pageNumber: 1, method: 'text' });
		expect(pages[0].markdown === SHIPS).toBe(true);
		expect([documents[0], documents[2]].every((entry) => entry.markdown === SHIPS)).toBe(true);
		expect(documents[1]).toMatchObject({ status: 'completed', markdown: 'One\n\nTwo' });
	});

	it('is never cut without a word: an answer that lacks a part is broken off', async () => {
		const jobId = await parse('/table.csv');
		const database = openDatabase();
		const { parts } = Object(
			database.prepare('SELECT count(*) AS parts FROM parse_texts WHERE job_id = ?').get(jobId),
		);
		const whole = await ask(`/parse/${jobId}`);
		database.prepare('DELETE FROM parse_texts WHERE job_id = ? AND part = ?').run(jobId, parts - 1);
		database.close();

		expect(whole.markdown.split('\n')).toHaveLength(ROWS + 2);
		await expect(ask(`/parse/${jobId}`)).rejects.toThrow();
		expect((await callService(service, 'GET', '/account')).status).toBe(200);
	});

	it('behind the address of a page is refused with what to do instead', async () => {
		const { body } = await callService(service, 'POST', '/scrape', {
			urls: [{ url: `${site.url}/table.csv` }],
			scrapeMode: 'fast',
		});
		const { body: ended } = await waitForEnd(service, `/scrape/${Object(body).jobId}`);

		expect(ended).toMatchObject({
			status: 'failed',
			error: expect.stringContaining('Parse it as a document instead (POST /parse)'),
		});
	});
});

describe('a result that an earlier version stored in one piece', () => {
	it('is read as before', async () => {
		const jobId = await parse('/two.pdf');
		const before = await ask(`/parse/${jobId}?pages=true`);
		expect(before).not.toHaveProperty('error');
		await service.stop();
		const database = openDatabase();
		const { result } = Object(
			database.prepare('SELECT result FROM job_results WHERE job_id = ?').get(jobId),
		);
		const pages = before.pages.map((page: { markdown: string }) => ({
			...page,
			markdown: `\n${page.markdown}\n`,
		}));
		database
			.prepare('UPDATE job_results SET result = ? WHERE job_id = ?')
			.run(JSON.stringify({ ...JSON.parse(result), texts: undefined, pages }), jobId);
		database.exec("DROP TABLE parse_texts; DELETE FROM migrations WHERE name LIKE '0090%'");
		database.close();
		service = await startService({ dataDirectory, withoutBrowser: true });

		expect(await ask(`/parse/${jobId}?pages=true`)).toEqual(before);
		expect(before.markdown).toBe('One\n\nTwo');
	});
});
