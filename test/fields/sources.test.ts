import { extract } from '../../packages/fields/src/extract.ts';
import { NO_SOURCES, type ExtractionSource } from '../../packages/fields/src/extraction.ts';
import type { Invoice } from '../../packages/documents/src/einvoice/invoice.ts';
import { parsePage } from '../../packages/fields/src/pinned/readPinned.ts';
import { findSources } from '../../packages/fields/src/sources/findSources.ts';
import type { ValueSource } from '../../packages/fields/src/sources/valueSource.ts';
import { listOf, objectOf, pageDeclaring, pageOf, rules, untilDone } from './fixtures.ts';
import { answers, startModel, type ModelStandIn } from './modelStandIn.ts';

const cards = [
	['Ash stool', '$20', 'Oak Works'],
	['Oak stool', '$20', 'Oak Works'],
	['Elm stool', '$35', 'Elm & Co'],
];
const cardHtml = ([name, price, brand]: readonly string[]) =>
	`<li class="card"><h3><a href="/p/${name?.slice(0, 3)}">${name}</a></h3><span class="price">${price}</span><em class="brand">${brand}</em></li>`;
const shop = pageOf(
	`<nav><ul><li><a href="/ash">Ash stool</a></li></ul></nav><main><h1>Stools for $20 and more</h1><ul id="list">${cards.map(cardHtml).join('')}</ul></main>`,
);
const products = objectOf({
	products: listOf({ name: 'string', price: 'number', brand: 'string' }),
});

/** The element that a source names, as a browser would find it; undefined unless there is exactly one. */
function elementOf(page: ExtractionSource, source: ValueSource | undefined): Element | undefined {
	const [css = ''] = source?.selector?.split('@') ?? [];
	const found = [...parsePage(page).querySelectorAll(css)];
	return found.length === 1 ? found[0] : undefined;
}

const ask = (source: ExtractionSource | ExtractionSource[], schema: Record<string, unknown>) =>
	extract([source].flat(), { schema, includeSources: true }, rules, untilDone);

const documentOf = (...lines: string[]): ExtractionSource => ({
	url: '',
	title: 'file.pdf',
	markdown: lines.join('\n'),
});

describe('rows of a list', () => {
	it('have the source of each value in their own entry', async () => {
		const { content, sources = {} } = await ask(shop, products);

		expect(content).toMatchObject({ products: cards.map(([name]) => ({ name })) });
		for (const [row, [name, price, brand]] of cards.entries()) {
			const entry = `#list > li:nth-of-type(${row + 1})`;
			expect(sources[`products[${row}].name`]).toEqual({
				text: name,
				selector: `${entry} > h3 > a`,
			});
			expect(sources[`products[${row}].price`]).toEqual({
				text: price,
				selector: `${entry} > span`,
			});
			expect(sources[`products[${row}].brand`]).toEqual({ text: brand, selector: `${entry} > em` });
		}
	});

	it('name the attribute that a link was read from', async () => {
		const schema = objectOf({
			products: listOf({ name: 'string', price: 'number', url: 'string' }),
		});
		const { sources = {} } = await ask(shop, schema);

		const { selector, text } = sources['products[2].url'] ?? {};
		expect(text).toBe('/p/Elm');
		expect(selector).toBe('#list > li:nth-of-type(3) > h3 > a@href');
	});

	it('are found where a selector of the schema says', () => {
		const page = pageOf('<p class="a">Ash</p><div><p class="b">Ash</p></div>');
		const schema = objectOf({ name: { type: 'string', 'x-selector': '.b' } });
		const { name } = findSources({ name: 'Ash' }, schema as never, [page]);

		expect(elementOf(page, name)?.className).toBe('b');
	});
});

describe('one record of a page', () => {
	it('has values beside their labels, and says how many places are as good where none has one', () => {
		const page = pageOf(
			'<p>20</p><p>20</p><dl><dt>Weight</dt><dd>20 kg</dd></dl><p>Ash</p><b>Ash</b>',
		);
		const { weight, kind } = findSources({ weight: 20, kind: 'Ash' }, undefined, [page]);

		expect(weight).toMatchObject({ text: '20 kg' });
		expect(weight?.places).toBeUndefined();
		expect(elementOf(page, weight)?.localName).toBe('dd');
		expect(kind).toMatchObject({ text: 'Ash', places: 2 });
	});

	it('has the words that another form was made of', async () => {
		const page = pageOf(
			'<h1>Ash stool</h1><dl><dt>Price</dt><dd>1.299,00 €</dd><dt>Release date</dt><dd>4 May 2026</dd><dt>Waterproof</dt><dd>yes</dd></dl>',
		);
		const { sources } = await ask(
			page,
			objectOf({ releaseDate: { type: 'string', format: 'date' }, waterproof: 'boolean' }),
		);
		const numbers = findSources({ price: 1299, currency: 'EUR' }, undefined, [page]);

		expect(sources?.['releaseDate']).toMatchObject({ text: '4 May 2026' });
		expect(sources?.['waterproof']).toMatchObject({ text: 'yes' });
		expect(numbers['price']).toMatchObject({ text: '1.299,00 €' });
		expect(numbers['currency']).toMatchObject({ text: '1.299,00 €' });
	});

	it('has a text that goes on over several elements, in the one around them', () => {
		const page = pageOf('<h1>Ash</h1><p id="by">By <a href="/ann">Ann Lee</a> and Bob</p>');
		const { author } = findSources({ author: 'Ann Lee and Bob' }, undefined, [page]);

		expect(author).toEqual({ text: 'Ann Lee and Bob', selector: '#by' });
	});

	it('has what the page declares for machines where it is shown nowhere', async () => {
		const page = pageDeclaring({
			'@type': 'Product',
			name: 'Ash stool',
			sku: 'AS-1',
			color: 'Green',
		});
		const { sources } = await ask(page, objectOf({ sku: 'string', color: 'string' }));

		expect(sources?.['sku']).toMatchObject({ text: 'AS-1' });
		expect(elementOf(page, sources?.['color'])?.localName).toBe('script');
	});

	it('names the page of an answer over several', () => {
		const pages = ['Ash', 'Oak'].map((name) => ({
			...pageOf(`<h1>${name}</h1>`),
			url: `https://a.test/${name}`,
		}));
		const { names: _none, ...sources } = findSources({ names: ['Ash', 'Oak'] }, undefined, pages);

		expect(sources['names[0]']).toMatchObject({ text: 'Ash', url: 'https://a.test/Ash' });
		expect(sources['names[1]']).toMatchObject({ text: 'Oak', url: 'https://a.test/Oak' });
	});
});

