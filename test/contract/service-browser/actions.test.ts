import { startPages, type Pages } from '../support/startPages';
import { ROW_COUNT } from './support/scrolledSite';
import { serveShop } from './support/shopSite';
import { visitPages, type VisitResult, type VisitTask } from './support/visitPages';

let site: Pages;

beforeAll(async () => {
	site = await startPages(serveShop);
});

afterAll(async () => {
	await site.stop();
});

type Visit = Omit<VisitTask, 'url'> & { path: string };

/** Visits pages of the shop side by side and returns the results in order. */
async function visitAll(visits: Visit[]): Promise<VisitResult[]> {
	const round = visits.map(({ path, ...task }) => ({ ...task, url: `${site.url}${path}` }));
	return (await visitPages({ rounds: [round], allowPrivateAddresses: true })).flat();
}

async function visit(path: string, actions: object[]): Promise<VisitResult> {
	const [result] = await visitAll([{ path, actions }]);
	if (result === undefined) throw new Error('No result');
	return result;
}

const readItems = ({ items = [] }: VisitResult) => items.map(({ markdown }) => markdown);

function expectBooks(result: VisitResult): void {
	const items = readItems(result);
	expect(items).toHaveLength(4);
	expect(items[3]).toContain('Book 4');
	expect(items[3]).toContain('£40.00');
}

