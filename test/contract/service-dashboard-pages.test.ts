import { untilMidnightIsOver } from '../support/midnight';
import { callService, waitForEnd } from './support/callService';
import { PASSWORD, signIn, type DashboardClient } from './support/dashboardClient';
import { manageKeys } from './support/manageKeys';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

const HOSTILE = `<script>alert("x")</script>'"><img src=x onerror=alert(1)>`;
const DEAD_URL = 'http://127.0.0.1:9/"><script>alert(1)</script>';

/** Where a page is read is no matter to what is shown of its job. */
const PLAIN = { scrapeMode: 'fast' };

let service: RunningService;
let site: TestSite;
let client: DashboardClient;
let scrapes: Record<'article' | 'dead', string>;
let searchId: string;

async function submit(path: string, body: object): Promise<string> {
	const isOfPages = path !== '/search';
	const answer = await callService(service, 'POST', path, { ...(isOfPages && PLAIN), ...body });
	const { jobId } = Object(answer.body);
	await waitForEnd(service, `${path}/${jobId}`);
	return jobId;
}

beforeAll(async () => {
	await untilMidnightIsOver();
	[service, site] = await Promise.all([
		startService({ environment: { DASHBOARD_PASSWORD: PASSWORD } }),
		startSite(),
	]);
	client = await signIn(service);
	scrapes = {
		article: await submit('/scrape', { urls: [{ url: `${site.url}/article` }] }),
		dead: await submit('/scrape', { urls: [{ url: DEAD_URL }] }),
	};
	searchId = await submit('/search', { query: HOSTILE });
});

afterAll(async () => {
	await Promise.all([service.stop(), site.stop()]);
});

const read = async (path: string) => (await client.get(path)).text;
const rowsOf = (page: string) => page.split('<tbody')[1]?.split('<tr').slice(1) ?? [];
const figureOf = (page: string, name: string) =>
	new RegExp(`<dt>${name}</dt>\\s*<dd>([\\d,.]+)`).exec(page)?.[1];
const shown = (text: string) =>
	text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#39;');

describe('the overview', () => {
	it('shows the month, what failed and the base URL', async () => {
		const page = await read('/');
		const { body } = await callService(service, 'GET', '/account');

		expect(figureOf(page, 'Scrape Requests')).toBe('2');
		expect(figureOf(page, 'Credits')).toBe(String(Object(body).data.creditsUsed));
		expect(figureOf(page, 'Searches')).toBe('1');
		expect(figureOf(page, 'Documents')).toBe('0');
		expect(page).toContain('No jobs running.');
		expect(page).toContain(`/logs/scrape/${scrapes.dead}`);
		expect(page).toContain(`value="${service.baseUrl}"`);
	});
});

describe('the keys', () => {
	const id = async (name: string) => {
		const row = rowsOf(await read('/keys')).find((text) => text.includes(`>${name}<`));
		return /\/keys\/([^/]+)\/active/.exec(row ?? '')?.[1];
	};
	const call = (apiKey: string) =>
		callService({ ...service, apiKey }, 'GET', '/usage-stats?range=7d');

	it('are made, shown once, used, switched off and on, and deleted', async () => {
		const made = await client.send('/keys', { name: 'n8n' });
		const key = /id="new-key"[^>]* value="(wde_[^"]+)"/.exec(made.text)?.[1] ?? '';
		expect((await call(key)).status).toBe(200);
		expect(await read('/keys')).not.toContain(key);
		expect(await read('/keys')).toContain(`<code>wde_…${key.slice(-4)}</code>`);

		const off = await client.send(`/keys/${await id('n8n')}/active`, { active: 'false' });
		expect(off.text).toContain(shown('The key "n8n" is disabled'));
		expect((await call(key)).status).toBe(401);

		await client.send(`/keys/${await id('n8n')}/active`, { active: 'true' });
		expect((await call(key)).status).toBe(200);

		await client.send('/keys', { name: 'other' });
		const gone = await client.send(`/keys/${await id('n8n')}/delete`);
		expect(gone.text).toContain(shown('The key "n8n" was deleted.'));
		expect((await call(key)).status).toBe(401);
	});

	it('can all be deleted while the setting API_KEYS has one, and the page says so', async () => {
		const gone = await client.send(`/keys/${await id('other')}/delete`);

		expect(gone.text).toContain('No keys in this list yet.');
		expect(gone.text).toContain('One more key is set in API_KEYS');
		await client.send('/keys', { name: 'other' });
	});

	it('are never offered for copying as the mask that the list shows', async () => {
		expect(rowsOf(await read('/keys')).join('')).not.toContain('data-copy');
	});

	it('refuse a name that is missing, taken or too long, and keep what was typed', async () => {
		const refusals = await Promise.all(
			['  ', 'other', 'x'.repeat(101)].map((name) => client.send('/keys', { name })),
		);

		expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
		expect(refusals[0]?.text).toContain('A key needs a name.');
		expect(refusals[1]?.text).toContain(shown('There is a key "other" already.'));
		expect(refusals[1]?.text).toMatch(/value="other"[^>]*aria-invalid="true"/);
		expect(refusals[2]?.text).toContain('A name can have up to 100 characters.');
	});

	it('are five at most, and the key tool sees the same ones', async () => {
		for (const name of ['2', '3', '4', HOSTILE]) await client.send('/keys', { name });
		const refused = await client.send('/keys', { name: 'sixth' });

		expect(refused.text).toContain('There are 5 keys already. Delete one that is not used.');
		expect(refused.text).toContain(`>${shown(HOSTILE)}<`);
		expect((await manageKeys(service.dataDirectory, 'list')).output.split('\n')).toHaveLength(6);
	});
});

