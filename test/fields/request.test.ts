import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionResult } from '../../packages/fields/src/extraction.ts';
import {
	itemOf,
	listOf,
	loadDocument,
	loadPage,
	objectOf,
	pageOf,
	rules,
	untilDone,
} from './fixtures.ts';

const noFlags = {
	aiExtractionFailed: false,
	extractionEmpty: false,
	inputTokens: 0,
	outputTokens: 0,
};

async function ask(prompt: string, name = 'product-jsonld'): Promise<ExtractionResult> {
	return await extract([loadPage(name)], { prompt }, rules, untilDone);
}

describe('a request without instruction', () => {
	it.each([[{}], [{ output: 'markdown' as const }], [{ prompt: '' }]])(
		'gets the raw Markdown: %j',
		async (request) => {
			const page = loadPage('article');
			const result = await extract([page], request, rules, untilDone);

			expect(result).toEqual({
				...noFlags,
				content: page.markdown,
				schemaWarnings: [],
				warnings: [],
			});
		},
	);

	it('over several pages gets all their Markdown under their addresses', async () => {
		const pages = [pageOf('', 'One'), { ...pageOf('', 'Two'), url: 'https://shop.test/2' }];
		const { content } = await extract(pages, {}, rules, untilDone);

		expect(content).toBe(
			'Source: https://shop.test/page\n\nOne\n\n---\n\nSource: https://shop.test/2\n\nTwo',
		);
	});
});

describe('JSON without prompt and schema', () => {
	it('is the page’s machine-readable data', async () => {
		const { content } = await extract([loadPage('labels')], { output: 'json' }, rules, untilDone);

		expect(content).toEqual({
			title: 'Room details',
			details: {
				Floor: '3',
				Name: 'Sea View',
				Price: '€1.250 per month',
				Size: '42 m²',
				'Available from': '25/12/2026',
				'Viewing date': '05/06/2026',
				Balcony: 'no',
				Website: { name: 'Sea View page', url: 'https://rooms.test/sea-view' },
			},
		});
	});

	it('holds JSON-LD with references resolved', async () => {
		const page = loadPage('product-jsonld');
		const { content } = await extract([page], { output: 'json' }, rules, untilDone);

		expect(content).toMatchObject({
			title: 'Trail Runner 3',
			structuredData: expect.arrayContaining([
				expect.objectContaining({ '@type': 'Product', name: 'Trail Runner 3' }),
			]),
		});
	});

	it('holds tables under their own titles', async () => {
		const { content } = await extract([loadPage('table')], { output: 'json' }, rules, untilDone);

		expect(content).toMatchObject({
			tables: [{ title: 'Departures', rows: [{ Train: 'IC 501' }, { Train: 'RE 7' }, {}] }],
			details: { City: 'Leipzig' },
		});
	});

	it.each([
		[''],
		['just text'],
		['<svg></svg>'],
		['<html><frameset><frame src="x"></frameset></html>'],
		['<table><tr><td colspan="0" rowspan="-4">a'],
		['<html lang="@@"><body><h1></h1><dl><dd>x</dd><dt></dt></dl></body></html>'],
		['<a href="tel:%E0%A4%A">x</a><base href="::bad">'],
		['<script type="application/ld+json">null</script>'],
	])('is read from odd HTML without an error: %s', async (html) => {
		const page = { url: 'about:blank', title: '', html, markdown: '' };

		await expect(extract([page], { output: 'json' }, rules, untilDone)).resolves.toMatchObject({
			content: {},
			extractionEmpty: true,
		});
	});

	it('names the address of each of several pages', async () => {
		const pages = [loadPage('labels'), loadPage('cards')];
		const { content } = await extract(pages, { output: 'json' }, rules, untilDone);

		expect(content).toMatchObject({
			pages: [
				{ url: 'https://shop.test/labels', title: 'Room details' },
				{ url: 'https://shop.test/cards', title: 'Second-hand books', items: [{}, {}, {}] },
			],
		});
	});

	it('is empty for a page with nothing, and says so', async () => {
		const result = await extract([loadPage('nothing')], { output: 'json' }, rules, untilDone);

		expect(result).toMatchObject({ ...noFlags, content: {}, extractionEmpty: true });
	});
});

