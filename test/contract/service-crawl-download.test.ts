import { eventually } from '../support/eventually';
import { crawl, submitCrawl, type EndedCrawl } from './support/callCrawl';
import { callService } from './support/callService';
import { startCrawlSite, type CrawlSite } from './support/crawlSite';
import { readZip } from './support/readZip';
import { joinService } from './support/sharedService';
import { validateResponse } from './support/validateResponse';

let site: CrawlSite;
const service = joinService();
let done: EndedCrawl;
/** Host and port of the site, as names of files have it. */
let host: string;

beforeAll(async () => {
	site = await startCrawlSite();
	host = new URL(site.url).host.replace(':', '-');
	done = await crawl(service, {
		baseUrl: `${site.url}/blog`,
		crawlInstruction: 'all pages',
		includePaths: ['/blog/post-1', '/blog/post-2', '/blog/?page=2', '/blog/gone'],
		maxPages: 50,
	});
});

afterAll(async () => {
	await site.stop();
});

const fetchArchive = (jobId: string, query = '') =>
	fetch(`${service.baseUrl}/crawl/${jobId}/download${query}`, {
		headers: { 'x-api-key': service.apiKey },
	});

async function download(jobId: string, query = ''): Promise<Map<string, string>> {
	const response = await fetchArchive(jobId, query);
	expect(response.status).toBe(200);
	const files = readZip(Buffer.from(await response.arrayBuffer()));
	return new Map([...files].map(([name, content]) => [name, content.toString('utf8')]));
}

describe('the archive of a crawl', () => {
	it('names its type and its file', async () => {
		const response = await fetchArchive(done.jobId);
		await response.arrayBuffer();

		expect(response.headers.get('content-type')).toBe('application/zip');
		expect(response.headers.get('content-disposition')).toBe(
			`attachment; filename="crawl-${done.jobId}.zip"`,
		);
	});

	it.each(['', '?include=html,markdown,data', '?include=data,%20html,markdown'])(
		'holds one folder per page with all three files for "%s"',
		async (query) => {
			const files = await download(done.jobId, query);
			const folders = [
				`${host}_blog`,
				`${host}_blog_post-1`,
				`${host}_blog_post-2`,
				`${host}_blog-2`,
			];

			expect([...files.keys()].sort()).toEqual(
				folders
					.flatMap((folder) =>
						['data.json', 'index.html', 'markdown.md'].map((file) => `${folder}/${file}`),
					)
					.sort(),
			);
		},
	);

	it('holds what the result says, byte for byte', async () => {
		const files = await download(done.jobId);
		const page = done.result.find(({ url }) => url.endsWith('/blog/post-1'));
		const folder = `${host}_blog_post-1`;
		const [html, markdown] = await Promise.all(
			[page?.html, page?.markdown].map(async (link) => (await fetch(link ?? '')).text()),
		);

		expect(files.get(`${folder}/index.html`)).toBe(html);
		expect(files.get(`${folder}/markdown.md`)).toBe(markdown);
		// Without an instruction the data is the Markdown itself.
		expect(files.get(`${folder}/data.json`)).toBe(page?.data);
	});

	it('holds folders of two files when two types are asked for', async () => {
		const files = await download(done.jobId, '?include=markdown,data');

		expect([...files.keys()].filter((name) => name.startsWith(`${host}_blog_post-1/`))).toEqual([
			`${host}_blog_post-1/markdown.md`,
			`${host}_blog_post-1/data.json`,
		]);
	});

	it.each([
		['html', 'html'],
		['markdown', 'md'],
		['data', 'md'],
	])('holds files at its root when only %s is asked for', async (type, extension) => {
		const files = await download(done.jobId, `?include=${type}`);

		expect([...files.keys()].sort()).toEqual(
			['blog', 'blog-2', 'blog_post-1', 'blog_post-2']
				.map((name) => `${host}_${name}.${extension}`)
				.sort(),
		);
	});

	it('holds successful pages only', async () => {
		const ended = await crawl(service, {
			baseUrl: `${site.url}/broken`,
			crawlInstruction: 'all pages',
		});
		const { body } = await callService(service, 'GET', `/crawl/${ended.jobId}/pages`);
		const files = await download(ended.jobId, '?include=html');

		expect(Object(body).pages.some(({ status }: { status: string }) => status === 'failed')).toBe(
			true,
		);
		expect([...files.keys()]).toEqual([`${host}_broken.html`]);
	});

	it('can be had of a crawl that was cancelled, with the pages done until then', async () => {
		const jobId = await submitCrawl(service, {
			baseUrl: `${site.url}/slow`,
			crawlInstruction: 'all pages',
			maxPages: 50,
		});
		await eventually(async () => {
			const { body } = await callService(service, 'GET', `/crawl/${jobId}/pages`);
			const done = Object(body).pages.filter(
				({ status }: { status: string }) => status === 'success',
			);
			return done.length < 2 ? undefined : done;
		}, 'Two pages were never done');
		await callService(service, 'DELETE', `/crawl/${jobId}`);
		const files = await download(jobId, '?include=markdown');

		expect(files.size).toBeGreaterThanOrEqual(2);
	});
});

describe('an archive is refused', () => {
	it('with 404 when no page succeeded', async () => {
		const { jobId } = await crawl(service, {
			baseUrl: `${site.url}/missing`,
			crawlInstruction: 'all pages',
		});
		const { status, body } = await callService(service, 'GET', `/crawl/${jobId}/download`);

		validateResponse('downloadCrawl', status, body);
		expect(status).toBe(404);
		expect(body).toEqual({
			status: 'error',
			message: 'No successful pages found for this crawl',
		});
	});

	it.each(['text', 'html,pdf', ',', ''])('with 400 for include=%s', async (include) => {
		const path = `/crawl/${done.jobId}/download?include=${include}`;
		const { status, body } = await callService(service, 'GET', path);

		validateResponse('downloadCrawl', status, body);
		expect(status).toBe(400);
		expect(Object(body).message).toMatch(/^include /);
	});

	it('with 401 without a key', async () => {
		const response = await fetch(`${service.baseUrl}/crawl/${done.jobId}/download`);

		expect(response.status).toBe(401);
		expect(await response.json()).toEqual({
			status: 'error',
			message: 'Access token invalid or expired',
		});
	});
});