describe('Actions', () => {
	it.concurrent('fill in a form, hidden checkboxes and lists of options included', async () => {
		const { markdown } = await visit('/login', [
			{ type: 'type', selector: '#user', value: 'Ann' },
			{ type: 'check', value: 'the terms' },
			{ type: 'uncheck', value: 'newsletter' },
			{ type: 'type', selector: '#size', value: 'Medium' },
			{ type: 'click', value: 'log in' },
		]);
		expect(markdown).toContain('Hello Ann true false m');
	});

	it.concurrent(
		'wait for what a click brings after a while, and for what the page itself did',
		async () => {
			const [clicked, paused] = await visitAll([
				{ path: '/slow', actions: [{ type: 'click', value: 'Show price' }] },
				{ path: '/slow', actions: [{ type: 'wait', duration: 1 }] },
			]);
			expect(clicked?.markdown).toContain('The price is 7');
			expect(paused?.markdown).toContain('Drawn late');
		},
	);

	it.concurrent(
		'wait for an element as long as asked for, and fail if it is not visible by then',
		async () => {
			const waitFor = (selector: string, duration: number) => [
				{ type: 'wait', selector, duration },
			];
			const [there, missing, hidden] = await visitAll([
				{ path: '/later', actions: waitFor('#hits', 30_000) },
				{ path: '/later', actions: waitFor('.none', 200) },
				{ path: '/later', actions: waitFor('.draft', 200) },
			]);
			expect(there?.markdown).toContain('Four hits');
			expect(missing?.error?.message).toBe(
				`Failed to scrape ${site.url}/later: action 1 (wait for .none, up to 200 ms): no element matches the selector .none after 200 ms`,
			);
			expect(hidden?.error?.message).toContain('no visible element matches the selector .draft');
		},
	);

	it('do not wait for a clock that ticked before', async () => {
		const clicks = Array(8).fill({ type: 'click', selector: '#next' });
		const { markdown, durationMs } = await visit('/slow?ticking', clicks);
		expect(markdown).toMatch(/8/);
		// Each click would take the three and a half seconds that timers are waited for.
		expect(durationMs).toBeLessThan(8 * 3_500);
	});

	it.concurrent(
		'are followed by all rows of a list that they open, unless scrolling it takes away what they opened',
		async () => {
			const open = { type: 'click', value: 'Open the list' };
			const [anew, growing, closing] = await visitAll([
				{ path: '/opens?opens=a list that is drawn anew', actions: [open] },
				{ path: '/opens?opens=a list that adds rows', actions: [open] },
				{
					path: '/opens?opens=a list that is drawn anew',
					actions: [open, { type: 'click', value: 'Open the note' }],
				},
			]);
			const rows = Array.from({ length: ROW_COUNT }, (_, row) => `Row ${row} of the list`);
			for (const result of [anew, growing]) {
				expect(result?.markdown?.match(/Row \d+ of the list/g)).toEqual(rows);
			}
			expect(closing?.markdown).toContain('Closed when scrolled');
			expect(closing).toMatchObject({ hasUnreadPart: true });
		},
	);

	it.concurrent('type a line break as the Enter key, after a text that is pasted too', async () => {
		const long = 'Bob '.repeat(200);
		const [typed, pasted] = await visitAll(
			['Bob\n', `${long}\n`].map((value) => ({
				path: '/login',
				actions: [{ type: 'type', selector: '#user', value }],
			})),
		);
		expect(typed?.markdown).toContain('Hello Bob false true s');
		expect(pasted?.markdown).toContain(`Hello ${long.trim()} false true s`);
	});

	it.concurrent('find the element that is meant among many alike', async () => {
		const results = await visitAll([
			{ path: '/shop', actions: [{ type: 'click', value: 'Add to cart button of Kettle 2' }] },
			{ path: '/shop', actions: [{ type: 'click', value: 'the last "Add to cart"' }] },
			{ path: '/shop', actions: [{ type: 'click', value: 'Kettle 2' }] },
		]);
		expect(results[0]?.markdown).toContain('Kettle 2 in the cart');
		expect(results[1]?.markdown).toContain('Kettle 3 in the cart');
		expect(results[2]?.finalUrl).toBe(`${site.url}/product/2`);
	});

	it.concurrent('read what opens in a window, by link or by script', async () => {
		const results = await visitAll([
			{ path: '/login', actions: [{ type: 'click', value: 'Open in a window' }] },
			{ path: '/login', actions: [{ type: 'click', value: 'Open by script' }] },
		]);
		expect(results.map(({ finalUrl }) => finalUrl)).toEqual([
			`${site.url}/shop`,
			`${site.url}/shop`,
		]);
	});

	it.concurrent(
		'reach an element under a banner, and take the banner away when told to',
		async () => {
			const results = await visitAll([
				{ path: '/covered', actions: [{ type: 'click', value: 'show price' }] },
				{
					path: '/covered',
					actions: [
						{ type: 'click', value: 'accept the cookies' },
						{ type: 'click', value: 'show price' },
					],
				},
			]);
			expect(results[0]?.markdown).toContain('The price is 5');
			expect(results[1]?.markdown).toBe('Show price\n\nThe price is 5');
		},
	);

	it.concurrent('scroll far enough for a list to load more', async () => {
		const [half, whole] = await visitAll([
			{ path: '/lazy', actions: [{ type: 'scroll', to: '20%' }] },
			{ path: '/lazy', actions: [{ type: 'scroll', to: '100%' }] },
		]);
		expect(half?.markdown).not.toContain('Late row');
		expect(whole?.markdown).toContain('Late row');
	});

	it.concurrent('fail by number, type and target, saying what there is instead', async () => {
		const { error } = await visit('/login', [
			{ type: 'wait', duration: 1 },
			{ type: 'click', value: 'the purple elephant' },
		]);
		expect(error?.message).toBe(
			`Failed to scrape ${site.url}/login: action 2 (click "the purple elephant"): no element fits "the purple elephant"; there are: textbox "User", checkbox "I agree to the terms", combobox "Small Medium", button "Sign in", link "Open in a window", button "Open by script"`,
		);
	});

	it.concurrent('ask a model which element is meant, unless one is called exactly so', async () => {
		const [asked, certain] = await visitAll([
			{
				path: '/shop',
				modelChoice: 1,
				actions: [{ type: 'click', value: 'where I enter my password' }],
			},
			{ path: '/shop', modelChoice: 0, actions: [{ type: 'click', value: 'Login' }] },
		]);
		expect(asked?.asked).toEqual([
			{
				description: 'where I enter my password',
				candidates: expect.arrayContaining(['link "Login" in listitem "Login"']),
			},
		]);
		expect(asked?.finalUrl).toBe(`${site.url}/login`);
		expect(certain?.asked).toEqual([]);
		expect(certain?.finalUrl).toBe(`${site.url}/login`);
	});
});

