import { eventually } from '../support/eventually';
import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import { startSite, type TestSite } from './support/startSite';
import { type Pages, startPages } from './support/startPages';
import { createTroubledSite } from './support/troubledSite';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: TestSite;

beforeAll(async () => {
	site = await startSite();
});

afterAll(async () => {
	await site.stop();
});

async function submit(request: object): Promise<string> {
	const { status, body } = await callService(service, 'POST', '/scrape', request);
	expect(status).toBe(202);
	validateResponse('submitScrape', status, body);
	return Object(body).jobId;
}

async function scrape(request: object) {
	const jobId = await submit(request);
	const { status, body } = await waitForEnd(service, `/scrape/${jobId}`);
	validateResponse('getScrapeJob', status, body);
	return { jobId, ...Object(body) };
}

const toUrls = (paths: string[]) => paths.map((path) => ({ url: `${site.url}${path}` }));

const scrapePaths = (...paths: string[]) => scrape({ urls: toUrls(paths) });

/** For what is the same however a page is read. */
const scrapeFast = (...paths: string[]) => scrape({ urls: toUrls(paths), scrapeMode: 'fast' });

describe('POST /scrape', () => {
	it.concurrent('answers 202 at once, with the job and where to poll', async () => {
		const { status, body } = await callService(service, 'POST', '/scrape', {
			urls: [{ url: `${site.url}/article` }],
			scrapeMode: 'fast',
		});
		const { jobId } = Object(body);

		expect(status).toBe(202);
		expect(body).toEqual({
			status: 'queued',
			jobId: expect.any(String),
			message: expect.stringContaining(`/scrape/${jobId}`),
		});
		await waitForEnd(service, `/scrape/${jobId}`);
	});

	it.concurrent('lists every mistake of a schema with 422', async () => {
		const { status, body } = await callService(service, 'POST', '/scrape', {
			urls: [{ url: `${site.url}/article` }],
			schema: { type: 'array', properties: 5, required: 'all' },
		});

		expect(status).toBe(422);
		expect(body).toMatchObject({ status: 'error', message: 'The extraction schema is invalid.' });
		expect(Object(body).errors.length).toBeGreaterThan(1);
		validateResponse('submitScrape', status, body);
	});
});

describe('a scraped page', () => {
	it.concurrent(
		'comes as Markdown with its title, its tables, and figures of the work',
		async () => {
			const job = await scrapePaths('/article');
			const { content, data, stats, ...rest } = job.result;

			expect(job).toMatchObject({ status: 'completed', error: null });
			expect(job.progress).toEqual({ message: 'Completed', progress: 1 });
			expect(data).toEqual([
				{
					url: `${site.url}/article`,
					title: 'The harbour of Ostrand',
					markdownContent: content,
					success: true,
					screenshotUrl: null,
					lowContent: false,
					metadata: { language: 'en' },
				},
			]);
			expect(content).toContain('# The harbour of Ostrand');
			expect(content).toMatch(/\| Year +\| Ships +\|\n\| -+ +\| -+ +\|\n\| 1880 +\| 52 +\|/);
			expect(content).toContain(`[museum guide](${site.url}/layout)`);
			expect(rest).toEqual({ screenshots: [], ai_extraction_failed: false });
			expect(stats).toMatchObject({
				captchaSolvedCount: 0,
				inputTokens: 0,
				outputTokens: 0,
				totalTokens: 0,
			});
			expect(stats.durationMs).toBeGreaterThan(0);
		},
	);

	it.concurrent('holds what scripts render after the page was loaded', async () => {
		const { result } = await scrapePaths('/rendered');

		expect(result.content).toContain('Basalt lamp');
		expect(result.content).toContain('Linen sofa');
		expect(result.data[0].lowContent).toBe(false);
	});

	it.concurrent('keeps header, navigation, sidebar and footer unless asked otherwise', async () => {
		const { result } = await scrapePaths('/layout');

		expect(result.content).toContain('Site header');
		expect(result.content).toContain('Navigation entry');
		expect(result.content).toContain('Sidebar');
		expect(result.content).toContain('Footer');
	});

	it.concurrent('loses them with extractContentOnly, and nothing of its main part', async () => {
		const urls = [{ url: `${site.url}/layout` }];
		const { result } = await scrape({ urls, extractContentOnly: true });

		expect(result.content).toContain('The harbour of Ostrand was dug in 1874');
		expect(result.content).not.toMatch(/Site header|Navigation entry|Sidebar|Footer/);
	});

	it.concurrent('is marked lowContent when it has hardly any text', async () => {
		const { status, result } = await scrapePaths('/empty');

		expect(status).toBe('completed');
		expect(result.data[0]).toMatchObject({ success: true, lowContent: true });
	});

	it.concurrent('is read at the end of its redirects', async () => {
		const { result } = await scrapePaths('/to-article');

		expect(result.data[0]).toMatchObject({
			url: `${site.url}/to-article`,
			finalUrl: `${site.url}/article`,
			title: 'The harbour of Ostrand',
			success: true,
		});
	});

	it.concurrent(
		'has no success when its server answers with an error status, but keeps its text',
		async () => {
			const { status, result } = await scrapePaths('/missing');

			expect(status).toBe('completed');
			expect(result.data[0]).toMatchObject({
				success: false,
				title: 'Not found',
				error: `Failed to scrape ${site.url}/missing: HTTP status 404 (Not Found), page title 'Not found'`,
			});
			expect(result.data[0].markdownContent).toContain('There is no such page');
		},
	);
});

