import type { ServerResponse } from 'node:http';
import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionSource } from '../../packages/fields/src/extraction.ts';
import { checkSchema } from '../../packages/fields/src/schema/schema.ts';
import { findSelectorMistakes } from '../../packages/fields/src/pinned/pinnedSchema.ts';
import { RENDERED } from '../../packages/markdown/src/rendered.ts';
import { sendJson } from '../support/loopbackServer';
import { startModel } from './modelStandIn.ts';
import { date, objectOf, pageOf, rules, untilDone } from './fixtures.ts';

type Properties = Record<string, string | object>;

async function read(page: ExtractionSource | string, properties: Properties) {
	const source = typeof page === 'string' ? pageOf(page) : page;
	const schema = objectOf(properties);
	const { content, warnings } = await extract([source], { schema }, rules, untilDone);
	return { content, warnings };
}

/** A field at a place. */
const at = (selector: string, type: string | string[] = 'string', more: object = {}) => ({
	type,
	'x-selector': selector,
	...more,
});

/** A list of objects at places. */
const rowsAt = (selector: string, properties: Properties) =>
	at(selector, 'array', { items: objectOf(properties) });

const SHOP = `<h1>Lamps</h1><div class="grid">
<div class="card" data-sku="A1"><a class="t" href="/lamp/1"><b>Lamp</b> One</a><img src="1.jpg"><p class="p">€ 19.90</p><p class="old">25.00</p></div>
<div class="card" data-sku="A2"><a class="t" href="two.html">Lamp Two</a><p class="p">€ 1,299.00</p><i>new</i><i>sale</i></div>
<div class="card" data-sku="A3"><a class="t" href="/lamp/3">Lamp Three</a><p class="p">on request</p></div>
</div>`;