describe('a document', () => {
	const invoice = documentOf(
		'# Invoice 4711',
		'',
		'Date: 17.04.2026',
		'',
		'| Item | Quantity | Price |',
		'| --- | --- | --- |',
		'| Ash stool | 2 | 20.00 |',
		'| Oak stool | 1 | 20.00 |',
		'',
		'Total: 60.00 EUR',
	);

	it('has the line and the words of each value, and the cells of rows', () => {
		const answer = {
			number: '4711',
			date: '2026-04-17',
			items: [
				{ item: 'Ash stool', quantity: 2, price: 20 },
				{ item: 'Oak stool', quantity: 1, price: 20 },
			],
			total: 60,
		};
		const sources = findSources(answer, undefined, [invoice]);

		expect(sources).toMatchObject({
			number: { text: 'Invoice 4711', line: 1 },
			date: { text: 'Date: 17.04.2026', line: 3 },
			'items[0].price': { text: '20.00', line: 7 },
			'items[1].item': { text: 'Oak stool', line: 8 },
			'items[1].quantity': { text: '1', line: 8 },
			'items[1].price': { text: '20.00', line: 8 },
			total: { text: 'Total: 60.00 EUR', line: 10 },
		});
	});

	it('has the cell that is a number alone rather than one with others in it', () => {
		const order = documentOf(
			'| Artikel | Menge |',
			'| --- | --- |',
			'| Ash, Zeile 1 von 2 | 1,00 |',
		);
		const sources = findSources({ items: [{ item: 'Ash', quantity: 1 }] }, undefined, [order]);

		expect(sources['items[0].quantity']).toEqual({ text: '1,00', line: 3 });
	});

	it('has the page, and the line as a client sees it, where marks are between its pages', () => {
		const pageStarts = [
			{ page: 3, line: 1, shownLine: 3 },
			{ page: 5, line: 10, shownLine: 14 },
		];
		const { date, total } = findSources({ date: '2026-04-17', total: 60 }, undefined, [
			{ ...invoice, pageStarts },
		]);

		expect(date).toMatchObject({ line: 5, page: 3 });
		expect(total).toMatchObject({ line: 14, page: 5 });
	});

	it('has the term of an e-invoice for what its text does not say', () => {
		const data: Invoice = { number: '4711', totals: { gross: 60, net: 50.42 } };
		const { number, net } = findSources({ number: '4711', net: 50.42 }, undefined, [
			{ ...invoice, invoices: [data] },
		]);

		expect(number).toMatchObject({ line: 1 });
		expect(net).toEqual({ text: '50.42', term: 'BT-109' });
	});

	it('has the beginning of a long text, cut around the value', () => {
		const long = `${'word '.repeat(400)}the total is 60.00 EUR ${'and more '.repeat(400)}`;
		const { total } = findSources({ total: '60.00 EUR' }, undefined, [documentOf(long)]);

		expect(total?.text).toContain('the total is 60.00 EUR');
		expect(total?.text?.length).toBeLessThan(320);
	});
});

describe('an answer of a model', () => {
	const schema = objectOf({ name: 'string', price: 'number', inStock: 'boolean' });

	let standIn: ModelStandIn;
	beforeAll(async () => {
		standIn = await startModel([answers({ name: 'Ash stool', price: 99, inStock: true })]);
	});

	it('has sources like those of rules, and none for what it made up, which is said', async () => {
		const page = pageOf('<h1>Ash stool</h1><p>Only $20</p>');
		const request = { schema, includeSources: true };
		const { content, sources, warnings } = await extract([page], request, standIn, untilDone);

		expect(content).toEqual({ name: 'Ash stool', price: 99, inStock: true });
		expect(sources?.['name']).toMatchObject({ text: 'Ash stool' });
		expect(sources?.['price']).toEqual({ text: null });
		expect(sources?.['inStock']).toEqual({ text: null });
		expect(warnings).toEqual([
			'These values from the model do not appear in the page; check them: price.',
		]);
	});
});

describe('an answer', () => {
	it('has no sources unless they are asked for', async () => {
		const answer = await extract([shop], { schema: products }, rules, untilDone);

		expect(answer).not.toHaveProperty('sources');
	});

	it('says that text has none', async () => {
		const request = { prompt: 'name and price as CSV', includeSources: true };
		const answer = await extract([shop], request, rules, untilDone);
		const markdown = await extract([shop], { includeSources: true }, rules, untilDone);

		expect(answer).not.toHaveProperty('sources');
		expect(answer.warnings).toContain(NO_SOURCES);
		expect(markdown.warnings).toEqual([NO_SOURCES]);
	});

	it('has the sources of the entries that a page has instead', async () => {
		const { listed } = await ask(
			shop,
			objectOf({ name: 'string', price: 'number', brand: 'string' }),
		);

		expect(listed?.sources?.['[2].name']).toMatchObject({ text: 'Elm stool' });
	});
});
