import { callService, waitForEnd } from './support/callService';
import { joinService } from './support/sharedService';
import { startPages } from './support/startPages';
import { startSite, type TestSite } from './support/startSite';
import { validateResponse } from './support/validateResponse';

const service = joinService();
let site: TestSite;

beforeAll(async () => {
	site = await startSite();
});

afterAll(async () => {
	await site.stop();
});

async function scrape(fields: object, ...paths: string[]) {
	const { body: submitted } = await callService(service, 'POST', '/scrape', {
		urls: paths.map((path) => ({ url: new URL(path, site.url).href })),
		...fields,
	});
	const { status, body } = await waitForEnd(service, `/scrape/${Object(submitted).jobId}`);
	validateResponse('getScrapeJob', status, body);
	return Object(body).result;
}

/** Width and height of a PNG file, from its header. */
async function fetchImage(link: string) {
	const response = await fetch(link);
	const bytes = Buffer.from(await response.arrayBuffer());
	return {
		status: response.status,
		type: response.headers.get('Content-Type'),
		signature: bytes.toString('latin1', 1, 4),
		width: bytes.readUInt32BE(16),
		height: bytes.readUInt32BE(20),
	};
}

describe('a screenshot', () => {
	it('is a PNG behind a link that needs no key', async () => {
		const result = await scrape({ screenshot: true }, '/article');
		const [link] = result.screenshots;

		expect(result.screenshots).toHaveLength(1);
		expect(result.data[0].screenshotUrl).toBe(link);
		expect(link.startsWith(`${new URL(service.baseUrl).origin}/files/`)).toBe(true);
		expect(await fetchImage(link)).toMatchObject({
			status: 200,
			type: 'image/png',
			signature: 'PNG',
		});
	});

	it('shows what fits the window, or the whole page when asked', async () => {
		const window = await scrape({ screenshot: true }, '/tall');
		const whole = await scrape({ screenshot: true, fullPageScreenshot: true }, '/tall');
		const [windowImage, wholeImage] = await Promise.all([
			fetchImage(window.screenshots[0]),
			fetchImage(whole.screenshots[0]),
		]);

		expect(windowImage.height).toBeLessThan(1500);
		expect(wholeImage.height).toBeGreaterThanOrEqual(4000);
		expect(wholeImage.width).toBe(windowImage.width);
	});

	it('of the whole page has the pictures that load when they come near the window', async () => {
		const asked: string[] = [];
		const pages = await startPages((request, response) => {
			asked.push(request.url ?? '');
			response.writeHead(200, { 'Content-Type': 'text/html' });
			response.end(
				'<!doctype html><h1>Tall</h1><div style="height:9000px"></div><img loading="lazy" src="/picture">',
			);
		});
		try {
			await scrape({ screenshot: true }, `${pages.url}/window`);
			expect(asked).not.toContain('/picture');
			await scrape({ screenshot: true, fullPageScreenshot: true }, `${pages.url}/whole`);
			expect(asked).toContain('/picture');
		} finally {
			await pages.stop();
		}
	});

	it('is taken of each page, in order', async () => {
		const { data, screenshots } = await scrape({ screenshot: true }, '/article', '/layout');
		const links = data.map(({ screenshotUrl }: { screenshotUrl: string }) => screenshotUrl);

		expect(new Set(links).size).toBe(2);
		expect(screenshots).toEqual(links);
	});

	it('is refused under a link that was changed', async () => {
		const { screenshots } = await scrape({ screenshot: true }, '/article');
		const changed = new URL(screenshots[0]);
		changed.searchParams.set('expires', String(Number(changed.searchParams.get('expires')) + 1));
		const response = await fetch(changed);

		expect(response.status).toBe(403);
		expect(await response.json()).toEqual({
			status: 'error',
			message: 'This link is wrong or has expired. Read the job again for a new one.',
		});
	});
});