describe('a page of a troubled site', () => {
	let troubled: Pages;

	beforeAll(async () => {
		troubled = await startPages(createTroubledSite());
	});

	afterAll(async () => {
		await troubled.stop();
	});

	const scrapeTroubled = async (path: string, actions: object[] = []) => {
		const job = await scrape({ urls: [{ url: `${troubled.url}${path}`, actions }] });
		return { ...job, page: job.result?.data[0], warnings: job.result?.warnings ?? [] };
	};

	/** A slow machine may reach the time limit of a page, which is said then; it is read until it does not. */
	const scrapeInTime = (path: string) =>
		eventually(
			async () => {
				const found = await scrapeTroubled(path);
				const isOver = ({ warnings }: typeof found) =>
					warnings.some((warning: string) => warning.includes('at the time limit'));
				return !isOver(found) && found;
			},
			`${path} is never read in time`,
			{ intervalMs: 1_000 },
		);

	it.concurrent.each(['/busy', '/overloaded', '/dropped'])(
		'is asked for once more: %s',
		async (path) => {
			const { page, warnings } = await scrapeTroubled(path);
			expect(page).toMatchObject({ success: true, markdownContent: 'Here at last' });
			expect(warnings).toEqual([]);
		},
	);

	it.concurrent('is not waited for as long as some servers ask', async () => {
		const { page } = await scrapeTroubled('/closed');
		expect(page).toMatchObject({
			success: false,
			error: `Failed to scrape ${troubled.url}/closed: HTTP status 429 (Too Many Requests), to be tried again in 3600 s`,
		});
	});

	it.concurrent.each(['/cut', '/cut-chunks', '/cut-reset', '/cut-packed'])(
		'is read as far as it came, with a warning: %s',
		async (path) => {
			const { page, warnings } = await scrapeTroubled(path);
			expect(page).toMatchObject({ success: true, markdownContent: 'The first half' });
			expect(warnings).toEqual([
				expect.stringContaining('the answer was cut off, also at the second try'),
			]);
		},
	);

	it.concurrent.each([
		['default', '/octet', 'Ferry'],
		['default', '/attached', 'Barge'],
		['fast', '/octet', 'Ferry'],
		['fast', '/attached', 'Barge'],
	])('is what its content says, read with %s: %s', async (scrapeMode, path, text) => {
		const url = `${troubled.url}${path}`;
		const { result } = await scrape({ urls: [{ url }], scrapeMode });
		expect(result.data[0]).toMatchObject({ success: true });
		expect(result.data[0].markdownContent).toContain(text);
	});

	it.concurrent('names a file that is something else than it is called', async () => {
		const { page, warnings } = await scrapeTroubled('/octet.pdf');
		expect(page.markdownContent).toMatch(/\| Oak +\| 120/);
		expect(warnings).toEqual([
			`${troubled.url}/octet.pdf: The file name says a PDF, but the content is a CSV table; it was read as that.`,
		]);
	});

	it.concurrent.each([
		['/noise', 'The format of the file is not supported'],
		['/never', 'net::ERR_EMPTY_RESPONSE'],
		['/cut-at-once', 'the answer was cut off before anything could be read'],
		['/cut.pdf', 'the document was cut off after 9 of 5000 bytes'],
		['/cut-chunks.csv', 'the document was cut off after 19 bytes'],
		['/many-headers', 'its response has more headers than are accepted'],
		['/no-http', 'the response is not valid HTTP'],
	])('fails with the reason when nothing of it comes: %s', async (path, reason) => {
		const { status, error } = await scrapeTroubled(path);
		expect(status).toBe('failed');
		expect(error).toContain(reason);
	});

	it.concurrent('says so when it is a sign-in page, or the start page in its place', async () => {
		const [account, gone] = await Promise.all(['/account', '/gone'].map((p) => scrapeTroubled(p)));
		expect(account?.page).toMatchObject({ finalUrl: `${troubled.url}/login?next=/account` });
		expect(account?.warnings).toEqual([expect.stringMatching(/^This looks like a sign-in page: /)]);
		expect(gone?.warnings).toEqual([expect.stringContaining('led to a start page')]);
	});

	it.concurrent.each(['/leads-by-element', '/leads-by-header', '/leads-by-script'])(
		'that leads elsewhere after some seconds is followed: %s',
		async (path) => {
			const { page } = await scrapeTroubled(path);
			expect(page).toMatchObject({ finalUrl: `${troubled.url}/arrived`, title: 'Arrived' });
		},
	);

	it.concurrent.each([
		'/reloads-at-once',
		'/reloads-steadily',
		'/reloads-anew',
		'/reloads-by-form',
		'/reloads-when-ready',
	])('that loads itself for ever is stopped and read, with a warning: %s', async (path) => {
		const { page, warnings } = await scrapeTroubled(path);
		expect(page.markdownContent).toMatch(/^Load (?:\d|1[01]) of this page\s+The end$/);
		expect(warnings).toEqual([
			`${troubled.url}${path}: the page reloads itself or leads on again and again; it was stopped, and read as it was then`,
		]);
	});

	it.concurrent(
		'has the content of its frames, and names those that could not be read',
		async () => {
			const { page, warnings } = await scrapeInTime('/frames');
			expect(page.markdownContent).toMatch(/Around[^]*Here you are[^]*Deep inside/);
			expect(warnings).toEqual([
				`${troubled.url}/frames: 1 frame was not read: ${troubled.url}/never (could not be loaded)`,
			]);
		},
	);

	it.concurrent('names a frame that does not arrive in time', async () => {
		const { page, warnings } = await scrapeTroubled('/late-frame');
		expect(page.markdownContent).toBe('Around');
		expect(warnings).toContain(
			`${troubled.url}/late-frame: 1 frame was not read: ${troubled.url}/unanswered (did not arrive in time)`,
		);
	});

	it('has the content of its first 50 frames, and names the others', async () => {
		const { page, warnings } = await scrapeTroubled('/many-frames');
		expect(page.markdownContent.match(/Here you are/g)).toHaveLength(50);
		// A slow machine may reach the page's time limit with so many, each time.
		const unhurried = warnings.filter((warning: string) => !warning.includes('at the time limit'));
		expect(unhurried).toEqual([
			expect.stringMatching(/: 3 frames were not read: .*\/arrived \(beyond the first 50\)/),
		]);
	});

	it.concurrent(
		'that grows as it is scrolled is read to its end, or says that it goes on',
		async () => {
			const paths = ['/feed', '/endless-feed', '/endless-box', '/tall'];
			const [whole, endless, box, tall] = await Promise.all(paths.map(scrapeInTime));
			expect(whole?.page.markdownContent).toMatch(/Post 70\s+End$/);
			expect(endless?.page.markdownContent).toContain('Post 80');
			expect(endless?.warnings).toEqual([
				`${troubled.url}/endless-feed: the page loads more as it is scrolled; what comes after the first 12,000 pixels may be missing. Scroll actions load more`,
			]);
			expect(box?.warnings).toEqual([
				`${troubled.url}/endless-box: a part of the page that scrolls separately has more content than was read`,
			]);
			expect([whole?.warnings, tall?.warnings]).toEqual([[], []]);
		},
	);

	it.concurrent('gets OK for a question that a click led to, which is told', async () => {
		const click = { type: 'click', selector: 'button' };
		const { page, warnings } = await scrapeTroubled('/asks', [click]);
		expect(page.markdownContent).toContain('All loaded');
		expect(warnings).toEqual(['The page asked in a dialog: "Load all?"; the answer was OK.']);
	});

	it.concurrent('is named in the log with its reason, though the job completed', async () => {
		const { jobId } = await scrapeFast('/missing');
		const { body } = await callService(service, 'GET', `/scrape-logs/${jobId}`);
		validateResponse('getScrapeLog', 200, body);
		expect(Object(body).data).toMatchObject({
			status: 'success',
			error_message: expect.stringContaining('HTTP status 404 (Not Found)'),
		});
	});
});