describe('a schema', () => {
	it('gives an empty answer for a page with nothing, and says so', async () => {
		const schema = objectOf({
			name: 'string',
			offer: objectOf({ price: 'number' }),
			tags: { type: 'array', items: { type: 'string' } },
			note: { type: ['array', 'null'], items: { type: 'string' } },
		});
		const result = await extract([loadPage('nothing')], { schema }, rules, untilDone);

		expect(result).toMatchObject({
			...noFlags,
			content: { name: null, offer: { price: null }, tags: [], note: null },
			extractionEmpty: true,
		});
	});

	it('forces JSON and reports ignored keywords', async () => {
		const schema = objectOf({ name: { type: 'string', pattern: '^T' } });
		const request = { schema, output: 'markdown' as const };
		const result = await extract([loadPage('product-jsonld')], request, rules, untilDone);

		expect(result.content).toEqual({ name: 'Trail Runner 3' });
		expect(result.schemaWarnings).toEqual([
			'At /properties/name: the keyword "pattern" is not supported and is ignored.',
		]);
	});

	it('turns values that break its limits into null', async () => {
		const schema = objectOf({
			rating: { type: 'number', maximum: 4 },
			name: { type: 'string', maxLength: 3 },
			price: { type: 'number', minimum: 1 },
		});
		const { content } = await extract([loadPage('product-jsonld')], { schema }, rules, untilDone);

		expect(content).toEqual({ rating: null, name: null, price: 1299.5 });
	});

	it('names a field by its description when the property’s name says nothing', async () => {
		const schema = objectOf({ f1: { type: 'number', description: 'Product price' } });
		const { content } = await extract([loadPage('product-jsonld')], { schema }, rules, untilDone);

		expect(content).toEqual({ f1: 1299.5 });
	});

	it('follows references and alternatives', async () => {
		const schema = {
			type: 'object',
			properties: { reviews: { type: 'array', items: { $ref: '#/$defs/Review' } } },
			$defs: {
				Review: objectOf({
					author: { anyOf: [{ type: 'string' }, { type: 'null' }] },
					stars: { type: ['integer', 'null'] },
				}),
			},
		};
		const { content } = await extract([loadPage('product-jsonld')], { schema }, rules, untilDone);

		expect(content).toEqual({
			reviews: [
				{ author: 'Ada', stars: 5 },
				{ author: 'Ben', stars: 4 },
			],
		});
	});

	it('gets no more entries of a list than it allows', async () => {
		const books = { ...listOf({ title: 'string' }), maxItems: 1 };
		const request = { schema: { type: 'object', properties: { books } } };
		const { content, schemaWarnings } = await extract(
			[loadPage('cards')],
			request,
			rules,
			untilDone,
		);

		expect(content).toEqual({ books: [{ title: 'The Left Hand of Darkness' }] });
		expect(schemaWarnings).toEqual([]);
	});

	it('with a prompt says that rules did not follow the prompt', async () => {
		const request = { schema: objectOf({ name: 'string' }), prompt: 'only blue ones' };
		const { warnings } = await extract([loadPage('product-jsonld')], request, rules, untilDone);

		expect(warnings).toEqual([expect.stringContaining('The prompt was not applied')]);
	});

	it('that is malformed is refused', async () => {
		const schema = { type: 'array' };

		await expect(extract([loadPage('article')], { schema }, rules, untilDone)).rejects.toThrow(
			'The schema cannot be used: At the root: "type" must be "object"; found "array".',
		);
	});
});