describe('the jobs', () => {
	it('are of all kinds, newest first, with their state', async () => {
		const rows = rowsOf(await read('/jobs'));

		expect(rows.map((row) => /class="kind">(\w+)/.exec(row)?.[1])).toEqual([
			'Search',
			'Scrape',
			'Scrape',
		]);
		expect(rows.map((row) => /class="badge \w+">(\w+)/.exec(row)?.[1])).toEqual([
			'Completed',
			'Failed',
			'Completed',
		]);
	});

	it('can be taken up in n8n by the ID that each row offers for copying', async () => {
		const page = await read('/jobs');

		expect(page).toContain(`data-copy="${searchId}"`);
		expect(page).toContain(`data-copy="${scrapes.article}"`);
	});

	it('are told to the script as JSON', async () => {
		const { text } = await client.get(`/jobs/progress?ids=${scrapes.dead},unknown`);

		expect(JSON.parse(text)).toEqual({
			total: 3,
			jobs: [expect.objectContaining({ id: scrapes.dead, label: 'Failed', hasEnded: true })],
		});
	});
});

describe('the logs', () => {
	it.each([
		['', ['dead', 'article']],
		['status=error', ['dead']],
		['searchTerm=ARTICLE', ['article']],
		['dateStart=TODAY&dateEnd=TODAY', ['dead', 'article']],
		['dateEnd=2020-01-01', []],
		['status=success&searchTerm=nowhere', []],
		['page=2', []],
	] as const)('are filtered by "%s"', async (query, expected) => {
		const today = new Date().toLocaleDateString('sv-SE');
		const page = await read(`/logs/scrape?${query.replaceAll('TODAY', today)}`);

		const found = [...page.matchAll(/href="\/logs\/scrape\/([\w-]+)"/g)].map(([, uuid]) => uuid);
		expect(found).toEqual(expected.map((name) => scrapes[name]));
	});

	it('keep what was asked for in the form', async () => {
		const page = await read(`/logs/scrape?status=error&searchTerm=${encodeURIComponent(HOSTILE)}`);

		expect(page).toMatch(/<option value="error" selected>/);
		expect(page).toContain(`value="${shown(HOSTILE)}"`);
		expect(page).toContain('No logs match this filter.');
	});

	it('say what is wrong with a day', async () => {
		const { status, text } = await client.get('/logs/scrape?dateStart=2026-13-40');

		expect(status).toBe(400);
		expect(text).toContain('Enter dates as year, month and day, such as 2026-11-21.');
	});

	it('show one with its result, which can be downloaded as it was found', async () => {
		const { body } = await callService(service, 'GET', `/scrape-logs/${scrapes.article}`);
		const { result_data: found } = Object(body).data;
		const page = await read(`/logs/scrape/${scrapes.article}`);
		const download = await client.get(`/logs/scrape/${scrapes.article}/result`);

		expect(page).toContain(`<a href="${site.url}/article" rel="noreferrer noopener nofollow">`);
		expect(page).toContain(shown(found));
		expect(download.text).toBe(found);
		expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="scrape-/);
	});

	it('answer an unknown one with a page that says so', async () => {
		const { status, text } = await client.get('/logs/scrape/unknown');

		expect(status).toBe(404);
		expect(text).toContain('This log does not exist.');
	});
});