describe('a document', () => {
	it.concurrent('is converted to Markdown, its tables included', async () => {
		const { result } = await scrapeFast('/prices.csv');

		expect(result.data[0]).toMatchObject({ title: 'prices.csv', success: true });
		expect(result.content).toMatch(
			/\| Name +\| Price +\|\n\|[ -]+\|[ -]+\|\n\| Basalt lamp +\| 120 +\|/,
		);
	});
});

describe('what a browser shows as its source', () => {
	it.concurrent(
		'is converted: feeds to entries, sitemaps to links, other XML to code; text stays as it is',
		async () => {
			const { result } = await scrapePaths('/feed', '/sitemap.xml', '/ships.xml');
			const texts = result.data.map((page: { markdownContent: string }) => page.markdownContent);
			const { result: plain } = await scrapePaths('/notes.md', '/ferry.txt');

			expect(texts[0]).toBe(
				'# Harbour news\n\n## [Ice gone](https://example.com/ice)\n\n**Date:** Mon, 02 Mar 2026 08:00:00 GMT\n\nAll **gone**.\n\n## [First ferry](https://example.com/ferry)\n\n**Date:** Tue, 03 Mar 2026 09:30:00 GMT\n\nIt leaves at noon.',
			);
			expect(texts[1]).toBe('- [https://example.com/ice](https://example.com/ice)');
			expect(texts[2]).toMatch(/^```xml\n<\?xml[^]*<ship>Ferry<\/ship>[^]*```$/);
			expect(plain.data).toMatchObject([
				{ markdownContent: '# Notes\n\n**Ice**' },
				{ markdownContent: 'Name: Ferry\nPrice: 12 EUR' },
			]);
		},
	);

	it.concurrent('gives the entries of a feed as fields, without a model', async () => {
		const entry = {
			type: 'object',
			properties: {
				title: { type: 'string' },
				link: { type: 'string' },
				date: { type: 'string', format: 'date' },
			},
		};
		const { result } = await scrape({
			urls: [{ url: `${site.url}/feed` }],
			scrapeMode: 'fast',
			schema: { type: 'object', properties: { entries: { type: 'array', items: entry } } },
		});
		expect(result.content).toEqual({
			entries: [
				{ title: 'Ice gone', link: 'https://example.com/ice', date: '2026-03-02' },
				{ title: 'First ferry', link: 'https://example.com/ferry', date: '2026-03-03' },
			],
		});
	});
});