describe('forEach in place', () => {
	it.concurrent('reads the elements meant, over all pages, up to the last', async () => {
		const result = await visit('/shop', [
			{
				type: 'forEach',
				observe: 'each product card',
				mode: 'inline',
				captureSelector: '.price',
				pagination: { nextSelector: 'a.next', maxPages: 10 },
			},
		]);
		expect(readItems(result)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => `**€ ${id}0**`));
		expect(result.items?.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
		expect(result.items?.at(-1)?.url).toBe(`${site.url}/shop?page=3`);
	});

	it.concurrent('stops at maxItems and at maxPages', async () => {
		const forEach = { type: 'forEach', observe: 'products', mode: 'inline' };
		const [few, pages] = await visitAll([
			{
				path: '/shop',
				actions: [{ ...forEach, maxItems: 4, pagination: { nextSelector: 'a.next' } }],
			},
			{
				path: '/shop',
				actions: [{ ...forEach, pagination: { nextSelector: 'a.next', maxPages: 1 } }],
			},
		]);
		expect(few?.items).toHaveLength(4);
		expect(pages?.items).toHaveLength(6);
	});

	it.concurrent('goes on behind the items there were when a list grows', async () => {
		const result = await visit('/drawn-dialogs', [
			{ type: 'forEach', observe: '.card', mode: 'inline', pagination: { nextSelector: '.more' } },
		]);
		expect(readItems(result).map((text) => text.split('\n', 1)[0])).toEqual(
			[1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => `### Kettle ${id}`),
		);
	});

	it.concurrent.each([
		'Find all book cards in the product grid',
		'all book cards',
		'every book',
		'article.product_pod',
	])('takes the cards for "%s", not a part of them that they share', async (observe) => {
		const result = await visit('/books', [{ type: 'forEach', observe, mode: 'inline' }]);
		expectBooks(result);
	});

	it.concurrent('takes the cards also when they are captured by name', async () => {
		const result = await visit('/books', [
			{
				type: 'forEach',
				observe: 'all book cards',
				mode: 'inline',
				captureSelector: 'article.product_pod',
			},
		]);
		expectBooks(result);
	});

	it.concurrent('keeps the header over the rows of a table', async () => {
		const result = await visit('/help', [
			{ type: 'forEach', observe: 'table rows', mode: 'inline' },
		]);
		expect(readItems(result)).toEqual([
			'| City | Rate |\n| --- | --- |\n| Graz | 1 |',
			'| City | Rate |\n| --- | --- |\n| Linz | 2 |',
		]);
	});
});

describe('A forEach that ends before its list', () => {
	it.concurrent(
		'says so, and why: as many items or pages as asked for, or a next page that does not come',
		async () => {
			const forEach = { type: 'forEach', observe: '.card', mode: 'inline', captureSelector: 'h3' };
			const next = (more: object = {}) => ({
				pagination: { nextSelector: 'button.next', ...more },
			});
			const results = await visitAll(
				[
					['/drawn-dialogs', { maxItems: 2 }],
					['/drawn-dialogs', { maxItems: 3, ...next() }],
					['/drawn-dialogs', next({ maxPages: 1 })],
					['/drawn-dialogs?stuck', next()],
					['/drawn-dialogs', { maxItems: 3 }],
					['/drawn-dialogs', { maxItems: 9, ...next({ maxPages: 2 }) }],
				].map(([path, more]) => ({
					path: String(path),
					actions: [{ ...forEach, ...Object(more) }],
				})),
			);
			const cuts = results.map(({ warnings = [] }) =>
				warnings.filter((warning) => warning.startsWith('The list was read')),
			);
			const upTo = (entry: number, pages: string, reason: string) => [
				`The list was read up to entry ${entry} (${pages}), and may go on: ${reason}.`,
			];
			const most = 'as many entries were read as the request allows (maxItems)';
			expect(cuts).toEqual([
				upTo(2, '1 page', most),
				upTo(3, '1 page', most),
				upTo(6, '2 pages', 'as many pages were read as the request allows (maxPages)'),
				upTo(3, '1 page', 'its next page was still loading after 10 seconds'),
				[],
				[],
			]);
		},
	);
});

