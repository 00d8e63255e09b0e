import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from '../e2e/support/launchChromium';
import { PATIENCE_MS } from '../support/eventually';
import { callService, waitForEnd } from './support/callService';
import { PASSWORD } from './support/dashboardClient';
import { startPages, type Pages } from './support/startPages';
import { startService, type RunningService } from './support/startService';

const PATHS = [
	'/',
	'/keys',
	'/jobs',
	'/pick',
	'/logs/scrape',
	'/logs/search',
	'/usage',
	'/usage?range=30d',
];

let service: RunningService;
let site: Pages;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Everything that the browser complained about. */
let complaints: string[];
let releaseSlowPage: () => void;

// A page whose text, once it is Markdown, would be markup again if it were not escaped.
const HOSTILE_PAGE = `<!doctype html><title>&lt;img src=x onerror=alert(1)&gt;</title>
	<p>Plain words about the harbour, and an attack:</p>
	<pre><code>&lt;/pre&gt;&lt;script&gt;document.title = "broken in"&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</code></pre>`;

async function startHostileSite(): Promise<void> {
	const slowPage = new Promise<void>((resolve) => (releaseSlowPage = resolve));
	site = await startPages((request, response) => {
		const send = () =>
			response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(HOSTILE_PAGE);
		if (request.url === '/slow') void slowPage.then(send);
		else send();
	});
}

