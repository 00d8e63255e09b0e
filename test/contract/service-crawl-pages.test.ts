import { crawl, listPaths, WITH_BROWSER, type EndedCrawl } from './support/callCrawl';
import { callService } from './support/callService';
import { GUIDE_PAGES, startCrawlSite, type CrawlSite } from './support/crawlSite';
import { joinService } from './support/sharedService';
import { startPages } from './support/startPages';
import { startService, type RunningService } from './support/startService';

let site: CrawlSite;
const service = joinService();

beforeAll(async () => {
	site = await startCrawlSite();
});

afterAll(async () => {
	await site.stop();
});

beforeEach(() => void site.takeRequests());

interface ListedPage {
	url: string;
	status: string;
	created_at: string;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const crawlPaths = async (path: string, request: object = {}) => {
	const baseUrl = `${site.url}${path}`;
	const { result } = await crawl(service, { baseUrl, crawlInstruction: 'all pages', ...request });
	return listPaths(result);
};

describe('a crawl of a site with loops, traps, redirects, duplicates and errors', () => {
	let ended: EndedCrawl;
	/** What the site was asked for meanwhile. */
	let requests: string[];

	beforeAll(async () => {
		ended = await crawl(service, {
			baseUrl: `${site.url}/guide`,
			crawlInstruction: 'Follow all pages',
			excludePaths: ['/guide/sub*'],
			maxPages: 50,
		});
		requests = site.takeRequests().filter((path) => path !== '/favicon.ico');
	});

	it('brings every page of its scope once, and no other', () => {
		expect(ended).toMatchObject({ status: 'completed', error: null });
		// Those first found with a slash keep it: they are loaded as they were linked.
		const paths = listPaths(ended.result).map((path) => path.replace(/\/$/, ''));
		expect(paths).toEqual(
			['/guide', ...numbers(GUIDE_PAGES).map((number) => `/guide/${number}`)].sort(),
		);
	});

	it('accounts for every address that it found', () => {
		const [left = '', gone = '', ...rest]: string[] = Object(ended.body).warnings;
		const reasons =
			/^(\d+) of (\d+) addresses were not opened: (\d+) look endless \(\/guide\/(?:copy|print)\/…, \/guide\/(?:copy|print)\/…\), 2 by robots.txt, 1 by includePaths or excludePaths.$/;
		const [unopened, found, endless] = (reasons.exec(left) ?? []).slice(1).map(Number);
		const skipped = /^Skipped (\d+) duplicate pages, (\d+) redirect out of scope or to files\.$/;
		const [duplicates, redirects] = (skipped.exec(gone) ?? []).slice(1).map(Number);

		expect(unopened).toBe(Number(endless) + 3);
		expect(redirects).toBe(1);
		expect(rest).toEqual([]);
		// The others are in the listing: the guide, its pages and three that failed.
		const pageless = Number(duplicates) + Number(redirects);
		expect(Number(found) - Number(unopened) - pageless).toBe(1 + GUIDE_PAGES + 3);
	});

	it('asks for each page once, and never for what robots.txt or the scope forbids', () => {
		// Of the first five, redirects ask again: whether they lead to a known page shows only then.
		const pages = requests.filter((path) => /^\/guide\/(?:[6-9]|\d\d)\/?$/.test(path));
		expect(new Set(pages.map((path) => path.replace(/\/$/, ''))).size).toBe(pages.length);
		expect(requests.filter((path) => path === '/robots.txt')).toHaveLength(1);
		expect(requests.filter((path) => path.includes('private'))).toEqual([]);
		expect(requests.filter((path) => path === '/shop')).toHaveLength(1);
	});

	it('lists failed pages with their reasons, and skipped ones not at all', async () => {
		const { body } = await callService(service, 'GET', `/crawl/${ended.jobId}/pages`);
		const pages: { url: string; status: string; error_message: string | null; data: unknown }[] =
			Object(body).pages;
		const failed = pages.filter(({ status }) => status === 'failed');

		expect(
			failed.map(({ url, error_message: reason, data }) => [new URL(url).pathname, reason, data]),
		).toEqual(
			expect.arrayContaining([
				['/guide/missing', expect.stringContaining('HTTP status 404 (Not Found)'), null],
				['/guide/error', expect.stringContaining('HTTP status 500'), null],
				['/guide/circle', expect.stringContaining('ERR_TOO_MANY_REDIRECTS'), null],
			]),
		);
		expect(failed).toHaveLength(3);
		expect(pages.filter(({ url }) => /old|away|private/.test(url))).toEqual([]);
	});

	it('does not sink into folders that repeat themselves', async () => {
		const paths = await crawlPaths('/guide/sub', { maxPages: 50 });

		expect(paths.length).toBeLessThanOrEqual(3);
	});

	it('leaves an endless calendar after a few pages', async () => {
		const paths = await crawlPaths('/guide/calendar', { maxPages: 50 });

		expect(paths.length).toBeLessThanOrEqual(12);
	});

	it('leaves an endless counter after some pages', async () => {
		const baseUrl = `${site.url}/counter`;
		const { result, body } = await crawl(service, { baseUrl, maxPages: 50 });

		expect(result.length).toBeLessThanOrEqual(12);
		expect(Object(body).warnings).toEqual([
			`1 of ${result.length + 1} addresses was not opened: 1 looks endless (/counter?n=…).`,
		]);
	});

	it('reads days with a rate of their own', async () => {
		const paths = await crawlPaths('/days/', { maxPages: 50 });

		expect(paths.filter((path) => path.startsWith('/days/rate/'))).toHaveLength(12);
		expect(new Set(paths).size).toBe(paths.length);
	});

	it('follows links that scripts have drawn', async () => {
		expect(await crawlPaths('/app', WITH_BROWSER)).toEqual(['/app', '/app/1', '/app/2', '/app/3']);
	});

	it('opens the pages of an application that lie behind its fragments', async () => {
		const baseUrl = `${site.url}/routed/`;
		const { result } = await crawl(service, { ...WITH_BROWSER, baseUrl, maxPages: 10 });

		expect(
			result.map(({ url, data }) => [
				url.replace(baseUrl, ''),
				/The (\w+) are shown/.exec(String(data))?.[1],
			]),
		).toEqual(
			expect.arrayContaining([
				['', 'home'],
				['#/users', 'users'],
				['#/orders', 'orders'],
				['#!/bang', 'bang'],
			]),
		);
		expect(result).toHaveLength(4);
	});

	it('presses the buttons of an application that has nothing else, and sends nothing by it', async () => {
		const baseUrl = `${site.url}/pressed/`;
		const { result } = await crawl(service, { ...WITH_BROWSER, baseUrl, maxPages: 20 });

		expect(result.map(({ url }) => url.replace(baseUrl, '')).toSorted()).toEqual([
			'',
			'#/team',
			'contact',
			'news',
			'prices',
			'shop',
		]);
		expect(site.countHits('/pressed/removed')).toBe(0);
		expect(result[0]?.warnings).toEqual([
			expect.stringContaining(
				'only 6 buttons ("Team", "Prices", "News", …). They were pressed, and lead to 5 addresses',
			),
		]);
	});

	it('finds where buttons lead that take effect some time after they are pressed', async () => {
		const baseUrl = `${site.url}/pressed-late/`;
		const { result } = await crawl(service, { ...WITH_BROWSER, baseUrl, maxPages: 20 });

		const paths = result.map(({ url }) => url.replace(baseUrl, ''));
		expect(paths.toSorted()).toEqual(['', 'last', 'later', 'soon']);
	});

	it('presses nothing for somebody who is signed in', async () => {
		const baseUrl = `${site.url}/pressed/`;
		const request = { ...WITH_BROWSER, baseUrl, maxPages: 20, cookies: 'session=ann' };
		const { result } = await crawl(service, request);

		expect(result).toHaveLength(1);
		expect(JSON.stringify(result)).toContain('nothing behind them was read');
	});

	it('presses nothing on a page that asks crawlers not to follow it', async () => {
		const baseUrl = `${site.url}/pressed-unfollowed/`;
		const { result } = await crawl(service, { ...WITH_BROWSER, baseUrl });

		expect(result).toHaveLength(1);
		expect(JSON.stringify(result)).toContain('nothing behind them was read');
	});

	it('tries a page again that failed for a moment', async () => {
		expect(await crawlPaths('/flaky')).toEqual(['/flaky', '/flaky/once']);
		expect(site.countHits('/flaky/once')).toBe(2);
	});
});

describe('the scope of a crawl', () => {
	it('ends at maxPages pages that succeeded', async () => {
		expect(await crawlPaths('/shop', { maxPages: 7 })).toHaveLength(7);
	});

	it('is five pages without maxPages', async () => {
		expect(await crawlPaths('/shop')).toHaveLength(5);
	});

	it('counts successful pages only', async () => {
		// The first two links of the page are broken.
		expect(await crawlPaths('/half', { maxPages: 3 })).toEqual(['/half', '/half/1', '/half/2']);
	});

	it('is the base address alone with maxDepth 0', async () => {
		expect(await crawlPaths('/shop', { maxDepth: 0, maxPages: 10 })).toEqual(['/shop']);
	});

	it('stays below the base address', async () => {
		const paths = await crawlPaths('/blog', { maxPages: 12 });

		expect(paths.every((path) => /^\/blog(?:\/|$)/.test(path))).toBe(true);
		expect(paths).toHaveLength(12);
	});

	it('leaves the base address with crawlEntireDomain, and not without', async () => {
		const below = ['/half', '/half/1', '/half/2'];

		expect(await crawlPaths('/half', { maxPages: 10 })).toEqual(below);
		expect(await crawlPaths('/half', { maxPages: 10, crawlEntireDomain: true })).toEqual([
			...below,
			'/single',
		]);
	});

	it('follows includePaths and not excludePaths', async () => {
		const paths = await crawlPaths('/', {
			includePaths: ['/blog*', '/single'],
			excludePaths: ['/blog/tag/*', '/blog/?page=*'],
			maxPages: 50,
		});

		expect(paths).toEqual(
			['/', '/blog', '/single', ...numbers(10).map((number) => `/blog/post-${number}`)].sort(),
		);
	});

	it('takes addresses that differ in their query for one page with ignoreQueryParams', async () => {
		const request = { includePaths: ['/blog', '/blog/?page=*'], maxPages: 10 };
		const all = await crawlPaths('/blog', request);
		const one = await crawlPaths('/blog', { ...request, ignoreQueryParams: true });

		expect(all).toEqual(['/blog', ...[2, 3, 4, 5, 6].map((page) => `/blog/?page=${page}`)]);
		expect(one).toEqual(['/blog']);
	});

	it('is that of the page to which the base address was redirected', async () => {
		const paths = await crawlPaths('/moved', { maxPages: 3 });

		expect(paths).toEqual(['/blog/', '/blog/post-1', expect.stringMatching(/^\/blog\/./)]);
	});
});

describe('a scope without a link of the start page', () => {
	const warningsOf = async (request: object) => {
		const baseUrl = `${site.url}/shop/product/1`;
		const { body } = await crawl(service, { baseUrl, crawlInstruction: 'all pages', ...request });
		return Object(body).warnings ?? [];
	};

	it('is said, with what opens it', async () => {
		expect(await warningsOf({})).toEqual([expect.stringContaining('Set crawlEntireDomain')]);
	});

	it.each([{ crawlEntireDomain: true, maxPages: 2 }, { maxDepth: 0 }, { maxPages: 1 }])(
		'is not meant by %j',
		async (request) => {
			expect(await warningsOf(request)).not.toContainEqual(
				expect.stringContaining('Set crawlEntireDomain'),
			);
		},
	);
});

describe('the crawl instruction', () => {
	it('decides which links are followed, by its words', async () => {
		const paths = await crawlPaths('/', { crawlInstruction: 'the shop', maxPages: 6 });

		expect(paths[0]).toBe('/');
		expect(paths.slice(1).every((path) => path.startsWith('/shop'))).toBe(true);
		expect(paths).toHaveLength(6);
	});

	it('can name exceptions', async () => {
		const paths = await crawlPaths('/blog', {
			crawlInstruction: 'all pages except tags and /blog/?page',
			maxPages: 50,
		});

		expect(paths).toEqual(['/blog', ...numbers(10).map((number) => `/blog/post-${number}`)].sort());
	});

	it('can ask for the start page only', async () => {
		expect(await crawlPaths('/shop', { crawlInstruction: 'only this page' })).toEqual(['/shop']);
	});

	it('says so when none of its words fits a link', async () => {
		const { result, body } = await crawl(service, {
			baseUrl: `${site.url}/shop`,
			crawlInstruction: 'vacancies',
		});

		expect(listPaths(result)).toEqual(['/shop']);
		expect(Object(body).warnings).toEqual([
			expect.stringContaining('No link fits the words of the crawl instruction'),
			'140 of 141 addresses were not opened: 140 by the crawl instruction.',
		]);
	});
});

describe('a crawl of pages in trouble', () => {
	it('brings the others, in the order they were opened, when one freezes, one is empty and one shows a dialog', async () => {
		const ended = await crawl(service, {
			...WITH_BROWSER,
			baseUrl: `${site.url}/troubled`,
			crawlInstruction: 'all pages',
			maxPages: 50,
		});
		const { body } = await callService(service, 'GET', `/crawl/${ended.jobId}/pages`);
		const pages: ListedPage[] = Object(body).pages;
		const failed = pages.filter(({ status }) => status === 'failed');
		const urls = pages.map(({ url }) => url);
		const opened = pages.map(({ created_at }) => created_at);

		// In the order they were opened: the frozen page is the first link and the last to end.
		expect(opened).toEqual(opened.toSorted());
		expect(urls[0]).toBe(`${site.url}/troubled`);
		expect(urls.indexOf(`${site.url}/troubled/frozen`)).toBeLessThan(
			urls.indexOf(`${site.url}/troubled/6`),
		);
		expect(ended.result.map(({ url }) => url)).toEqual(
			urls.filter((url) => url !== `${site.url}/troubled/frozen`),
		);
		expect(listPaths(ended.result)).toEqual([
			'/troubled',
			...numbers(6).map((number) => `/troubled/${number}`),
			'/troubled/alert',
			'/troubled/empty',
		]);
		expect(failed).toEqual([
			expect.objectContaining({
				url: `${site.url}/troubled/frozen`,
				error_message: 'the page does not respond: most likely its scripts run without a pause',
			}),
		]);
	});
});

describe('the cookies of a crawl', () => {
	const request = { ...WITH_BROWSER, crawlEntireDomain: false };

	it('open pages behind a login', async () => {
		const baseUrl = `${site.url}/members`;
		const { result } = await crawl(service, { ...request, baseUrl, cookies: 'session=ann; a=b' });
		const without = await crawl(service, { ...request, baseUrl });

		expect(listPaths(result)).toEqual(['/members', '/members/1', '/members/2']);
		expect(without).toMatchObject({
			status: 'failed',
			error: expect.stringContaining(`Failed to scrape ${baseUrl}: HTTP status 403`),
		});
	});

	it('fail the job with the mistake when they cannot be read', async () => {
		const baseUrl = `${site.url}/members`;
		const { status, error } = await crawl(service, { ...request, baseUrl, cookies: 'nonsense' });

		expect(status).toBe('failed');
		expect(error).toMatch(/cookies/);
	});
});

describe('robots.txt', () => {
	it('forbids the base address, too, and the job says so', async () => {
		const { status, error } = await crawl(service, {
			baseUrl: `${site.url}/forbidden`,
			crawlInstruction: 'all pages',
		});

		expect(status).toBe('failed');
		expect(error).toBe(
			`Failed to scrape ${site.url}/forbidden: ${site.url}/robots.txt does not allow this page to be crawled`,
		);
		expect(site.takeRequests()).not.toContain('/forbidden');
	});
});

describe('the settings of crawls', () => {
	let own: RunningService;

	beforeAll(async () => {
		const environment = { CRAWL_RESPECT_ROBOTS: 'false', CRAWL_DELAY_MS: '300' };
		own = await startService({ environment });
	});

	afterAll(() => own.stop());

	it('leave robots.txt alone with CRAWL_RESPECT_ROBOTS false', async () => {
		const baseUrl = `${site.url}/forbidden`;
		const { result } = await crawl(own, { baseUrl, crawlInstruction: 'all pages' });

		expect(listPaths(result)).toEqual(['/forbidden']);
		expect(site.takeRequests()).not.toContain('/robots.txt');
	});

	it('press the buttons of a page whose robots rules are left alone', async () => {
		const baseUrl = `${site.url}/pressed-unfollowed/`;
		const { result } = await crawl(own, { ...WITH_BROWSER, baseUrl });

		expect(JSON.stringify(result)).toContain('They were pressed, and lead to 5 addresses');
	});

	it('keep CRAWL_DELAY_MS between two requests to a host, also to those of several crawls', async () => {
		const loadedAtMs: number[] = [];
		const pages = await startPages(({ url = '/' }, response) => {
			if (url.startsWith('/page')) loadedAtMs.push(Date.now());
			const links = ['/page/1', '/page/2'].map((path) => `<a href="${path}">${path}</a>`);
			response.setHeader('Content-Type', 'text/html');
			response.end(`<title>${url}</title><p>The words of ${url}.</p>${links.join(' ')}`);
		});
		const request = { baseUrl: `${pages.url}/page/`, crawlInstruction: 'all pages', maxPages: 3 };
		const ended = await Promise.all([crawl(own, request), crawl(own, request)]);
		await pages.stop();
		const spanMs = (loadedAtMs.at(-1) ?? 0) - (loadedAtMs[0] ?? 0);

		expect(ended.map(({ result }) => result.length)).toEqual([3, 3]);
		// The starts are spaced; a request may be on its way some milliseconds longer than the next.
		expect(spanMs).toBeGreaterThan((loadedAtMs.length - 1) * 300 - 100);
		expect(loadedAtMs.length).toBeGreaterThanOrEqual(6);
	});
});