describe('several pages', () => {
	it.concurrent('come in the order asked, each on its own, and all in content', async () => {
		const { result } = await scrapeFast('/slow?ms=500', '/article', '/layout');
		const titles = result.data.map(({ title }: { title: string }) => title);

		expect(titles).toEqual(['Slow page', 'The harbour of Ostrand', 'Museum guide']);
		for (const { markdownContent } of result.data)
			expect(result.content).toContain(markdownContent);
	});

	it.concurrent(
		'do not fail together: one that cannot be loaded says why beside those that could',
		async () => {
			const dead = 'http://127.0.0.1:9/';
			const { status, result } = await scrape({
				urls: [{ url: dead }, { url: `${site.url}/article` }],
			});

			expect(status).toBe('completed');
			expect(result.data).toEqual([
				expect.objectContaining({
					url: dead,
					success: false,
					markdownContent: '',
					error: expect.stringContaining(`Failed to scrape ${dead}`),
				}),
				expect.objectContaining({ success: true, title: 'The harbour of Ostrand' }),
			]);
		},
	);
});

describe('a scrape that fails', () => {
	it.concurrent('names the URL and what the browser said', async () => {
		const job = await scrape({ urls: [{ url: 'http://127.0.0.1:9/' }] });

		expect(job).toMatchObject({ status: 'failed', result: null });
		expect(job.error).toMatch(/^Failed to scrape http:\/\/127\.0\.0\.1:9\/: .+/);
	});

	it.concurrent.each([
		['a private address', 'http://10.11.12.13/'],
		['an address of the cloud machine itself', 'http://169.254.169.254/latest/meta-data'],
		['this machine under another name', 'http://localhost:8330/api'],
	])('does so for %s, which it does not open', async (_label, url) => {
		const { status, error } = await scrape({ urls: [{ url }] });

		expect(status).toBe('failed');
		expect(error).toContain(`Failed to scrape ${url}`);
		expect(error).toMatch(/private|not allowed|internal/i);
	});

	it.concurrent('does so when a redirect leads to a private address', async () => {
		const { status, error } = await scrapePaths('/to-private');

		expect(status).toBe('failed');
		expect(error).toMatch(/^Failed to scrape .*\/to-private: it leads to .* private address/);
	});

	it.concurrent('costs nothing and is logged as an error', async () => {
		const { jobId, error } = await scrape({ urls: [{ url: 'http://127.0.0.1:9/' }] });
		const { status, body } = await callService(service, 'GET', `/scrape-logs/${jobId}`);

		validateResponse('getScrapeLog', status, body);
		expect(Object(body).data).toMatchObject({
			uuid: jobId,
			status: 'error',
			error_message: error,
			credits_used: 0,
			result_data: null,
		});
	});
});

describe('GET /scrape/{jobId}', () => {
	it.concurrent('shows a running job with its progress and without a result', async () => {
		const jobId = await submit({ urls: [{ url: `${site.url}/held?by=running` }] });
		const body = await eventually(async () => {
			const answer = await callService(service, 'GET', `/scrape/${jobId}`);
			return Object(answer.body).status === 'active' ? answer.body : undefined;
		}, 'The job was never seen at work');
		site.release('running');
		await waitForEnd(service, `/scrape/${jobId}`);

		expect(body).toEqual({
			status: 'active',
			progress: { message: 'Loading the page', progress: 0 },
			result: null,
			error: null,
		});
	});

	it.concurrent('answers 404 to an unknown job', async () => {
		const { status, body } = await callService(service, 'GET', '/scrape/unknown');

		expect(status).toBe(404);
		expect(body).toEqual({
			status: 'error',
			message: 'Scrape job not found',
			code: 'JOB_NOT_FOUND',
		});
		validateResponse('getScrapeJob', status, body);
	});
});
