import type { INodeParameters } from 'n8n-workflow';
import { Scrape } from '../../nodes/Scrape/Scrape.node';
import { runWorkflow, type NodeOutcome } from '../support/n8nWorkflow';
import { undeclaredFields } from '../support/outputSchema';
import { joinService } from './support/sharedService';
import { startPages, type Pages } from './support/startPages';

const PRODUCTS = [
	['Basalt lamp', '120.00'],
	['Cedar chair', '49.50'],
	['Linen sofa', '899.00'],
];

const CARDS = PRODUCTS.map(
	([name, price]) =>
		`<li class="card"><h3><a href="/detail?name=${encodeURIComponent(name ?? '')}">${name}</a></h3>
		<img src="/pictures/${name?.charAt(0)}.png" alt="${name}" width="400" height="300">
		<p>Made to order in our workshop within four weeks.</p><p class="price">€ ${price}</p></li>`,
);

const SHOP = `<!doctype html><html lang="en"><title>Furniture</title><body><h1>Furniture</h1>
	<ul>${CARDS.join('')}</ul><p><a href="https://help.example/terms">Terms of sale</a></p></body></html>`;

const EMPTY =
	'<title>Sorry</title><h1>Sorry</h1><p>We have closed for the season, and open again in spring.</p>';

const service = joinService();
let site: Pages;

beforeAll(async () => {
	site = await startPages((request, response) => {
		const isMissing = request.url?.startsWith('/missing');
		response.writeHead(isMissing ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
		const isEmpty = request.url?.startsWith('/empty');
		const other = isEmpty ? EMPTY : SHOP;
		response.end(isMissing ? '<title>Gone</title><h1>Nothing here</h1>' : other);
	});
});

afterAll(async () => {
	await site?.stop();
});

/** Without a browser, where it is not said otherwise: what the node does with a page is the same. */
async function scrape(
	paths: string[],
	{ options, ...parameters }: INodeParameters = {},
): Promise<NodeOutcome & { json: Array<Record<string, unknown>> }> {
	const outcome = await runWorkflow({
		nodeType: new Scrape(),
		parameters: {
			resource: 'page',
			operation: 'scrape',
			urls: paths.map((path) => new URL(path, site.url).href).join('\n'),
			...parameters,
			options: { fetchMode: 'fast', ...Object(options) },
		},
		items: [{}],
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
	});
	if (outcome.error) throw outcome.error;
	return { ...outcome, json: (outcome.outputs[0] ?? []).map(({ json }) => json) };
}

const TABLE = { get: 'rows', fieldsText: 'name, price: number' };

const ROWS = PRODUCTS.map(([name, price]) =>
	expect.objectContaining({ name, price: Number(price) }),
);

describe('without a model', () => {
	test.concurrent(
		'names of fields give a row per product, with these and the address of the page',
		async () => {
			const options = { fetchMode: 'browser' };
			const { json } = await scrape(['/shop'], { ...TABLE, options });
			expect(json).toEqual(ROWS);
			expect(Object.keys(json[0] ?? {})).toEqual(['name', 'price', 'pageUrl']);
		},
	);

	test.concurrent('a list that is not there gives no item, and what was looked for', async () => {
		const { json, hints } = await scrape(['/empty'], TABLE);
		expect(json).toEqual([]);
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining("no list with 'name', 'price' was found"),
		);
	});

	test.concurrent('fields are read where their CSS selectors say', async () => {
		const fields = {
			field: [
				{ name: 'name', type: 'text', selector: 'h3 a' },
				{ name: 'amount', type: 'number', selector: 'p.price' },
				{ name: 'picture', type: 'text', selector: 'img@src' },
			],
		};
		const products = { name: 'products', type: 'objects', selector: 'li.card', fields };
		const pinned = PRODUCTS.map(([name, price]) => ({
			name,
			amount: Number(price),
			picture: `${site.url}/pictures/${name?.charAt(0)}.png`,
		}));
		for (const table of [{ field: [products] }, fields]) {
			const set = { get: 'rows', fieldsAs: 'table', fields: table };
			const { json } = await scrape(['/shop'], set);
			expect(json).toEqual(pinned.map((row) => expect.objectContaining(row)));
		}
	});

	test.concurrent.each([
		['fieldsText', { fieldsAs: 'words' }],
		['fieldsExample', { fieldsAs: 'example' }],
	])('what the field %s suggests is answered, and nothing warns', async (field, set) => {
		const { properties } = new Scrape().description;
		const { placeholder = '' } = properties.find(({ name }) => name === field) ?? {};
		const { json, hints } = await scrape(['/shop'], {
			...{ get: 'rows', ...set },
			[field]: placeholder.replace('e.g. ', ''),
		});
		expect(json).toHaveLength(PRODUCTS.length);
		expect(hints.map(({ message }) => message).join()).not.toMatch(/no list/i);
	});
});

