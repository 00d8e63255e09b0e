import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository } from '../../scripts/lib/repository.mjs';
import { waitForBatch } from './support/callBatch';
import { callService, waitForEnd } from './support/callService';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';
import { changeDatabase, dumpDatabase, isOnPostgres } from './support/testDatabase';

/** The last migration of 0.2.0. */
const LAST_OF_RELEASE = '0100-owner.sql';
const OLD_KEY = 'wde_of-an-older-release';
const MIGRATIONS = inRepository('service/src/db');
const SECRETS = /(?:COOKIE|TYPED|PASSWORD)-\d|password-\d/g;

let dataDirectory: string;
let pages: Pages;
let service: RunningService;
/** The cookies and passwords that came with each path. */
const seen = new Map<string, string>();

const id = (group: number, digit: string) => `${group}0000000-0000-4000-8000-00000000000${digit}`;
const ask = async (path: string) => Object((await callService(service, 'GET', path)).body);

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://pages');
		const { authorization = '', cookie = '' } = request.headers;
		if (pathname === '/signed-in' && authorization === '') {
			response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
			return;
		}
		const login = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
		seen.set(pathname, `${cookie} ${login}`);
		response.setHeader('Content-Type', 'text/html');
		response.end(`<title>Page</title><input id="i"><p>${`Words of ${pathname}. `.repeat(40)}</p>`);
	});
	dataDirectory = await mkdtemp(join(tmpdir(), 'extraction-upgrade-'));
	await fillAsOldRelease();
	service = await startService({ dataDirectory });
});

afterAll(async () => {
	await Promise.all([service.stop(), pages.stop()]);
	await rm(dataDirectory, { recursive: true, force: true });
});

/** Makes the database by the migrations that the release had, with its rows, and its files beside it. */
async function fillAsOldRelease(): Promise<void> {
	const own = isOnPostgres ? 'postgres/migrations' : 'sqlite/migrations';
	const files = await Promise.all(
		['migrations', own].map(async (folder) => {
			const names = await readdir(join(MIGRATIONS, folder));
			return names.map((name) => ({ name, path: join(MIGRATIONS, folder, name) }));
		}),
	);
	const migrations = files
		.flat()
		.filter(({ name }) => name <= LAST_OF_RELEASE && !name.includes('0.1.0'))
		.toSorted((one, other) => (one.name < other.name ? -1 : 1));
	const steps = await Promise.all(
		migrations.map(async ({ name, path }) => {
			return `${await readFile(path, 'utf8')};\nINSERT INTO migrations (name) VALUES ('${name}');`;
		}),
	);
	const rows = await readFile(join(__dirname, '../fixtures/service-0.2.0.sql'), 'utf8');
	const filled = rows
		.replaceAll('{PAGES}', new URL(pages.url).host)
		.replaceAll('{NOW}', String(Date.now()))
		.replaceAll('{KEY_HASH}', createHash('sha256').update(OLD_KEY).digest('hex'));
	expect(filled.match(SECRETS)).toHaveLength(30);
	await changeDatabase(
		dataDirectory,
		['CREATE TABLE migrations (name text PRIMARY KEY);', ...steps, filled].join('\n'),
	);
	for (const folder of ['files', 'parse-files']) {
		await mkdir(join(dataDirectory, folder), { recursive: true, mode: 0o755 });
		await chmod(join(dataDirectory, folder), 0o755);
	}
	const write = (path: string, text: string) =>
		writeFile(join(dataDirectory, path), text, { mode: 0o644 });
	await write('files/70000000-0000-4000-8000-000000000001.png', 'An old picture.');
	await write('files/70000000-0000-4000-8000-000000000002.html', '<h1>Docs</h1>');
	await write('files/70000000-0000-4000-8000-000000000003.md', '# Docs');
	await write(`parse-files/${id(6, '1')}`, 'Some text of a file.');
	await write(`parse-files/${id(6, '2')}`, 'Text that waits still.');
}