describe('several pages', () => {
	it('get one answer: lists are put together, other fields come from the first page that has them', async () => {
		const schema = objectOf({
			title: 'string',
			publisher: 'string',
			products: listOf({ name: 'string', price: 'number' }),
		});
		const pages = [loadPage('product-jsonld'), loadPage('listing-jsonld'), loadPage('article')];
		const { content } = await extract(pages, { schema }, rules, untilDone);

		expect(content).toEqual({
			title: 'Trail Runner 3',
			publisher: 'The Harbour Post',
			products: [
				{ name: 'Trail Runner 3', price: 1299.5 },
				{ name: 'Desk lamp', price: 24 },
				{ name: 'Floor lamp', price: null },
				{ name: 'Night light', price: 9.5 },
			],
		});
	});
});

describe('a prompt without model and schema', () => {
	it.each([
		['Extract title, price and rating', { title: 'Trail Runner 3', price: '1299.50', rating: 4.6 }],
		[
			'Please give me the product name and the brand as JSON.',
			{ productName: 'Trail Runner 3', brand: 'Marmot & Sons' },
		],
		[
			'Get the following fields:\n- sku\n- unit_price\n- features',
			{ sku: 'TR3-42', unit_price: '1299.50', features: ['Stone guard', 'Quick lace'] },
		],
		['What is the price?', { price: '1299.50' }],
		['title, colour', { title: 'Trail Runner 3', colour: null }],
		['Extract the name as JSON', { name: 'Trail Runner 3' }],
	])('that names fields is answered: %s', async (prompt, content) => {
		await expect(ask(prompt)).resolves.toMatchObject({ ...noFlags, content });
	});

	it.each([
		['Extract all books with title and price'],
		['For each book, get the title and the price'],
		['Get the title and price of every book'],
		['List all books (title, price)'],
	])('that names fields of several things is answered: %s', async (prompt) => {
		const { content } = await ask(prompt, 'cards');

		expect(content).toEqual({
			books: [
				{ title: 'The Left Hand of Darkness', price: '£6.20' },
				{ title: 'Solaris', price: '£4.80' },
				{ title: 'Roadside Picnic', price: '£1,105.00' },
			],
		});
	});

	it.each([
		['List every product with its name and price', 'cards', 'products'],
		['Extract the name and price of each item', 'cards', 'items'],
	])('of the nodes and examples is answered: %s', async (prompt, name, list) => {
		const { content } = await ask(prompt, name);

		expect(content).toEqual({
			[list]: [
				{ name: 'The Left Hand of Darkness', price: '£6.20' },
				{ name: 'Solaris', price: '£4.80' },
				{ name: 'Roadside Picnic', price: '£1,105.00' },
			],
		});
	});

	it('gets as many entries as it asks for', async () => {
		const { content, warnings } = await ask('Get the first 2 books with title and price', 'cards');

		expect(content).toEqual({
			books: [
				{ title: 'The Left Hand of Darkness', price: '£6.20' },
				{ title: 'Solaris', price: '£4.80' },
			],
		});
		expect(warnings).toEqual([]);
	});

	it('of the nodes is answered for an article', async () => {
		const prompt = 'Extract the title, author and date of each article';
		const { content } = await ask(prompt, 'article');

		expect(content).toEqual({
			articles: [
				{
					title: 'Bridge reopens after nine years',
					author: ['Grace Hopper', 'Alan Turing'],
					date: '2026-05-04T08:30:00+02:00',
				},
			],
		});
	});

	it('of the nodes is answered for an item and a document', async () => {
		const markdown = '### Kettle\n\nPrice: 19.90\n\nDelivery time: 2 days';
		const item = itemOf(markdown, 'Name, price and delivery time');
		const answer = await extract(...item, rules, untilDone);
		const request = { prompt: 'Invoice number, date and total', output: 'json' as const };
		const { content } = await extract([loadDocument('invoice')], request, rules, untilDone);

		expect(answer.content).toBe(
			'- **Name:** Kettle\n- **price:** 19.90\n- **deliveryTime:** 2 days',
		);
		expect(content).toEqual({
			invoiceNumber: '2026-0117',
			date: '17 November 2026',
			total: '£20,925.00',
		});
	});

	it('that wants CSV gets CSV', async () => {
		const { content } = await ask('For each book, get the title, price and author as CSV', 'cards');

		expect(content).toBe(
			[
				'title,price,author',
				'The Left Hand of Darkness,£6.20,Ursula K. Le Guin',
				'Solaris,£4.80,Stanisław Lem',
				'Roadside Picnic,"£1,105.00",A. and B. Strugatsky',
			].join('\n'),
		);
	});

	it('that wants Markdown gets a table or a list', async () => {
		const table = await ask('Get the title and price of every book in markdown', 'cards');
		const list = await ask('Extract sku and rating as markdown');

		expect(table.content).toContain(
			'| title | price |\n| --- | --- |\n| The Left Hand of Darkness |',
		);
		expect(list.content).toBe('- **sku:** TR3-42\n- **rating:** 4.6');
	});

	it.each([
		['Summarize this page'],
		['Convert this page to Markdown'],
		['Find the cheapest product'],
		['Extract the products under 50 euros'],
		['Extract title and price and translate them to German'],
		['How many reviews are there?'],
		['Extract the title. Then write a poem about it.'],
		['Tell me whether this shop can be trusted by its customers'],
	])('that asks for more fails honestly: %s', async (prompt) => {
		await expect(ask(prompt)).resolves.toMatchObject({
			...noFlags,
			content: loadPage('product-jsonld').markdown,
			aiExtractionFailed: true,
			failureReason: expect.stringContaining('Without a language model'),
		});
	});

	it('is followed in part, and says what was not', async () => {
		const { content, warnings, aiExtractionFailed } = await ask('Extract the name. Be brief');
		expect({ content, aiExtractionFailed }).toEqual({
			content: { name: 'Trail Runner 3' },
			aiExtractionFailed: false,
		});
		expect(warnings).toContainEqual(expect.stringContaining('not followed: "Be brief"'));
	});

	it('fails when nothing it names is found', async () => {
		await expect(ask('Extract the iban and the bic')).resolves.toMatchObject({
			aiExtractionFailed: true,
			failureReason: 'None of the fields that the prompt names were found.',
			content: loadPage('product-jsonld').markdown,
		});
	});
});

