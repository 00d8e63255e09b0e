import type { INodeParameters } from 'n8n-workflow';
import { Scrape } from '../../nodes/Scrape/Scrape.node';
import { runWorkflow, type NodeOutcome } from '../support/n8nWorkflow';
import { describeMisfits } from '../support/outputSchema';
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

const service = joinService();
let site: Pages;

beforeAll(async () => {
	site = await startPages((request, response) => {
		const isMissing = request.url?.startsWith('/missing');
		response.writeHead(isMissing ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' });
		response.end(isMissing ? '<title>Gone</title><h1>Nothing here</h1>' : SHOP);
	});
});

afterAll(async () => {
	await site?.stop();
});

async function scrape(
	paths: string[],
	parameters: INodeParameters = {},
): Promise<NodeOutcome & { json: Array<Record<string, unknown>> }> {
	const outcome = await runWorkflow({
		nodeType: new Scrape(),
		parameters: {
			resource: 'page',
			operation: 'scrape',
			urls: paths.map((path) => new URL(path, site.url).href).join('\n'),
			...parameters,
		},
		items: [{}],
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
	});
	if (outcome.error) throw outcome.error;
	return { ...outcome, json: (outcome.outputs[0] ?? []).map(({ json }) => json) };
}

const TABLE = {
	schemaMode: 'fields',
	schemaFields: {
		field: [
			{ name: 'products[].name', type: 'text' },
			{ name: 'products[].price', type: 'number' },
		],
	},
};

const ROWS = PRODUCTS.map(([name, price]) =>
	expect.objectContaining({ name, price: Number(price) }),
);

describe('without a model', () => {
	test('fields of one list give a row per product, with its address first and the job ID last', async () => {
		const { json } = await scrape(['/shop'], TABLE);
		expect(json).toEqual(ROWS);
		expect(Object.keys(json[0] ?? {})).toEqual(['url', 'name', 'price', 'jobId', 'batchId']);
	});

	test('fields are read where their CSS selectors say', async () => {
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
		for (const set of [
			{ schemaFields: { field: [products] } },
			{ schemaFields: fields, splitInto: 'row' },
		]) {
			const { json } = await scrape(['/shop'], { schemaMode: 'fields', ...set });
			expect(json).toEqual(pinned.map((row) => expect.objectContaining(row)));
		}
	});

	test('plain fields give rows when rows are wanted', async () => {
		const field = ['name', 'price'].map((name) => ({ name, type: 'text' }));
		const set = { schemaMode: 'fields', schemaFields: { field }, splitInto: 'row' };
		const { json } = await scrape(['/shop'], set);
		expect(json.map(({ name }) => name)).toEqual(PRODUCTS.map(([name]) => name));
	});

	test('the prompt that the field suggests is answered, and nothing warns', async () => {
		const prompt = new Scrape().description.properties.find(
			({ name, displayOptions }) =>
				name === 'prompt' && displayOptions?.show?.operation?.includes('scrape'),
		)?.placeholder;
		const { json, hints } = await scrape(['/shop'], {
			prompt: prompt?.replace('e.g. ', '') ?? '',
			splitInto: 'row',
		});
		expect(json).toHaveLength(PRODUCTS.length);
		expect(hints).toEqual([]);
	});
});

describe('single jobs and batches give the same', () => {
	const sendAs = (value: string) => ({ options: { sendAs: value } });

	test.each<[string, INodeParameters]>([
		['Markdown', {}],
		['rows', TABLE],
	])('%s', async (_label, set) => {
		const [single, batch] = await Promise.all([
			scrape(['/a', '/b'], { ...set, ...sendAs('jobs') }),
			scrape(['/a', '/b'], { ...set, ...sendAs('batches') }),
		]);
		const bare = (items: Array<Record<string, unknown>>) =>
			items.map(
				({ jobId: _job, batchId: _batch, creditsUsed: _credits, title: _title, ...rest }) => rest,
			);
		expect(bare(batch.json)).toEqual(bare(single.json));
		expect(batch.json.length).toBeGreaterThan(1);
		expect(batch.hints).toMatchObject([{ message: '2 addresses, 1 batch, 2 credits' }]);
		expect(single.hints).toMatchObject([{ message: '2 addresses, 2 scrape jobs' }]);
	});

	test.each(['jobs', 'batches'])('a page that failed, among the others: %s', async (value) => {
		const { json } = await scrape(['/missing', '/a'], sendAs(value));
		expect(json).toMatchObject([
			{ success: false, errorMessage: expect.stringMatching(/404|could not be read/) },
			{ success: true, content: expect.stringContaining('# Furniture') },
		]);
	});
});

test.each(['jobs', 'batches'])('links and images are read from the page: %s', async (sendAs) => {
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
});

describe('the output schema fits', () => {
	const CASES: Array<[string, string[], INodeParameters]> = [
		['a page', ['/shop'], {}],
		['an answer', ['/shop'], { ...TABLE, splitInto: 'page' }],
		[
			'one answer over several pages',
			['/a', '/b'],
			{ ...TABLE, splitInto: 'auto', answer: 'together' },
		],
		['pages with an answer over all', ['/a', '/b'], { answer: 'together', splitInto: 'page' }],
		['a page that failed beside a good one', ['/missing', '/a'], {}],
		['a batch', ['/shop', '/missing'], { options: { sendAs: 'batches' } }],
		['a job that is not waited for', ['/shop'], { waitForCompletion: false }],
		[
			'a batch that is not waited for',
			['/shop'],
			{ waitForCompletion: false, options: { sendAs: 'batches' } },
		],
		['a page with a screenshot', ['/shop'], { options: { screenshot: 'viewport' } }],
		[
			'a page with its links and images',
			['/shop'],
			{ options: { pageLists: ['links', 'images'] } },
		],
		['a page that says little', ['/a'], { prompt: 'Who wrote this, and why?' }],
	];

	/** All of them are run side by side, because each waits. */
	let outcomes: Array<ReturnType<typeof scrape>>;

	beforeAll(async () => {
		outcomes = CASES.map(async ([, paths, set]) => await scrape(paths, set));
		await Promise.allSettled(outcomes);
	});

	test.each(CASES.map(([label], index) => ({ label, index })))('$label', async ({ index }) => {
		const { json = [] } = (await outcomes[index]) ?? {};
		const rowFields = ['name', 'price'];
		expect(json.length).toBeGreaterThan(0);
		expect(json.flatMap((item) => describeMisfits('page/scrape', item, rowFields))).toEqual([]);
	});

	test.each(['job', 'page'])('a job that was taken up: an item per %s', async (splitInto) => {
		const started = await scrape(['/a', '/b'], { answer: 'together', waitForCompletion: false });
		const { json } = await scrape([], {
			operation: 'getResult',
			jobId: String(started.json[0]?.jobId),
			waitForCompletion: true,
			splitInto,
		});
		expect(json.length).toBeGreaterThan(0);
		expect(json.flatMap((item) => describeMisfits('page/getResult', item))).toEqual([]);
	});

	test('a batch that was taken up', async () => {
		const started = await scrape(['/a', '/missing'], {
			waitForCompletion: false,
			options: { sendAs: 'batches' },
		});
		const { json } = await scrape([], {
			resource: 'batch',
			operation: 'getResult',
			batchId: String(started.json[0]?.batchId),
			waitForCompletion: true,
		});
		expect(json).toHaveLength(2);
		expect(json.flatMap((item) => describeMisfits('batch/getResult', item))).toEqual([]);
	});
});