describe('a data folder of 0.2.0, opened by this version', () => {
	it('has its results, logs and usage as they were', async () => {
		expect(await ask(`/scrape/${id(1, '1')}`)).toMatchObject({
			status: 'completed',
			result: { data: [{ markdownContent: '# Lamps' }] },
		});
		const failed = await ask(`/scrape/${id(1, '2')}`);
		expect(failed).toMatchObject({ status: 'failed' });
		expect(failed.error).toMatch(/\*\*\*@127.*\/b: action 1 .*\*\*\* was not typed/);
		expect(await ask(`/crawl/${id(3, '1')}`)).toMatchObject({ status: 'completed' });
		expect(await ask(`/crawl/${id(3, '2')}`)).toMatchObject({ status: 'cancelled' });
		expect(await ask(`/search/${id(4, '1')}`)).toMatchObject({
			result: { data: { web: [{ title: 'Lamps of the harbour' }] } },
		});
		expect(await ask(`/parse/${id(5, '1')}`)).toMatchObject({ markdown: 'Some text of a file.' });
		expect(await ask(`/parse/batch/${id(5, 'b')}`)).toMatchObject({
			documents: [{ status: 'completed' }, { status: 'failed', fileName: 'bad.exe' }],
		});
		expect((await ask('/scrape-logs?searchTerm=/shot')).data).toMatchObject({ total: 1 });
		const today = (await ask('/usage-stats?range=7d')).data.at(-1);
		expect(today.credits).toBeGreaterThanOrEqual(6);
		expect((await callService({ ...service, apiKey: OLD_KEY }, 'GET', '/account')).status).toBe(
			200,
		);
	});

	it('has its files, for the user of the service alone', async () => {
		const { result } = await ask(`/scrape/${id(1, '3')}`);
		const picture = await fetch(result.data[0].screenshotUrl);
		expect(await picture.text()).toBe('An old picture.');
		const { pages: listed } = await ask(`/crawl/${id(3, '1')}/pages`);
		expect(listed).toHaveLength(2);
		const path = join(dataDirectory, 'files', '70000000-0000-4000-8000-000000000003.md');
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect((await stat(join(dataDirectory, 'files'))).mode & 0o777).toBe(0o700);
	});

	it('has its open jobs go on, with their cookies and passwords', async () => {
		const scrapes = ['4', '5', '6'].map((digit) => waitForEnd(service, `/scrape/${id(1, digit)}`));
		for (const { body } of await Promise.all(scrapes)) {
			expect(body).toMatchObject({ status: 'completed', result: { data: [{ success: true }] } });
		}
		const batch = await waitForBatch(service, id(2, 'b'));
		expect(batch).toMatchObject({ completedCount: 2, totalUrls: 2 });
		const crawl = await waitForEnd(service, `/crawl/${id(3, '3')}`);
		expect(crawl.body).toMatchObject({ status: 'completed' });
		const parse = await waitForEnd(service, `/parse/${id(5, '2')}`);
		expect(parse.body).toMatchObject({ markdown: 'Text that waits still.' });

		expect(seen.get('/signed-in')).toContain('sid=COOKIE-3 ann:PASSWORD-3');
		expect(seen.get('/cookies')).toMatch(/sid=COOKIE-[45]/);
		// Pages that were read before the end are not read again.
		const half = [...seen.keys()].filter((path) => path.startsWith('/half/'));
		expect(half.toSorted()).toEqual(['/half/1', '/half/2']);
		expect(seen.get('/half/1')).toContain('sid=COOKIE-7');
	});

	it('finds what was read, but not what was read with a login', async () => {
		const { body } = await callService(service, 'POST', '/search', {
			query: 'harbour',
			wait: true,
		});
		const titles = Object(body).result.data.web.map(({ title }: { title: string }) => title);
		expect(titles).toEqual(['Lamps of the harbour']);
	});

	it('is refused by the release that it comes from, with the reason', async () => {
		// As that one begins.
		const start = `INSERT INTO migrations (name) VALUES ('0010-tables.sql') ON CONFLICT DO NOTHING`;
		await expect(changeDatabase(dataDirectory, start)).rejects.toThrow(
			'The database was written by a newer version of this service.',
		);
	});

	it('has no secret left in any row, file or byte, once its jobs have ended', async () => {
		expect((await dumpDatabase(dataDirectory)).match(SECRETS)).toBeNull();
		await service.signal('SIGTERM');
		const entries = await readdir(dataDirectory, { recursive: true, withFileTypes: true });
		const texts = await Promise.all(
			entries
				.filter((entry) => entry.isFile())
				.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
		);
		expect(texts.join('\n').match(SECRETS)).toBeNull();
	});
});