describe('what strangers wrote', () => {
	it.each([
		'/',
		'/jobs',
		'/keys',
		'/logs/scrape',
		'/logs/search',
		'/logs/search/ID',
		'/logs/scrape/ID',
	])('is text and never markup: %s', async (path) => {
		const id = path.startsWith('/logs/search') ? searchId : scrapes.dead;
		const page = await read(path.replace('ID', id));

		expect(page).toContain('&lt;script&gt;');
		expect(page).not.toMatch(/<script>|<img src=x/);
	});
});

describe('the usage', () => {
	it.each([
		['7d', 7],
		['30d', 30],
		['weekly', 7],
	])(
		'of %s has a bar per point and the same figures as a table and as the API',
		async (range, points) => {
			const page = await read(`/usage?range=${range}`);
			const { body } = await callService(service, 'GET', `/usage-stats?range=${range}`);
			const newest = Object(body).data.at(-1);

			// No CAPTCHA was met, so nothing is drawn of them; latencies are in the table alone.
			expect(page.match(/<g class="bar">/g)).toHaveLength(6 * points);
			expect(page.match(/role="img"/g)).toHaveLength(6);
			expect(rowsOf(page)).toHaveLength(points);
			const cells = [...(rowsOf(page)[0] ?? '').matchAll(/<t[hd][^>]*>([^<]*)</g)].map(
				([, text]) => text,
			);
			const { date, credits, requests, crawls, tokens } = newest;
			const [documents, searches] = [0, 1];
			expect(cells.slice(0, 7)).toEqual([
				date,
				...[credits, requests, crawls, documents, searches, tokens].map(String),
			]);
		},
	);
});

// From here on last, because the figures and lists above are those of the jobs before.
describe('jobs of which pages failed', () => {
	const PARTIAL = /class="badge mixed">Completed with Errors/;
	const idsOf = (page: string) =>
		rowsOf(page).map((row) =>
			/data-row="([\w-]+)|\/logs\/scrape\/([\w-]+)/.exec(row)?.slice(1).join(''),
		);
	let partial: string;
	let crawl: string;

	beforeAll(async () => {
		partial = await submit('/scrape', {
			urls: [{ url: `${site.url}/article` }, { url: `${site.url}/missing` }],
		});
		crawl = await submit('/crawl', {
			baseUrl: `${site.url}/with-missing`,
			crawlInstruction: 'Everything',
		});
	});

	it('have a badge of their own with the reason, the same one in Jobs and in Logs', async () => {
		const [job = '', scrape = ''] = rowsOf(await read('/jobs?status=partial'));
		const [log = ''] = rowsOf(await read('/logs/scrape?status=partial'));
		const pages = [`/logs/scrape/${partial}`, `/jobs/crawl/${crawl}`].map(read);

		for (const shownAs of [job, scrape, log, ...(await Promise.all(pages))]) {
			expect(shownAs).toMatch(PARTIAL);
			expect(shownAs).toContain('HTTP status 404 (Not Found)');
		}
		const { body } = await callService(service, 'GET', `/crawl/${crawl}`);
		expect(body).toMatchObject({ status: 'completed', error: null });
	});

	it('are found by a filter, and not among those that completed', async () => {
		const found = async (path: string) => idsOf(await read(path));

		expect(await found('/jobs?status=partial')).toEqual([crawl, partial]);
		expect(await found('/logs/scrape?status=partial')).toEqual([partial]);
		expect(await found('/jobs?status=completed')).toEqual([searchId, scrapes.article]);
		expect(await found('/logs/scrape?status=success')).toEqual([scrapes.article]);
		expect(await found('/jobs?status=failed')).toEqual([scrapes.dead]);
		expect(await found('/jobs?status=in_progress')).toEqual([]);
		expect(await read('/jobs?status=cancelled')).toContain('No jobs match this filter.');
		expect(await found('/jobs?status=nonsense')).toHaveLength(5);
		expect(await found('/jobs?kind=crawl')).toEqual([crawl]);
		expect(await found('/jobs?searchTerm=WITH-missing')).toEqual([crawl]);
		expect(await found('/jobs?searchTerm=/missing&kind=scrape&status=partial')).toEqual([partial]);
		expect(await read('/jobs?searchTerm=100%25')).toContain('No jobs match this filter.');
	});

	it('are among the recent failures, the latest first', async () => {
		const failures = /Recent Failures[\s\S]*/.exec(await read('/'))?.[0] ?? '';
		expect(idsOf(failures)).toEqual([crawl, partial, scrapes.dead]);
	});

	it('have ended well for programs, as the reference says', async () => {
		const { body } = await callService(service, 'GET', '/scrape-logs?status=success');

		expect(Object(body).data.logs.map(({ uuid }: { uuid: string }) => uuid)).toEqual([
			partial,
			scrapes.article,
		]);
	});
});