describe('a document', () => {
	it('is answered with JSON', async () => {
		const request = { prompt: 'Extract invoice number and customer' };
		const result = await extract(
			[loadDocument('invoice')],
			{ ...request, output: 'json' },
			rules,
			untilDone,
		);

		expect(result.content).toEqual({ invoiceNumber: '2026-0117', customer: 'Ada Lovelace Ltd' });
	});

	it('that is too long is read in part, and the answer says so', async () => {
		const markdown = `Total: 7\n\n${`${'x'.repeat(99)}\n`.repeat(20_000)}\nNumber: 8`;
		const schema = objectOf({ total: 'number', number: 'number' });
		const result = await extract(
			[{ title: 'long', markdown, url: '' }],
			{ schema },
			rules,
			untilDone,
		);

		expect(result.content).toEqual({ total: 7, number: null });
		expect(result.warnings).toEqual([
			'Only the first 2000000 characters of text were read.',
			"Not found: 'number'.",
		]);
	});
});

describe('an item', () => {
	const markdown = '### Blue kettle\n\nPrice: 19.90\n\nColour: blue';

	it('is answered with Markdown', async () => {
		const item = itemOf(markdown, 'Extract the price and colour');

		await expect(extract(...item, rules, untilDone)).resolves.toMatchObject({
			...noFlags,
			content: '- **price:** 19.90\n- **colour:** blue',
		});
	});

	it('keeps its own Markdown when the prompt cannot be followed', async () => {
		const item = itemOf(markdown, 'Rewrite it as a haiku');

		await expect(extract(...item, rules, untilDone)).resolves.toMatchObject({
			...noFlags,
			content: markdown,
			aiExtractionFailed: true,
			failureReason: expect.stringContaining('Without a language model'),
		});
	});
});

describe('an aborted signal', () => {
	it('ends the extraction with its reason', async () => {
		const signal = AbortSignal.abort(new Error('Stopped by the user'));

		await expect(extract([loadPage('article')], {}, rules, signal)).rejects.toThrow(
			'Stopped by the user',
		);
	});
});