describe('fields with a CSS selector', () => {
	it('have what stands there, in their type', async () => {
		expect(
			await read(
				`<p class="a">12,5 %</p><p class="b">3</p><p class="b">4</p><time class="d">12 March 2024</time><b id="ok">yes</b>`,
				{
					first: at('.b', 'integer'),
					day: at('time.d', 'string', date),
					flag: at('#ok', ['boolean', 'null']),
					all: at('.b', 'array', { items: { type: 'integer' } }),
				},
			),
		).toEqual({
			content: { first: 3, day: '2024-03-12', flag: true, all: [3, 4] },
			warnings: [expect.stringContaining('"first" (.b) found 2 elements')],
		});
	});

	it('of an entry look in what follows it, up to the next entry, when they begin with ~ or +', async () => {
		const page = pageOf(
			`<div><p>Ours</p><h3>Ash</h3><p>12.50</p><p>old</p><h3>Birch</h3><section><p>7</p></section><h3>Cedar</h3><p>9</p><p>new</p><p>End</p></div>`,
		);
		const { content } = await read(page, {
			lamps: rowsAt('h3', {
				name: at(':scope'),
				price: at(':scope ~ p', ['number', 'null']),
				beside: at('+ p', ['number', 'null']),
				inside: at('~ section p', ['number', 'null']),
				note: at(':scope ~ p:nth-of-type(2)', ['string', 'null']),
			}),
		});
		expect(content).toEqual({
			lamps: [
				{ name: 'Ash', price: 12.5, beside: 12.5, inside: null, note: 'old' },
				{ name: 'Birch', price: null, beside: null, inside: 7, note: null },
				{ name: 'Cedar', price: 9, beside: 9, inside: null, note: 'new' },
			],
		});
	});

	it('take attributes behind an @, addresses whole', async () => {
		const page = pageOf(
			'<a class="x" href="sub/page.html" data-id="7">Go</a><img src="/i.png" alt="Pic"><a href="mailto:a@b.test">m</a>',
		);
		const { content } = await read(page, {
			link: at('a.x@href'),
			spaced: at('a.x @href'),
			id: at('a.x@data-id', 'integer'),
			alt: at('img@alt'),
			image: at('img'),
			mail: at('a[href*="@b"]@href'),
		});
		expect(content).toEqual({
			link: 'https://shop.test/sub/page.html',
			spaced: 'https://shop.test/sub/page.html',
			id: 7,
			alt: 'Pic',
			image: 'https://shop.test/i.png',
			mail: 'mailto:a@b.test',
		});
	});

	it('come before what the page declares, and leave the others to the rules', async () => {
		const declared = `<script type="application/ld+json">{"@type":"Product","name":"Desk","sku":"D-1","offers":{"price":900}}</script>`;
		const { content } = await read(`${declared}<h1>Desk</h1><p class="now">799.00</p>`, {
			name: 'string',
			price: at('.now', 'number'),
			sku: 'string',
		});
		expect(content).toEqual({ name: 'Desk', price: 799, sku: 'D-1' });
	});

	it('of one thing are the first that is found, which is said where others differ', async () => {
		const { content, warnings } = await read(SHOP, {
			name: at('a.t'),
			old: at('.old', 'number'),
		});
		expect(content).toEqual({ name: 'Lamp One', old: 25 });
		expect(warnings).toEqual([
			'The CSS selector of "name" (a.t) found 3 elements, of which the first was read. For all of them, ask for a list (in n8n, choose Rows of a List).',
		]);
	});

	it('of one thing say nothing where all places hold the same', async () => {
		const page = pageOf('<b class="p">9.50</b><p>Today for <i class="p">9.50</i></p>');
		const { content, warnings } = await read(page, { price: at('.p', 'number') });
		expect([content, warnings]).toEqual([{ price: 9.5 }, []]);
	});

	it('are read in the rows that the selector of their list names', async () => {
		const { content, warnings } = await read(SHOP, {
			products: rowsAt('.card', {
				sku: at('@data-sku'),
				name: at('a.t'),
				url: at('a.t@href'),
				price: at('.p', ['number', 'null']),
				old: at('.old', ['number', 'null']),
				tags: at('i', 'array', { items: { type: 'string' } }),
			}),
		});
		expect(Object(content).products).toEqual([
			{
				sku: 'A1',
				name: 'Lamp One',
				url: 'https://shop.test/lamp/1',
				price: 19.9,
				old: 25,
				tags: [],
			},
			{
				sku: 'A2',
				name: 'Lamp Two',
				url: 'https://shop.test/two.html',
				price: 1299,
				old: null,
				tags: ['new', 'sale'],
			},
			{
				sku: 'A3',
				name: 'Lamp Three',
				url: 'https://shop.test/lamp/3',
				price: null,
				old: null,
				tags: [],
			},
		]);
		expect(warnings).toEqual([
			'The CSS selector of "products[].price" (.p) found a value that cannot be read as what the field must be: "on request".',
		]);
	});

	it('leave fields of a row without a selector to the names in the row', async () => {
		const { content } = await read(SHOP, {
			products: rowsAt('.card', { name: 'string', url: 'string', price: at('.p', 'number') }),
		});
		expect(Object(content).products[0]).toEqual({
			name: 'Lamp One',
			url: 'https://shop.test/lamp/1',
			price: 19.9,
		});
		const table = `<table><tr><th>City</th><th>People</th></tr><tr><td>Oslo</td><td>700,000</td></tr><tr><td>Bergen</td><td>290,000</td></tr></table>`;
		const cities = await read(table, {
			cities: rowsAt('table tr', { city: 'string', people: 'integer' }),
		});
		expect(cities.content).toEqual({
			cities: [
				{ city: 'Oslo', people: 700_000 },
				{ city: 'Bergen', people: 290_000 },
			],
		});
	});

	it('read the other fields of all rows together: where these differ in an entry, it is empty and said', async () => {
		const card = (name: string, at: number) =>
			`<li class="e"><b>New</b><a href="/${name}">${name} stool</a><i>4${at}m - May 1${at}, 2026</i></li>`;
		const cards = (more = '') =>
			`<ul>${['Ash', 'Oak', 'Elm'].map((name, at) => card(name, at).replace('</li>', `${more}</li>`)).join('')}</ul>`;
		const fields = { list: rowsAt('.e', { title: 'string', date: 'string', duration: 'string' }) };
		const sure = await read(cards(), fields);
		expect(Object(sure.content).list[1]).toEqual({
			title: 'Oak stool',
			date: 'May 11, 2026',
			duration: '41m',
		});
		expect(sure.warnings).toEqual([]);
		const unsure = await read(cards('<i>7 - June 2, 2026</i>'), fields);
		expect(Object(unsure.content).list[1]).toMatchObject({ title: 'Oak stool', date: null });
		expect(unsure.warnings.join()).toContain(
			`Not sure: 'date' may be "May 10, 2026" or "June 2, 2026"`,
		);
	});

	it('say nothing of doubt about a column that is named', async () => {
		const row = ([city, ...numbers]: string[]) =>
			`<tr><td>${city}</td>${numbers.map((number) => `<td>${number}</td>`).join('')}</tr>`;
		const rows = ['Oslo 700000 454', 'Bergen 290000 465', 'Molde 32000 363'].map((text) =>
			row(text.split(' ')),
		);
		const table = `<table><tr><th>City</th><th>People</th><th>Area</th></tr>${rows.join('')}</table>`;
		const { content, warnings } = await read(table, {
			cities: rowsAt('table tr', { city: 'string', people: 'integer' }),
		});
		expect(Object(content).cities[2]).toEqual({ city: 'Molde', people: 32_000 });
		expect(warnings.join()).not.toContain('Not sure');
	});

	it('tell the rows of a list without a selector of its own', async () => {
		const fields = { name: at('.card .t'), old: at('.card .old', ['number', 'null']) };
		const list = { type: 'array', items: objectOf(fields) };
		expect((await read(SHOP, { items: list })).content).toEqual({
			items: [
				{ name: 'Lamp One', old: 25 },
				{ name: 'Lamp Two', old: null },
				{ name: 'Lamp Three', old: null },
			],
		});
		const flat = await read(
			'<h3>A</h3><p class="old">1</p><h3>B</h3><p class="old">2</p><p class="old">3</p>',
			{
				items: { type: 'array', items: objectOf({ name: at('h3'), old: at('.old', 'number') }) },
			},
		);
		expect(flat.content).toEqual({ items: [] });
		expect(flat.warnings.join()).toContain(
			'"items": it is not clear which of its fields belong together',
		);
	});

	it('begin at the object that they are in', async () => {
		const page = '<p class="x">no</p><footer><p class="x">yes</p></footer>';
		const shop = at('footer', 'object', objectOf({ text: at('> .x') }));
		expect((await read(page, { shop })).content).toEqual({ shop: { text: 'yes' } });
	});

	it('count elements as the page has them', async () => {
		const page = '<script>1</script><p>one</p><svg><path></path></svg><style>p{}</style><p>two</p>';
		const { content } = await read(page, {
			first: at('body > :nth-child(2)'),
			second: at('body > p:nth-child(5)'),
		});
		expect(content).toEqual({ first: 'one', second: 'two' });
	});

	it('read what is shown, and what is hidden only where it is named itself', async () => {
		const page = `<p class="p">10 EUR <s ${RENDERED}="none">25 EUR</s></p><p class="lines">a<br>b<span>c</span></p>`;
		const { content } = await read(page, { price: at('.p'), old: at('.p s'), lines: at('.lines') });
		expect(content).toEqual({ price: '10 EUR', old: '25 EUR', lines: 'a bc' });
	});

	it('that find nothing are empty and named, whatever else the page says', async () => {
		const { content, warnings } = await read(
			'<h1>Desk</h1><p class="price">9.00</p><img class="i">',
			{
				name: at('h2.title'),
				price: 'number',
				alt: at('.i@alt'),
				rows: rowsAt('.card', { name: at('b') }),
			},
		);
		expect(content).toMatchObject({ name: null, alt: null, rows: [] });
		expect(warnings).toEqual([
			'The CSS selector of "name" (h2.title) found nothing.',
			'The CSS selector of "alt" (.i@alt) found only elements without a value.',
			'The CSS selector of "rows" (.card) found nothing.',
		]);
	});

	it('are put together over pages', async () => {
		const schema = objectOf({ title: at('h1'), rows: rowsAt('li', { name: at('b') }) });
		const pages = ['<h1>A</h1><li><b>1</b></li>', '<h1>B</h1><li><b>2</b></li>'].map((body) =>
			pageOf(body),
		);
		const { content } = await extract(pages, { schema }, rules, untilDone);
		expect(content).toEqual({ title: 'A', rows: [{ name: '1' }, { name: '2' }] });
	});

	it('are named and read otherwise in documents', async () => {
		const document = { url: '', title: 'a.pdf', markdown: 'Total: 12.00' };
		const schema = objectOf({ total: at('.total', 'number') });
		const { content, warnings } = await extract([document], { schema }, rules, untilDone);
		expect(content).toEqual({ total: 12 });
		expect(warnings).toEqual([
			expect.stringContaining('CSS selectors of the schema were not used'),
		]);
	});
});

