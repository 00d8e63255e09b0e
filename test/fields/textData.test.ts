import { convertPage } from '../../packages/page/src/convertPage.ts';
import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionSource } from '../../packages/fields/src/extraction.ts';
import type { JsonValue } from '../../packages/page/src/json.ts';
import {
	date,
	listOf,
	loadDocument,
	loadPage,
	objectOf,
	pageOf,
	rules,
	texts,
	untilDone,
} from './fixtures.ts';

type Properties = Record<string, string | object>;

async function fill(page: ExtractionSource, properties: Properties): Promise<JsonValue> {
	const { content } = await extract([page], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}

async function fillText(markdown: string, properties: Properties, url = ''): Promise<JsonValue> {
	const document = { title: 'document', markdown, url };
	const { content } = await extract([document], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}

describe('a page with tables', () => {
	const page = loadPage('table');

	it('fills a list from the rows, typed, with their links; sums are no rows', async () => {
		const departure = {
			train: 'string',
			destination: 'string',
			price: 'number',
			seatsLeft: 'integer',
			on_time: 'boolean',
			url: 'string',
		};

		await expect(fill(page, { departures: listOf(departure) })).resolves.toEqual({
			departures: [
				{
					train: 'IC 501',
					destination: 'Berlin',
					price: 1045,
					seatsLeft: 12,
					on_time: true,
					url: 'https://shop.test/trains/ic-501',
				},
				{
					train: 'RE 7',
					destination: 'Dessau',
					price: 8.5,
					seatsLeft: 140,
					on_time: false,
					url: 'https://shop.test/trains/re-7',
				},
				{
					train: 'EC 177',
					destination: 'Prague',
					price: 39.9,
					seatsLeft: null,
					on_time: true,
					url: 'https://shop.test/trains/ec-177',
				},
			],
		});
	});

	it('reads a table of labels as labels, under its heading too', async () => {
		await expect(
			fill(page, {
				city: 'string',
				station: objectOf({ opened: date, platforms: 'integer' }),
			}),
		).resolves.toEqual({
			city: 'Leipzig',
			station: { opened: '1915-12-04', platforms: 21 },
		});
	});

	it.each([undefined, 'en'])(
		'reads amounts as written, whatever the language: %s',
		async (lang) => {
			const rows = ['12.500,-', '1.234,- kr.', '12.500 kr', 'Rp 12.500', '12.500 Ft', '12.500 kg'];
			const html = `<!doctype html><html${lang === undefined ? '' : ` lang="${lang}"`}><body><h1>Priser</h1><table><tr><th>Item</th><th>Price</th></tr>${rows.map((price, at) => `<tr><td>Item ${at}</td><td>${price}</td></tr>`).join('')}</table></body></html>`;
			const { markdown } = convertPage({ html, url: '', contentOnly: false });
			const page = { url: '', title: '', html, markdown };
			const { content } = await extract(
				[page],
				{ schema: objectOf({ items: listOf({ item: 'string', price: 'number' }) }) },
				rules,
				untilDone,
			);

			expect(content).toMatchObject({
				items: [12500, 1234, 12500, 12500, 12500, null].map((price) => ({ price })),
			});
		},
	);

	it('has no value for three digits that may be thousands or decimals', async () => {
		const rows = [
			['1.250', '1.250 km'],
			['1.250.000', '1.5 km'],
			['1,250', '3½ km'],
			['KWD 1.250', '12 km'],
		];
		const page = (shown: typeof rows) =>
			pageOf(
				`<h1>Land</h1><table><tr><th>Name</th><th>Price</th><th>Distance</th></tr>${shown.map(([price, distance], at) => `<tr><td>Lot ${at}</td><td>${price}</td><td>${distance}</td></tr>`).join('')}</table>`,
			);
		const lots = listOf({ name: 'string', price: 'number', distance: 'number' });

		await expect(fill(page(rows), { lots })).resolves.toMatchObject({
			lots: [
				{ price: null, distance: null },
				{ price: 1_250_000, distance: 1.5 },
				{ price: null, distance: null },
				{ price: null, distance: 12 },
			],
		});
		// Its language alone does not show how decimals are written; a number of the page does.
		await expect(fill(page(rows.toSpliced(1, 1)), { lots })).resolves.toMatchObject({
			lots: [{ price: null, distance: null }, { price: 1_250 }, { price: 1.25 }],
		});
		await expect(
			fill(page(rows.toSpliced(1, 1, ['9.50', '2 km'])), { lots }),
		).resolves.toMatchObject({
			lots: [{ price: null, distance: 1.25 }, { price: 9.5 }, { price: 1_250 }, { price: 1.25 }],
		});
	});

	it('keeps the rows of a table most of whose cells are empty or no values', async () => {
		const page = pageOf(
			'<table><tr><th>Country</th><th>Rate</th><th>Note</th></tr><tr><td>Norway</td><td>4</td><td></td></tr><tr><td>Oman</td><td></td><td></td></tr><tr><td>Chad</td><td>-</td><td>new</td></tr><tr><td>Peru</td><td>n/a</td><td></td></tr></table>',
		);
		const countries = listOf({ country: 'string', rate: { type: ['number', 'null'] } });

		await expect(fill(page, { countries })).resolves.toEqual({
			countries: ['Norway', 'Oman', 'Chad', 'Peru'].map((country, at) => ({
				country,
				rate: at === 0 ? 4 : null,
			})),
		});
	});

	it('keeps rows with empty cells', async () => {
		const page = pageOf(
			'<h1>Stock</h1><table><tr><th>Name</th><th>Qty</th><th>Price</th></tr><tr><td>Bolt</td><td>5</td><td>$1.00</td></tr><tr><td>Pin</td><td></td><td></td></tr><tr><td>Nut</td><td>7</td><td>$2.00</td></tr></table>',
		);

		await expect(
			fill(page, { parts: listOf({ name: 'string', qty: 'number', price: 'number' }) }),
		).resolves.toEqual({
			parts: [
				{ name: 'Bolt', qty: 5, price: 1 },
				{ name: 'Pin', qty: null, price: null },
				{ name: 'Nut', qty: 7, price: 2 },
			],
		});
	});

	it('fills a list from all tables of one header', async () => {
		const table = (title: string, rows: string) =>
			`<h2>${title}</h2><table><tr><th>Ticket</th><th>Price</th></tr>${rows}</table>`;
		const page = pageOf(
			`<h1>Fees</h1>${table('Adults', '<tr><td>Day</td><td>$9</td></tr><tr><td>Week</td><td>$40</td></tr>')}${table('Groups', '<tr><td>Group day</td><td>$50</td></tr>')}`,
		);

		await expect(
			fill(page, { fees: listOf({ ticket: 'string', price: 'number' }) }),
		).resolves.toEqual({
			fees: [
				{ ticket: 'Day', price: 9 },
				{ ticket: 'Week', price: 40 },
				{ ticket: 'Group day', price: 50 },
			],
		});
	});

	it('repeats cells that span rows', async () => {
		const spanning = pageOf(
			'<table><tr><th>Day</th><th>Time</th><th>Film</th></tr><tr><td rowspan="2">Monday</td><td>18:00</td><td>Solaris</td></tr><tr><td>20:00</td><td>Stalker</td></tr></table>',
		);

		await expect(
			fill(spanning, { showings: listOf({ day: 'string', time: 'string', film: 'string' }) }),
		).resolves.toEqual({
			showings: [
				{ day: 'Monday', time: '18:00', film: 'Solaris' },
				{ day: 'Monday', time: '20:00', film: 'Stalker' },
			],
		});
	});
});

describe('a page with labels and values', () => {
	it('fills fields from all kinds of labels', async () => {
		await expect(
			fill(loadPage('labels'), {
				name: 'string',
				title: 'string',
				price: 'number',
				size: 'number',
				availableFrom: date,
				viewingDate: date,
				balcony: 'boolean',
				website: 'string',
				email: 'string',
				floor: 'integer',
				amenities: texts,
				garage: 'boolean',
			}),
		).resolves.toEqual({
			name: 'Sea View',
			title: 'Room details',
			price: 1250,
			size: 42,
			availableFrom: '2026-12-25',
			viewingDate: null,
			balcony: false,
			website: 'https://rooms.test/sea-view',
			email: 'rent@rooms.test',
			floor: 3,
			amenities: ['Lift', 'Cellar'],
			garage: null,
		});
	});

	it('reads values in lines that Markdown breaks with a backslash', async () => {
		await expect(
			fillText('Customer no.: C-7\\\nPhone: +44 20 5550 0199\\\nDate: 3 May', {
				customerNumber: 'string',
				phone: 'string',
				date: 'string',
			}),
		).resolves.toEqual({ customerNumber: 'C-7', phone: '+44 20 5550 0199', date: '3 May' });
	});

	it('takes no text for a mail address that is none', async () => {
		await expect(fillText('Email: on request', { email: 'string' })).resolves.toEqual({
			email: null,
		});
		await expect(fillText('Email: Ada (ada@mill.test)', { email: 'string' })).resolves.toEqual({
			email: 'ada@mill.test',
		});
	});

	it('leaves a label out that stands for different values', async () => {
		await expect(fillText('Price: 10\n\nPrice: 12', { price: 'number' })).resolves.toEqual({
			price: null,
		});
	});
});

describe('a page with repeated elements', () => {
	const page = loadPage('cards');
	const books = {
		books: listOf({
			title: 'string',
			author: 'string',
			price: 'number',
			rating: 'number',
			inStock: 'boolean',
			url: 'string',
			image: 'string',
		}),
	};

	it('fills a list from their named parts', async () => {
		await expect(fill(page, books)).resolves.toEqual({
			books: [
				{
					title: 'The Left Hand of Darkness',
					author: 'Ursula K. Le Guin',
					price: 6.2,
					rating: 4.5,
					inStock: true,
					url: 'https://shop.test/b/1',
					image: 'https://shop.test/c/1.jpg',
				},
				{
					title: 'Solaris',
					author: 'Stanisław Lem',
					price: 4.8,
					rating: 4.8,
					inStock: false,
					url: 'https://shop.test/b/2',
					image: 'https://shop.test/c/2.jpg',
				},
				{
					title: 'Roadside Picnic',
					author: 'A. and B. Strugatsky',
					price: 1105,
					rating: null,
					inStock: true,
					url: 'https://shop.test/b/3',
					image: 'https://shop.test/c/3.jpg',
				},
			],
		});
	});

	it.each([
		'<span class="price"><del>$40.00</del> <ins>$25.00</ins></span>',
		'<span class="price"><s class="price">$40.00</s> $25.00</span>',
		'<div class="prices"><span class="old-price">$40.00</span> <span class="price">$25.00</span></div>',
		'<span class="price"><del><span class="amount">$40.00</span></del><span class="screen-reader-text">Original price was: $40.00.</span> <ins><span class="amount">$25.00</span></ins><span class="screen-reader-text">Current price is: $25.00.</span></span>',
	])('of a reduced thing the price is the one that holds now: %s', async (price) => {
		const cards = [
			`<li class="product"><h2 class="name">Lamp</h2>${price}</li>`,
			'<li class="product"><h2 class="name">Chair</h2><span class="price">$80.00</span></li>',
		];
		const page = pageOf(`<main><h1>Sale</h1><ul class="products">${cards.join('')}</ul></main>`);

		await expect(
			fill(page, { products: listOf({ name: 'string', price: 'number' }) }),
		).resolves.toEqual({
			products: [
				{ name: 'Lamp', price: 25 },
				{ name: 'Chair', price: 80 },
			],
		});
	});

	it('does not take them for things they are not', async () => {
		await expect(
			fill(page, { reviews: listOf({ author: 'string', rating: 'number' }) }),
		).resolves.toEqual({ reviews: [] });
	});

	it('does not take navigation for a list', async () => {
		const menu = pageOf(
			'<nav><ul><li class="entry"><a href="/a">Start</a></li><li class="entry"><a href="/b">Shop</a></li></ul></nav>',
		);

		await expect(
			fill(menu, { entries: listOf({ name: 'string', url: 'string' }) }),
		).resolves.toEqual({
			entries: [],
		});
	});

	it('does not take a price from a list for the page’s', async () => {
		await expect(fill(page, { title: 'string', price: 'number' })).resolves.toEqual({
			title: 'Second-hand books',
			price: null,
		});
	});

	it('does not take a bunch of links for things with more fields', async () => {
		const links = ['a', 'b', 'c', 'd'].map((name) => `<li><a href="/${name}">${name}</a></li>`);
		const related = pageOf(`<main><h1>Page</h1><ul>${links.join('')}</ul></main>`);
		const wanted = { rooms: listOf({ name: 'string', url: 'string', beds: 'integer' }) };
		const items = { items: listOf({ name: 'string', url: 'string', beds: 'integer' }) };

		await expect(fill(related, wanted)).resolves.toEqual({ rooms: [] });
		await expect(fill(related, items)).resolves.toEqual({ items: [] });
	});

	it('takes a list of links when nothing but links is wanted', async () => {
		const links = ['a', 'b', 'c'].map((name) => `<li><a href="/${name}">${name}</a></li>`);
		const index = pageOf(`<main><ul>${links.join('')}</ul></main>`);

		await expect(
			fill(index, { chapters: listOf({ title: 'string', link: 'string' }) }),
		).resolves.toMatchObject({ chapters: [{ title: 'a', link: 'https://shop.test/a' }, {}, {}] });
	});

	it('calls links by their words', async () => {
		const page = pageOf('<p>See <a href="/a">Oak tables</a> and <a href="/b">Ash lamps</a>.</p>');
		expect(await fill(page, { links: listOf({ name: 'string', url: 'string' }) })).toEqual({
			links: [
				{ name: 'Oak tables', url: 'https://shop.test/a' },
				{ name: 'Ash lamps', url: 'https://shop.test/b' },
			],
		});
	});

	it('does not take the links of a page for the names of its things', async () => {
		const cards = ['Oak', 'Ash'].map((name) => `<li class="lamp"><h3>${name}</h3></li>`);
		const links = ['Imprint', 'Terms', 'Help'].map((name) => `<a href="/${name}">${name}</a>`);
		const page = pageOf(`<ul>${cards.join('')}</ul><p>${links.join(' ')}</p>`);
		expect(await fill(page, { names: texts })).not.toEqual({ names: ['Imprint', 'Terms', 'Help'] });
	});

	it('lists all links, pictures and headings when asked', async () => {
		const small = pageOf('<h2>One</h2><a href="/a">A</a><img src="/i.png" alt="Pic"><h3>Two</h3>');

		await expect(
			fill(small, {
				links: listOf({ url: 'string', text: 'string' }),
				images: texts,
				headings: texts,
			}),
		).resolves.toEqual({
			links: [{ url: 'https://shop.test/a', text: 'A' }],
			images: ['https://shop.test/i.png'],
			headings: ['One', 'Two'],
		});
	});
});

describe('a document', () => {
	it('such as an invoice fills fields and lines', async () => {
		const schema = objectOf({
			invoiceNumber: 'string',
			invoice_date: date,
			dueDate: date,
			customer: 'string',
			vatId: 'string',
			subtotal: 'number',
			total: 'number',
			lineItems: listOf({
				description: 'string',
				quantity: 'integer',
				unitPrice: 'number',
				total: 'number',
			}),
			notes: 'string',
			iban: 'string',
		});
		const result = await extract([loadDocument('invoice')], { schema }, rules, untilDone);

		expect(result.content).toEqual({
			invoiceNumber: '2026-0117',
			invoice_date: '2026-11-17',
			dueDate: null,
			customer: 'Ada Lovelace Ltd',
			vatId: 'GB 123 4567 89',
			subtotal: 17437.5,
			total: 20925,
			lineItems: [
				{ description: 'Punch cards, 1000 pcs', quantity: 3, unitPrice: 12.5, total: 37.5 },
				{ description: 'Gear wheel', quantity: 12, unitPrice: 1450, total: 17400 },
			],
			notes: 'Payable within 30 days.',
			iban: null,
		});
	});

	it('says its totals in bold, in a heading, or in the last rows of a table', async () => {
		const total = { total: 'string' };
		expect(await fillText('# Invoice\n\n**Total: EUR 489.04**', total)).toEqual({
			total: 'EUR 489.04',
		});
		expect(await fillText('# Invoice\n\n## Total: EUR 489.04', total)).toEqual({
			total: 'EUR 489.04',
		});
		const table = [
			'| Item | Qty | Amount |',
			'| --- | --- | --- |',
			'| Lamp | 2 | 10.00 |',
			'| Cable | 1 | 5.00 |',
			'| Subtotal |  | 15.00 |',
			'|  | Grand total: | 17.85 |',
		].join('\n');
		expect(
			await fillText(table, { ...total, items: listOf({ item: 'string', amount: 'number' }) }),
		).toEqual({
			total: '17.85',
			items: [
				{ item: 'Lamp', amount: 10 },
				{ item: 'Cable', amount: 5 },
			],
		});
	});

	it('with sections of a kind fills a list', async () => {
		const { markdown } = loadDocument('items');

		await expect(
			fillText(
				markdown,
				{ items: listOf({ name: 'string', price: 'number', colour: 'string', url: 'string' }) },
				'https://shop.test/offers',
			),
		).resolves.toEqual({
			items: [
				{ name: 'Blue kettle', price: 19.9, colour: 'blue', url: 'https://shop.test/k/blue' },
				{ name: 'Red kettle', price: 24.9, colour: 'red', url: 'https://shop.test/k/red' },
			],
		});
	});

	it.each([
		['a bold label', '**Due date:** 2026-12-01'],
		['a bold label before the colon', '**Due date**: 2026-12-01'],
		['a list entry', '- Due date: 2026-12-01'],
		['a term above its definition', '**Due date**\n\n2026-12-01'],
		['several on a line', 'Number: 7 | Due date: 2026-12-01'],
		[
			'a table without a header of its own',
			'| Due date | 2026-12-01 |\n| --- | --- |\n| Total | 7 |',
		],
		['a table of labels', '| Field | Value |\n| --- | --- |\n| Due date | 2026-12-01 |'],
	])('labels a value by %s', async (_kind, markdown) => {
		await expect(fillText(markdown, { dueDate: date })).resolves.toEqual({ dueDate: '2026-12-01' });
	});

	it.each([
		['in code', '```yaml\nDue date: 2026-12-01\n```'],
		['in a sentence', 'We note, as agreed before, the due date: 2026-12-01'],
		['in a link', 'https://due.date: 2026-12-01'],
	])('has no label %s', async (_kind, markdown) => {
		await expect(fillText(markdown, { dueDate: date })).resolves.toEqual({ dueDate: null });
	});
});

describe('fields of one thing on a page of many', () => {
	const wanted = objectOf({ name: 'string', price: 'number' });
	const cards = ['Lamp', 'Chair', 'Table'].map(
		(name, at) =>
			`<li class="product"><h2>${name}</h2><span class="price">€${at + 1}9.90</span></li>`,
	);
	const list = `<ul>${cards.join('')}</ul>`;
	const about = `<p>${'This chair was made by hand in our workshop and lasts. '.repeat(4)}</p>`;
	const thing = (data: object) =>
		`<script type="application/ld+json">${JSON.stringify(data)}</script>`;
	const ask = async (html: string, schema: object = wanted) =>
		await extract([pageOf(html)], { schema: { ...schema } }, rules, untilDone);
	const missing = /^"price" was not found on the page itself, but in 3 entries of a list/u;

	it.each([
		['of cards', `<h1>All products</h1>${list}`],
		['with a sentence before them', `<h1>Sale</h1><p>Only this week.</p>${list}`],
		['without a heading', list],
		[
			'that declares the page alone',
			`${thing({ '@type': 'CollectionPage', name: 'All' })}<h1>All</h1>${list}`,
		],
		[
			'in a table',
			`<h1>Prices</h1><table><tr><th>Name</th><th>Price</th></tr>${['Lamp', 'Chair', 'Table']
				.map((name, at) => `<tr><td>${name}</td><td>${at + 1}9.90</td></tr>`)
				.join('')}</table>`,
		],
	])('come with the entries of a list that is the page: one %s', async (_kind, html) => {
		const { listed } = await ask(html);

		expect(listed?.entries).toEqual([
			{ name: 'Lamp', price: 19.9 },
			{ name: 'Chair', price: 29.9 },
			{ name: 'Table', price: 39.9 },
		]);
		expect(listed?.reason).toMatch(
			/not found on the page itself, but in 3 entries of a list on it\.$/u,
		);
	});

	it.each(['name and price', 'Extract the name, price', 'name\nprice'])(
		'are the entries for the prompt %j',
		async (prompt) => {
			const html = `<h1>All products</h1>${list}`;
			const request = { prompt, output: 'json' as const };
			const { content } = await extract([pageOf(html)], request, rules, untilDone);

			expect(content).toEqual({
				items: [
					{ name: 'Lamp', price: '€19.90' },
					{ name: 'Chair', price: '€29.90' },
					{ name: 'Table', price: '€39.90' },
				],
			});
		},
	);

	it('are the rows of a table in a form without names, too', async () => {
		const request = { prompt: 'name and price as CSV' };
		const { content } = await extract([pageOf(`<h1>All</h1>${list}`)], request, rules, untilDone);

		expect(content).toBe('name,price\nLamp,€19.90\nChair,€29.90\nTable,€39.90');
	});

	it.each([['of a part of the page', 'name and price', `<h1>Oak chair</h1>${about}${list}`]])(
		'are said to be in a list %s, with a prompt that gives them',
		async (_kind, prompt, html) => {
			const ask = async (asked: string) =>
				await extract([pageOf(html)], { prompt: asked }, rules, untilDone);
			const { listed, warnings } = await ask(prompt);

			expect(listed).toBeUndefined();
			expect(warnings).toEqual([
				expect.stringContaining('with a prompt, "name and price of each product".'),
			]);
			await expect(ask('name and price of each product')).resolves.toMatchObject({
				content: { products: [{ name: 'Lamp' }, { name: 'Chair' }, { name: 'Table' }] },
			});
		},
	);

	it.each([
		['under the text of one thing', `<h1>Oak chair</h1>${about}<h2>You may also like</h2>${list}`],
		[
			'beside a thing that the page declares',
			`${thing({ '@type': 'Product', name: 'Oak chair', sku: '4711' })}<h1>Oak chair</h1>${list}`,
		],
	] as [string, string, object?][])(
		'are only said to be in a list %s',
		async (_kind, html, more: object = {}) => {
			const { listed, warnings } = await ask(
				html,
				objectOf({ name: 'string', price: 'number', ...more }),
			);

			expect(listed).toBeUndefined();
			expect(warnings).toEqual([expect.stringMatching(missing)]);
		},
	);

	it('say nothing where a list is asked for, or where no list has them', async () => {
		const asked = objectOf({ products: listOf({ name: 'string', price: 'number' }) });
		const page = `<h1>All products</h1>${list}`;

		await expect(ask(page, asked)).resolves.not.toHaveProperty('listed');
		const { listed, warnings } = await ask(page, objectOf({ name: 'string', color: 'string' }));
		expect([listed, warnings]).toEqual([undefined, ["Not found: 'color'."]]);
	});
});

describe('cards that say currency and stock in passing', () => {
	const fields = {
		name: 'string',
		price: 'number',
		priceCurrency: 'string',
		availability: 'string',
	};
	const shop = (prices: string[], lang: string) => {
		const cards = prices.map(
			(price, at) =>
				`<li class="card"><h2>Lamp ${at}</h2><p class="price">${price}</p><p>${at === 0 ? 'Sold out' : 'In stock (22 available)'}</p></li>`,
		);
		const page = pageOf(`<ul>${cards.join('')}</ul>`);
		return { ...page, html: page.html.replace('lang="en"', `lang="${lang}"`) };
	};
	const read = async (price: string, lang: string) => {
		const answer = await fill(shop([price, price], lang), { products: listOf(fields) });
		return (answer as { products: object[] }).products;
	};

	it('have both', async () => {
		await expect(read('€19.90', 'en')).resolves.toEqual([
			expect.objectContaining({ priceCurrency: 'EUR', availability: 'Sold out' }),
			expect.objectContaining({ priceCurrency: 'EUR', availability: 'In stock (22 available)' }),
		]);
	});

	it.each([
		['£19.90', 'en', 'GBP'],
		['$19.90', 'en-US', 'USD'],
		['$19.90', 'en-AU', 'AUD'],
		['$19.90', 'en', null],
		['A$19.90', 'en', 'AUD'],
		['19,90 zł', '', 'PLN'],
		['199 kr', 'sv', 'SEK'],
		['199 kr', '', null],
		['EUR 19.90', '', 'EUR'],
		['¥1,990', 'ja', 'JPY'],
		['¥1,990', 'en', null],
	])('%s on a page in "%s" is %s', async (price, lang, code) => {
		await expect(read(price, lang)).resolves.toContainEqual(
			expect.objectContaining({ priceCurrency: code }),
		);
	});
});

describe('a table whose column says what its entries are', () => {
	const table = (thing: string, ...others: string[]) =>
		`| ${[thing, 'Price', ...others].join(' | ')} |\n|${' --- |'.repeat(2 + others.length)}\n` +
		['Basic', 'Large']
			.map(
				(name, at) => `| ${[name, `${9 + at}.50 EUR`, ...others.map(() => 'x')].join(' | ')} |\n`,
			)
			.join('');
	const named = [
		{ name: 'Basic', price: 9.5 },
		{ name: 'Large', price: 10.5 },
	];
	const fields = listOf({ name: 'string', price: 'number' });

	it.each([
		['products', 'Product', named],
		['products', 'Item', named],
		['items', 'Product', named],
		['plans', 'Plan', named],
	])('fills %s from the column %s, their names too', async (list, thing, entries) => {
		await expect(fillText(table(thing), { [list]: fields })).resolves.toEqual({ [list]: entries });
	});

	it.each([
		['a column of names is there', table('Name', 'Product'), ['Basic', 'Large']],
		['two columns may be meant', table('Product', 'Event'), []],
	])('keeps to the names that are stated: %s', async (_case, markdown, names) => {
		const answer = await fillText(markdown, { items: fields });
		const { items } = answer as { items: Array<{ name: unknown }> };
		expect(items.map(({ name }) => name)).toEqual(names);
	});

	it.each([
		['numbers of lines', '| Item | Text | Price |', '| 1 | Desk lamp | 39.90 |'],
		['codes', '| Article | Text | Price |', '| A-100 | Desk lamp | 39.90 |'],
	])('takes no %s for names', async (_what, header, row) => {
		const answer = await fillText(`${header}\n| --- | --- | --- |\n${row}\n${row}`, {
			products: listOf({ name: 'string', text: 'string', price: 'number' }),
		});
		const product = { name: null, text: 'Desk lamp', price: 39.9 };
		expect(answer).toEqual({ products: [product, product] });
	});

	it('answers a prompt for every product of a table of products', async () => {
		const document = { title: 'document', markdown: table('Product'), url: '' };
		const prompt = 'List every product with its name and price';
		const { content } = await extract([document], { prompt, output: 'json' }, rules, untilDone);
		expect(content).toEqual({
			products: [
				{ name: 'Basic', price: '9.50 EUR' },
				{ name: 'Large', price: '10.50 EUR' },
			],
		});
	});

	it('answers with the rows where the document itself has none of the fields', async () => {
		const document = { title: 'document', markdown: table('Product'), url: '' };
		const schema = objectOf({ name: 'string', price: 'number' });
		const { listed } = await extract([document], { schema }, rules, untilDone);
		expect(listed).toEqual({
			reason: expect.stringContaining('in 2 entries of a list'),
			entries: [
				{ name: 'Basic', price: 9.5 },
				{ name: 'Large', price: 10.5 },
			],
		});
	});
});

describe('a table of a page', () => {
	const page = pageOf(
		`<table><tr><th>No</th><th>Name</th><th>Price</th><th>Tax</th><th>Stock</th></tr>
		<tr><td>1</td><td>Lamp</td><td>39.90</td><td>7</td><td>4</td></tr>
		<tr><td>2</td><td>Desk</td><td>99.00</td><td>19</td><td>2</td></tr>
		<tr><td></td><td>Chair</td><td></td><td></td><td></td></tr></table>
		<table><tr><th>Name</th><th>Basic</th><th>Team</th><th>Large</th></tr>
		<tr><td>Support</td><td>mail</td><td>phone</td><td>phone</td></tr>
		<tr><td>Tax</td><td>no</td><td></td><td>yes</td></tr>
		<tr><td>Backup</td><td></td><td></td><td></td></tr></table>`,
	);

	it('keeps rows of which little is said, also those that a document would sum up with', async () => {
		const features = listOf({ name: 'string', basic: 'string', large: 'string' });
		await expect(fill(page, { features })).resolves.toEqual({
			features: [
				{ name: 'Support', basic: 'mail', large: 'phone' },
				{ name: 'Tax', basic: 'no', large: 'yes' },
				{ name: 'Backup', basic: null, large: null },
			],
		});
	});

	it('is not read by the words of business documents', async () => {
		const staff = { name: 'string', price: 'number', position: 'string' };
		const answer = await fill(page, { staff: listOf(staff) });
		expect(answer).toMatchObject({ staff: [{ position: null }, { position: null }] });
	});
});

describe('rows of a page that is about one thing', () => {
	const article =
		'<head><title>Ferry strike ends</title><meta name="description" content="All lines run again."></head><h1>Ferry strike ends</h1><p>From Monday on.</p>';
	const ask = async (html: string, entry: Properties, more: Properties = {}) =>
		await extract(
			[pageOf(html)],
			{ schema: objectOf({ items: listOf(entry), ...more }) },
			rules,
			untilDone,
		);
	const found = { title: 'string', description: 'string' };

	it('are none if every page has such fields, and it is said that the page has them itself', async () => {
		const { content, warnings } = await ask(article, found);

		expect(content).toEqual({ items: [] });
		expect(warnings).toEqual([
			"Found once, not in a list: 'title', 'description'. To get these, ask for one object: in n8n, choose One Record.",
		]);
	});

	it.each([
		['has no more than half of the fields', { title: 'string', price: 'number' }, {}],
		['was asked for more than a list', found, { shop: 'string' }],
	])('are none without a word on the page if it %s', async (_kind, entry, more) => {
		const { warnings } = await ask(article, entry, more);

		expect(warnings.join()).not.toContain('Found once');
	});
});