describe('jobs under way', () => {
	it('are cancelled by the rules of the API, with its messages', async () => {
		const crawl = await callService(service, 'POST', '/crawl', {
			...PLAIN,
			baseUrl: `${site.url}/slow?ms=20000`,
			crawlInstruction: 'Everything',
		});
		const { jobId } = Object(crawl.body);
		const running = await read('/jobs');
		expect(running).toContain(`action="/jobs/crawl/${jobId}/cancel"`);

		const path = `/jobs/crawl/${jobId}/cancel`;
		expect((await client.send(path, { returnTo: '/jobs' })).text).toContain(
			'The job was cancelled.',
		);
		const again = await client.send(path, { returnTo: '/jobs' });
		expect(again.text).toContain('Cannot cancel a job with status cancelled');
		expect(again.text).not.toContain(path);
		const { body } = await callService(service, 'GET', `/crawl/${jobId}`);
		expect(body).toMatchObject({ status: 'cancelled' });
		const opened = await read(`/jobs/crawl/${jobId}`);
		expect(opened).toContain('Cancelled');
		expect(opened).toContain('No pages yet.');
		expect((await client.get(`/jobs/parse/${jobId}`)).status).toBe(404);
	});

	it('that crawl or read a document can be opened, and their results downloaded', async () => {
		const jobId = await submit('/crawl', { baseUrl: `${site.url}/article`, maxPages: 1 });
		const page = await read(`/jobs/crawl/${jobId}`);
		expect(page).toContain(`href="${site.url}/article"`);
		expect(page).toContain('Completed');
		const archive = await client.get(`/jobs/crawl/${jobId}/download`);
		expect(archive.text.startsWith('PK')).toBe(true);

		const parse = await callService(service, 'POST', '/parse', { url: `${site.url}/article` });
		const document = Object(parse.body).jobId;
		await waitForEnd(service, `/parse/${document}`);
		expect(await read(`/jobs/parse/${document}`)).toContain('Download Result (JSON)');
		const result = await client.get(`/jobs/parse/${document}/result`);
		expect(JSON.parse(result.text)).toMatchObject({ status: 'completed', jobId: document });
	});

	it('of a batch are cancelled together', async () => {
		const { body } = await callService(service, 'POST', '/batch/scrape', {
			...PLAIN,
			urls: ['1', '2'].map((name) => `${site.url}/slow?ms=20000&name=${name}`),
		});
		const path = `/jobs/batch/${Object(body).batchId}/cancel`;
		const listed = await read('/jobs');
		expect(listed.split(`action="${path}"`)).toHaveLength(3);

		const cancelled = await client.send(path, { returnTo: '/jobs' });
		expect(cancelled.text).toContain('The job was cancelled.');
		expect(cancelled.text).not.toContain(path);
		expect((await client.send(path)).text).toContain('Cannot cancel a batch with status cancelled');
	});

	it('stay as they are when the form names no job of that kind', async () => {
		const answer = await client.send(`/jobs/crawl/${searchId}/cancel`, { returnTo: '/jobs' });

		expect(answer.text).toContain('Crawl job not found');
	});
});

describe('jobs that ended with warnings', () => {
	it('show how many and which in Jobs, in Logs and on their pages', async () => {
		const thin = await submit('/scrape', { urls: [{ url: `${site.url}/empty` }] });
		const crawl = await submit('/crawl', { baseUrl: `${site.url}/with-missing`, maxPages: 1 });
		const [stopped = '', scraped = ''] = rowsOf(await read('/jobs'));
		const [log = ''] = rowsOf(await read('/logs/scrape'));

		for (const row of [stopped, scraped, log]) {
			expect(row).toMatch(/class="badge good">Completed<.*class="badge mixed">\d+ Warnings?</s);
		}
		const pages = [`/logs/scrape/${thin}`, `/jobs/crawl/${crawl}`].map(read);
		const [ofScrape = '', ofCrawl = ''] = await Promise.all(pages);
		for (const page of [scraped, log, ofScrape]) expect(page).toContain('Very little text');
		for (const page of [stopped, ofCrawl]) expect(page).toContain('Stopped at Max Pages (1)');
	});

	it('are no warnings of jobs that have none', async () => {
		const id = await submit('/scrape', { urls: [{ url: `${site.url}/article` }] });
		const [job = ''] = rowsOf(await read('/jobs'));

		expect(job).toContain(id);
		expect(job).not.toContain('Warning');
	});
});