describe('forEach by click', () => {
	it.concurrent(
		'reads the dialog that opens, and closes it before the next, over pages without addresses',
		async () => {
			const result = await visit('/drawn-dialogs', [
				{
					type: 'forEach',
					observe: 'details buttons',
					maxItems: 5,
					pagination: { nextSelector: 'button.next' },
				},
			]);
			expect(readItems(result)).toEqual([1, 2, 3, 4, 5].map((id) => `## Details of kettle ${id}`));
		},
	);

	it.concurrent('comes back from other pages to where the list was', async () => {
		const result = await visit('/drawn-pages', [
			{
				type: 'forEach',
				observe: 'each card',
				maxItems: 5,
				captureSelector: '.text',
				pagination: { nextSelector: 'button.next' },
			},
		]);
		expect(readItems(result)).toEqual(
			[1, 2, 3, 4, 5].map((id) => `Kettle ${id} holds ${id} litres.`),
		);
	});

	it.concurrent(
		'reads folded answers with their questions, and what tabs show elsewhere',
		async () => {
			const [answers, tabs] = await visitAll([
				{ path: '/help', actions: [{ type: 'forEach', observe: 'frequently asked questions' }] },
				{ path: '/help', actions: [{ type: 'forEach', observe: 'tabs' }] },
			]);
			expect(answers?.items?.map(({ markdown }) => markdown)).toEqual([
				'Question 1?\n\nAnswer 1.',
				'Question 2?\n\nAnswer 2.',
			]);
			expect(tabs?.items?.map(({ markdown }) => markdown)).toEqual(['Panel 1', 'Panel 2']);
		},
	);
});

describe('forEach by navigation', () => {
	it.concurrent(
		'reads the pages behind the links after its own actions, and leaves the list as it is',
		async () => {
			const result = await visit('/shop', [
				{
					type: 'forEach',
					observe: 'kettles',
					mode: 'navigate',
					maxItems: 4,
					actions: [{ type: 'click', value: 'Show reviews' }],
					pagination: { nextSelector: 'a.next' },
				},
			]);
			expect(result.items).toHaveLength(4);
			expect(result.items?.[3]).toEqual({
				number: 4,
				url: `${site.url}/product/4`,
				markdown: expect.stringMatching(/# Kettle 4\n\n.*\n\nReview of kettle 4/),
			});
			expect(readItems(result)[0]).not.toContain('Navigation');
			expect(result.finalUrl).toBe(`${site.url}/shop?page=2`);
		},
	);

	it.concurrent(
		'keeps an item that cannot be read, with the reason, and reads the others',
		async () => {
			const { items } = await visit('/help', [
				{ type: 'forEach', observe: 'files', mode: 'navigate' },
			]);
			expect(items?.[0]).toEqual({
				number: 1,
				url: `${site.url}/report.pdf`,
				markdown: `[report.pdf](${site.url}/report.pdf)`,
			});
			expect(items?.[1]?.error).toBe(`${site.url}/missing answers with HTTP status 404`);
		},
	);
});

describe('forEach without anything to read', () => {
	it.concurrent('fails when no elements fit the description', async () => {
		const { error } = await visit('/shop', [{ type: 'forEach', observe: 'penguins' }]);
		expect(error?.message).toBe(
			`Failed to scrape ${site.url}/shop: action 1 (forEach "penguins"): no repeating elements fit "penguins"`,
		);
	});

	it.concurrent('fails when not one item could be read', async () => {
		const { error } = await visit('/shop', [
			{ type: 'forEach', observe: 'products', mode: 'inline', captureSelector: '.no', maxItems: 1 },
		]);
		expect(error?.message).toContain(
			'none of 1 items could be read: nothing matches the captureSelector .no',
		);
	});
});