describe('single jobs and batches give the same', () => {
	const sendAs = (value: string) => ({ options: { sendAs: value } });

	test.concurrent.each<[string, INodeParameters]>([
		['Markdown', {}],
		['rows', TABLE],
	])('%s', async (_label, set) => {
		const [single, batch] = await Promise.all([
			scrape(['/a', '/b'], { ...set, ...sendAs('jobs') }),
			scrape(['/a', '/b'], { ...set, ...sendAs('batches') }),
		]);
		const bare = (items: Array<Record<string, unknown>>) =>
			items.map(({ jobId: _job, title: _title, ...rest }) => rest);
		expect(bare(batch.json)).toEqual(bare(single.json));
		expect(batch.json.length).toBeGreaterThan(1);
		expect([...batch.hints, ...single.hints]).toEqual([]);
	});

	test.concurrent.each(['jobs', 'batches'])(
		'a page that failed, among the others: %s',
		async (value) => {
			const { json } = await scrape(['/missing', '/a'], sendAs(value));
			expect(json).toMatchObject([
				{ success: false, errorMessage: expect.stringMatching(/404|could not be read/) },
				{ success: true, content: expect.stringContaining('# Furniture') },
			]);
		},
	);
});

test.concurrent.each(['jobs', 'batches'])(
	'links and images are read from the page: %s',
	async (sendAs) => {
		const { json } = await scrape(['/shop'], {
			options: { sendAs, pageLists: ['links', 'images'] },
		});
		expect(json).toMatchObject([
			{
				links: expect.arrayContaining([
					{ url: new URL('/detail?name=Basalt%20lamp', site.url).href, text: 'Basalt lamp' },
					{ url: 'https://help.example/terms', text: 'Terms of sale' },
				]),
				images: expect.arrayContaining([
					{ url: new URL('/pictures/B.png', site.url).href, text: 'Basalt lamp' },
				]),
			},
		]);
	},
);

describe('the output schema fits', () => {
	const CASES: Array<[string, string[], INodeParameters]> = [
		['a page', ['/shop'], {}],
		['rows', ['/shop'], TABLE],
		['a record', ['/shop'], { ...TABLE, get: 'record' }],
		['an answer', ['/shop'], { get: 'answer', prompt: 'Names and prices' }],
		[
			'one answer over several pages',
			['/a', '/b'],
			{ get: 'answer', prompt: 'Names and prices', combinePages: true },
		],
		['a page that failed beside a good one', ['/missing', '/a'], {}],
		['a batch', ['/shop', '/missing'], { options: { sendAs: 'batches' } }],
		['a job that is not waited for', ['/shop'], { options: { waitForCompletion: false } }],
		[
			'a batch that is not waited for',
			['/shop'],
			{ options: { waitForCompletion: false, sendAs: 'batches' } },
		],
		[
			'a page with a screenshot',
			['/shop'],
			{ options: { screenshot: 'viewport', fetchMode: 'browser' } },
		],
		[
			'a page with its links and images',
			['/shop'],
			{ options: { pageLists: ['links', 'images'] } },
		],
		['a page that says little', ['/a'], { get: 'answer', prompt: 'Who wrote this, and why?' }],
	];

	/** All of them are run side by side, because each waits. */
	let outcomes: Array<ReturnType<typeof scrape>>;

	beforeAll(async () => {
		outcomes = CASES.map(async ([, paths, set]) => await scrape(paths, set));
		await Promise.allSettled(outcomes);
	});

	test.each(CASES.map(([label], index) => ({ label, index })))('$label', async ({ index }) => {
		const { json = [] } = (await outcomes[index]) ?? {};
		const isOfRow = (name: string) => ['name', 'price'].includes(name);
		expect(json.length).toBeGreaterThan(0);
		const place = { resource: 'page', operation: 'scrape' };
		expect(undeclaredFields('Scrape', place, json, isOfRow)).toEqual([]);
	});

	test.concurrent.each(['answer', 'markdown'])('an earlier job to get its %s', async (get) => {
		const started = await scrape(['/a', '/b'], {
			...{ get: 'answer', prompt: 'Names', combinePages: true },
			options: { waitForCompletion: false },
		});
		const { json } = await scrape([], {
			operation: 'getResult',
			jobId: String(started.json[0]?.jobId),
			waitForCompletion: true,
			get,
		});
		expect(json.length).toBeGreaterThan(0);
		const place = { resource: 'page', operation: 'getResult' };
		expect(undeclaredFields('Scrape', place, json)).toEqual([]);
	});

	test.concurrent('a batch that was taken up', async () => {
		const started = await scrape(['/a', '/missing'], {
			options: { waitForCompletion: false, sendAs: 'batches' },
		});
		const { json } = await scrape([], {
			resource: 'batch',
			operation: 'getResult',
			batchId: String(started.json[0]?.batchId),
			waitForCompletion: true,
		});
		expect(json).toHaveLength(2);
		const place = { resource: 'batch', operation: 'getResult' };
		expect(undeclaredFields('Scrape', place, json)).toEqual([]);
	});
});