describe('a model beside CSS selectors', () => {
	const answer = (response: ServerResponse) => {
		const choices = [{ message: { content: '{"mood":"good"}' }, finish_reason: 'stop' }];
		sendJson(response, 200, { choices, usage: { prompt_tokens: 5, completion_tokens: 5 } });
	};
	const page = pageOf('<h1>Desk</h1><p>A good desk.</p>');

	it('is not asked when every field has one', async () => {
		const model = await startModel([answer]);
		const schema = objectOf({ name: at('h1'), none: at('h2') });
		const found = await extract([page], { schema }, model, untilDone);
		expect(found).toMatchObject({ content: { name: 'Desk', none: null }, inputTokens: 0 });
		expect(model.asked).toHaveLength(0);
	});

	it('is asked for the other fields alone', async () => {
		const model = await startModel([answer]);
		const schema = objectOf({ name: at('h1'), mood: 'string' });
		const { content } = await extract([page], { schema }, model, untilDone);
		expect(content).toEqual({ name: 'Desk', mood: 'good' });
		expect(JSON.stringify(model.asked)).toContain('mood');
		expect(JSON.stringify(model.asked)).not.toMatch(/x-selector|"name\\*":\{/);
	});
});

describe('a selector that cannot be read', () => {
	const mistakesOf = (selector: unknown) =>
		findSelectorMistakes(
			checkSchema(
				objectOf({
					rows: at('.row', 'array', { items: objectOf({ price: at(selector as string) }) }),
				}),
			).schema,
		);

	it.each([
		'',
		'@',
		'div[',
		'.price >',
		'..price',
		'##a',
		'a::before',
		'a:foo',
		'a,,b',
		'123',
		'p{',
		'//div',
		'a)',
		'$x',
		'a!b',
		'div:has(p:has(i))',
		'div:has(:not(:has(i)))',
		7,
		null,
	])('is named with its field: %j', (selector) => {
		const [mistake, ...others] = mistakesOf(selector);
		expect(mistake).toMatch(/^schema: the x-selector of "rows\[\]\.price" is no CSS selector: /);
		expect(others).toEqual([]);
	});

	it.each([
		'a',
		'.a > .b',
		'a@href',
		'@href',
		'a @href',
		'> a',
		':scope > a',
		'a[href$="x@y.test"]',
		'tr:nth-child(2n+1) td:nth-of-type(3)',
		'.md\\:flex',
		'.\\@lg',
		'a:not(.b, .c):has(> i)',
		'div:has(:not(i)) p:has(b)',
		'[data-x=a]',
		'#a-1, .b_2',
		'x-card.größe',
		'a[href^="/p?x=1&y"]@data-id',
	])('others are not: %s', (selector) => {
		expect(mistakesOf(selector)).toEqual([]);
	});
});