beforeAll(async () => {
	[service, browser] = await Promise.all([
		startService({ environment: { DASHBOARD_PASSWORD: PASSWORD }, withoutBrowser: true }),
		launchChromium(),
		startHostileSite(),
	]);
	context = await browser.newContext({
		baseURL: new URL('/', service.baseUrl).href,
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	context.setDefaultTimeout(PATIENCE_MS);
	page = await context.newPage();
	complaints = [];
	page.on('console', (message) => {
		if (message.type() !== 'log') complaints.push(message.text());
	});
	page.on('pageerror', (error) => complaints.push(error.message));
	page.on('dialog', (dialog) => {
		complaints.push(`A dialog opened: ${dialog.message()}`);
		void dialog.dismiss();
	});
	await page.goto('/keys');
	await page.getByLabel('Password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'API Keys' }).waitFor();
});

afterEach(() => {
	expect(complaints.splice(0)).toEqual([]);
});

afterAll(async () => {
	releaseSlowPage();
	await browser?.close();
	await site.stop();
	await service?.stop();
});

/** Scrapes a page of the site; where it is read is no matter to what is shown of it. */
async function submit(path: string): Promise<string> {
	const request = { urls: [{ url: `${site.url}${path}` }], scrapeMode: 'fast' };
	return Object((await callService(service, 'POST', '/scrape', request)).body).jobId;
}

/** Waits until the page says that something has happened. */
const seeNotice = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

/** Waits until screen readers were told something. */
const waitForAnnouncement = (text: string) =>
	page.locator('#announcements', { hasText: text }).waitFor({ state: 'attached' });

const isAccepted = async (apiKey: string) =>
	(await callService({ ...service, apiKey }, 'GET', '/usage-stats?range=7d')).status;

describe('a key', () => {
	let key: string;

	it('is made, copied and used', async () => {
		await page.goto('/keys');
		await page.getByLabel('Name', { exact: true }).fill('n8n');
		await page.getByRole('button', { name: 'Create Key' }).click();
		await seeNotice('The key "n8n" was created.');
		await page.getByRole('button', { name: 'Copy the key n8n' }).click();

		await waitForAnnouncement('Copied');
		key = await page.evaluate(() => navigator.clipboard.readText());
		expect(key).toMatch(/^wde_.{40,}$/);
		expect(await isAccepted(key)).toBe(200);
	});

	it('is never shown again', async () => {
		await page.reload();

		expect(await page.content()).not.toContain(key);
	});

	it('is switched off, and then refused by the API', async () => {
		const control = page.getByRole('switch', { name: 'Active: n8n' });
		expect(await control.getAttribute('aria-checked')).toBe('true');
		await control.click();

		await seeNotice('The key "n8n" is disabled: the API rejects it from now on.');
		expect(await control.getAttribute('aria-checked')).toBe('false');
		expect(await isAccepted(key)).toBe(401);
	});

	it('is deleted when there is another', async () => {
		await page.getByLabel('Name', { exact: true }).fill('other');
		await page.keyboard.press('Enter');
		await seeNotice('The key "other" was created.');
		await page.getByRole('row', { name: 'n8n' }).locator('summary').click();
		await page.getByRole('button', { name: 'Delete “n8n”' }).click();

		await seeNotice('The key "n8n" was deleted.');
		expect(await page.getByRole('row').count()).toBe(2);
		expect(await isAccepted(key)).toBe(401);
	});
});

describe('the charts', () => {
	it('show the labels of their axes in full', async () => {
		await page.goto('/usage');
		const cut = await page
			.locator('svg.chart text')
			.evaluateAll((texts) =>
				texts
					.filter((text) => text instanceof SVGTextElement && text.getBBox().x < 0)
					.map(({ textContent }) => textContent),
			);

		expect(await page.locator('svg.chart text').count()).toBeGreaterThan(0);
		expect(cut).toEqual([]);
	});
});

describe('what a scraped page says', () => {
	it('is shown as text and does nothing', async () => {
		const jobId = await submit('/attack');
		await waitForEnd(service, `/scrape/${jobId}`);
		await page.goto(`/logs/scrape/${jobId}`);

		expect(await page.locator('pre').textContent()).toContain('</pre><script>document.title');
		expect(await page.title()).toBe('Scrape - Web Data Extraction');
		expect(await page.locator('main img, main script').count()).toBe(0);
	});

	it('is found again with the filter', async () => {
		await page.goto('/logs');
		await page.getByLabel('URL Contains').fill('ATTACK');
		await page.getByLabel('Status').selectOption({ label: 'Completed' });
		await page.getByRole('button', { name: 'Filter' }).click();
		await page.waitForURL(/status=success/);
		expect(await page.getByRole('row').count()).toBe(2);

		await page.getByLabel('Status').selectOption({ label: 'Failed' });
		await page.getByRole('button', { name: 'Filter' }).click();
		await page.getByText('No logs match this filter.').waitFor();
	});
});

describe('a running job', () => {
	it('is watched: its row follows without a reload, and its end is announced', async () => {
		const jobId = await submit('/slow');
		await page.goto('/jobs');
		const row = page.locator(`tr[data-row="${jobId}"]`);
		await row.getByText('Running').waitFor();
		await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
		releaseSlowPage();

		await row.getByText('Completed').waitFor();
		await waitForAnnouncement(`${site.url}/slow: Completed`);
		expect(await page.locator('body[data-same-page]').count()).toBe(1);

		await row.getByRole('button', { name: 'Copy' }).click();
		await waitForAnnouncement('Copied');
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(jobId);
	});

	it('is offered when it came after the list was drawn', async () => {
		await submit('/late');
		await page.getByRole('link', { name: 'Show 1 New Job' }).click();

		const job = page.getByRole('link', { name: `${site.url}/late` });
		await job.waitFor();
		expect(await job.count()).toBe(1);
	});
});

describe.each(PATHS)('the page %s', (path) => {
	beforeAll(() => page.goto(path));

	it('has what screen readers need', async () => {
		expect(await page.evaluate(listFaults)).toEqual([]);
	});

	it.each(['light', 'dark'] as const)('has enough contrast in %s colours', async (colorScheme) => {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });

		expect(await page.evaluate(listFaintTexts)).toEqual([]);
	});

	it('fits a screen of 360 pixels', async () => {
		await page.setViewportSize({ width: 360, height: 740 });
		const width = await page.evaluate(() => document.documentElement.scrollWidth);
		const overflowing = await page.evaluate(listOverflowing);
		await page.setViewportSize({ width: 1280, height: 800 });

		expect(width).toBe(360);
		expect(overflowing).toEqual([]);
	});

	it.each(['light', 'dark'] as const)(
		'is walked through with the Tab key from the skip link on, in the order of reading, and shows where the keyboard is in %s colours',
		async (colorScheme) => {
			await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
			await page.goto(path);
			const stops = await page.evaluate(markTabStops);
			const visited: (string | null)[] = [];
			const faint: string[] = [];
			for (let step = 0; step < stops; step++) {
				await page.keyboard.press('Tab');
				const { stop, ...ring } = await page.evaluate(readFocus);
				visited.push(stop);
				const contrast = contrastOf(ring.colour, ring.background);
				if (ring.widthPx < 2 || contrast < 3) faint.push(JSON.stringify({ ...ring, contrast }));
			}

			expect(await page.locator('[data-stop="0"]').textContent()).toBe('Skip to Content');
			expect(visited).toEqual(Array.from({ length: stops }, (_, index) => String(index)));
			expect(faint).toEqual([]);
		},
	);
});

describe('without JavaScript', () => {
	it('keys are made and switched, and no control is shown that needs it', async () => {
		const plain = await browser.newContext({
			baseURL: new URL('/', service.baseUrl).href,
			javaScriptEnabled: false,
			storageState: await context.storageState(),
		});
		plain.setDefaultTimeout(PATIENCE_MS);
		const keysPage = await plain.newPage();
		await keysPage.goto('/keys');
		await keysPage.getByLabel('Name', { exact: true }).fill('plain');
		await keysPage.getByRole('button', { name: 'Create Key' }).click();
		const key = await keysPage.getByLabel('Key “plain”').inputValue();
		expect(await keysPage.getByRole('button', { name: 'Copy' }).count()).toBe(0);
		await keysPage.getByRole('switch', { name: 'Active: plain' }).click();
		await keysPage.getByText('The key "plain" is disabled').waitFor();
		await plain.close();

		expect(await isAccepted(key)).toBe(401);
	});
});

/** Runs in the page: what has the focus, the ring around it, and what is behind that. */
function readFocus() {
	const element = document.activeElement ?? document.body;
	const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
	const opaque = (one: Element | null): string => {
		if (one === null) return 'rgb(255, 255, 255)';
		const { backgroundColor } = getComputedStyle(one);
		return /^rgb\(/.test(backgroundColor) ? backgroundColor : opaque(one.parentElement);
	};
	return {
		stop: element.getAttribute('data-stop'),
		element: element.outerHTML.slice(0, 80),
		widthPx: outlineStyle === 'solid' ? Number.parseFloat(outlineWidth) : 0,
		colour: outlineColor,
		background: opaque(element.parentElement),
	};
}

/** The contrast of two colours as WCAG defines it, from 1 to 21; of one that is not opaque none. */
function contrastOf(...colours: [string, string]): number {
	const weights = [0.2126, 0.7152, 0.0722];
	const [dark = 0, light = 0] = colours
		.map((colour) => /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1).map(Number) ?? [])
		.map((channels) =>
			channels
				.map((value) => value / 255)
				.map((share) => (share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
				.reduce((sum, share, index) => sum + share * (weights[index] ?? 0), 0),
		)
		.sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/** Runs in the page: what is missing for people who do not see it. */
function listFaults(): string[] {
	const all = (selector: string) => [...document.querySelectorAll(selector)];
	const describe = (fault: string) => (element: Element) => `${fault}: ${element.outerHTML}`;
	const ids = all('[id]').map(({ id }) => id);
	const labels = (field: Element) =>
		field instanceof HTMLInputElement || field instanceof HTMLSelectElement
			? field.labels?.length
			: undefined;
	const listReferences = (element: Element) =>
		['aria-labelledby', 'aria-describedby']
			.flatMap((name) => element.getAttribute(name)?.split(/\s+/) ?? [])
			.filter((id) => id !== '');
	const counted: [selector: string, count: number][] = [
		['html[lang=en]', 1],
		['title:not(svg title):not(:empty)', 1],
		['h1', 1],
		['main', 1],
		['[aria-live]', 1],
		['header [aria-current=page]', 1],
		['table:not(:has(caption)), table:not(:has(th[scope=col]))', 0],
		['img:not([alt])', 0],
	];
	return [
		...counted
			.filter(([selector, count]) => all(selector).length !== count)
			.map(([selector]) => `There are ${all(selector).length} ${selector}`),
		...all('input:not([type=hidden]), select')
			.filter((field) => labels(field) !== 1)
			.map(describe('No label')),
		...all('button, a, summary')
			.filter(({ textContent }) => textContent.trim() === '')
			.map(describe('No name')),
		...all('[aria-labelledby], [aria-describedby]')
			.filter((element) => !listReferences(element).every((id) => ids.includes(id)))
			.map(describe('A name that leads nowhere')),
		...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `Twice: ${id}`),
		...(all('h1, h2, h3')[0]?.tagName === 'H1' ? [] : ['The first heading is not the main one']),
	];
}

/** Runs in the page: what sticks out of the card that it lies in. */
function listOverflowing(): string[] {
	return [...document.querySelectorAll('.card')].flatMap((card) => {
		const { right } = card.getBoundingClientRect();
		return [...card.querySelectorAll('*')]
			.filter((element) => !element.matches('.unseen, .unseen *, thead, thead *'))
			.filter((element) => element.getBoundingClientRect().right > right)
			.map(({ outerHTML }) => outerHTML);
	});
}

/** Runs in the page: numbers what the Tab key should reach, and says how many that is. */
function markTabStops(): number {
	const stops = [
		...document.querySelectorAll<HTMLElement>(
			'a[href], button, summary, input:not([type=hidden]), select, [tabindex="0"]',
		),
	].filter((element) => element.checkVisibility() && !element.hidden);
	// A date field has a stop of its own for each part; the walk ends before the first one.
	const firstDate = stops.findIndex((element) => element.matches('[type=date]'));
	const walked = firstDate === -1 ? stops : stops.slice(0, firstDate);
	walked.forEach((element, index) => element.setAttribute('data-stop', String(index)));
	return walked.length;
}

/** Runs in the page: texts whose contrast is below WCAG AA (4.5, large ones 3). */
function listFaintTexts(): string[] {
	const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
	if (canvas === null) return ['There is no canvas'];
	const known = new Map<string, number[]>();
	const drawColor = (color: string) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = color;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data];
	};
	const readColor = (color: string) => {
		const read = known.get(color) ?? drawColor(color);
		known.set(color, read);
		return read;
	};
	const luminance = (color: number[]) => {
		const [red = 0, green = 0, blue = 0] = color.map((value) => {
			const share = value / 255;
			return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const groundOf = (element: Element | null): number[] => {
		if (element === null) return [255, 255, 255, 255];
		const ground = readColor(getComputedStyle(element).backgroundColor);
		return ground[3] === 255 ? ground : groundOf(element.parentElement);
	};
	const contrastOf = (element: Element) => {
		const { color, fill } = getComputedStyle(element);
		const ink = luminance(readColor(element instanceof SVGElement ? fill : color));
		const ground = luminance(groundOf(element));
		return (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
	};
	const hasOwnText = (element: Element) =>
		[...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
	return [...document.querySelectorAll('body *')]
		.filter((element) => hasOwnText(element) && element.checkVisibility())
		.filter((element) => !element.matches('.unseen, .unseen *, title, desc, script'))
		.filter((element) => {
			const { fontSize, fontWeight } = getComputedStyle(element);
			const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
			return contrastOf(element) < (isLarge ? 3 : 4.5);
		})
		.map((element) => `${contrastOf(element).toFixed(2)}: ${element.textContent?.trim()}`);
}
