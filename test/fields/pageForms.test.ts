import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { date, listOf, objectOf, pageOf, texts } from './fixtures.ts';

const ask = (body: string, fields: Record<string, string | object>) =>
	answerByRules({ schema: objectOf(fields) as JsonObject, format: 'json' }, [pageOf(body)]);
const amount = { type: ['number', 'null'] };
const text = { type: ['string', 'null'] };
const products = listOf({ name: text, price: amount, originalPrice: amount, availability: text });

describe('things on cards without names for their parts', () => {
	const card = (name: string, inner: string) =>
		`<div class="rounded border p-4"><img src="/a.png"><h3 class="text-lg">${name}</h3>${inner}</div>`;
	const cards = (...inner: string[]) =>
		`<div class="grid gap-4">${inner.map((one, at) => card(`Lamp ${'ABC'[at]}`, one)).join('')}</div>`;

	it('have the amount, the crossed-out amount and the stock that they show', () => {
		const body = cards(
			'<span class="font-bold">€ 12.50</span><span class="line-through">€ 20.00</span><i>In stock</i>',
			'<span><b>€</b>8.00</span><s>€ 9.00</s><p class="text-xs">(€ 2.00 / kg)</p><i>Sold out</i>',
		);

		expect(ask(body, { products }).content).toEqual({
			products: [
				{ name: 'Lamp A', price: 12.5, originalPrice: 20, availability: 'In stock' },
				{ name: 'Lamp B', price: 8, originalPrice: 9, availability: 'Sold out' },
			],
		});
	});

	it('have the price that the browser does not cross out, and the one that words name', () => {
		const body = cards(
			'<span class="x1" data-rendered-as="struck">€ 20.00</span> <span class="x2">€ 12.50</span><i>In stock</i>',
			'<p>Was € 9.00 now € 8.00</p><i>In stock</i>',
			'<b>€ 5.00</b> <i>RRP € 6.00</i>',
		);

		expect(ask(body, { products }).content).toMatchObject({
			products: [
				{ name: 'Lamp A', price: 12.5, originalPrice: 20 },
				{ name: 'Lamp B', price: 8, originalPrice: 9 },
				{ name: 'Lamp C', price: 5, originalPrice: 6 },
			],
		});
	});

	it('are there, without a price, where that lies between two amounts or is only the lowest', () => {
		const body = cards('<p>€ 5.00 – € 9.00</p>', '<p>From € 5.00</p>', '<p>€ 5.00 - € 7.00</p>');

		expect(ask(body, { products: listOf({ name: text, price: amount }) }).content).toEqual({
			products: ['A', 'B', 'C'].map((name) => ({ name: `Lamp ${name}`, price: null })),
		});
	});

	it.each([
		['in an element around them', '<p><b>€ 5.00</b> – <b>€ 9.00</b></p>'],
		['each in a block', '<div><div>€ 5.00</div><div>€ 9.00</div></div>'],
		['on the card itself', '<b>€ 5.00</b> – <b>€ 9.00</b>'],
		['with a word between them', '<b>€ 5.00</b> to <b>€ 9.00</b>'],
		['with the word in an element', '<p><i>5,00 €</i> <i>bis</i> <i>9,00 €</i></p>'],
	])('are there, without a price, where its ends lie in two elements: %s', (_place, price) => {
		const asked = { products: listOf({ name: text, price: amount }) };

		expect(ask(cards(price, price, price), asked).content).toEqual({
			products: ['A', 'B', 'C'].map((name) => ({ name: `Lamp ${name}`, price: null })),
		});
	});

	it('have a range as the page shows it, where a text is asked for', () => {
		const price = '<p><b>€ 5.00</b> – <b>€ 9.00</b></p>';

		expect(
			ask(cards(price, price), { products: listOf({ name: text, price: text }) }).content,
		).toEqual({
			products: ['A', 'B'].map((name) => ({ name: `Lamp ${name}`, price: '€ 5.00 – € 9.00' })),
		});
	});

	it.each([
		'€ 12<sup>99</sup>',
		'12<sup>€99</sup>',
		'12€<sup>99</sup>',
		'<b>12</b><small>99</small> €',
		'12⁹⁹ €',
	])('have cents that are raised: %s', (price) => {
		const asked = listOf({ name: text, price: amount });
		const shown = `<p class="price">${price}</p>`;
		const table = `<table><tr><th>Name</th><th>Price</th></tr>${['A', 'B']
			.map((name) => `<tr><td>Lamp ${name}</td><td>${price}</td></tr>`)
			.join('')}</table>`;
		for (const body of [cards(shown, shown), table]) {
			expect(ask(body, { products: asked }).content).toEqual({
				products: ['A', 'B'].map((name) => ({ name: `Lamp ${name}`, price: 12.99 })),
			});
		}
	});

	it('have no price where two amounts hold, or where it is a part of a sentence', () => {
		const body = cards(
			'<span>€ 12.50</span> <span>€ 14.50</span><i>In stock</i>',
			'<p>Delivery: <b>€ 4.00</b></p><i>In stock</i>',
			'<p>Delivery: <b>€ 5.00</b></p><i>In stock</i>',
		);

		expect(ask(body, { products }).content).toEqual({
			products: ['A', 'B', 'C'].map((name) => ({
				name: `Lamp ${name}`,
				price: null,
				originalPrice: null,
				availability: 'In stock',
			})),
		});
	});

	it('are called by their link, or by the only text that is nothing else', () => {
		const byLink = ['Kettle', 'Jug'].map(
			(name) =>
				`<div class="x"><a href="/p"><img src="/a.png"></a><a href="/p">${name}</a><div>$5.00</div></div>`,
		);
		const byText = ['Kettle', 'Jug'].map(
			(name) => `<div><div><b>${name}</b></div><div>$5.00</div><button>Buy</button></div>`,
		);
		const asked = { products: listOf({ name: text, price: amount }) };
		const right = {
			products: [
				{ name: 'Kettle', price: 5 },
				{ name: 'Jug', price: 5 },
			],
		};

		expect(ask(`<section>${byLink.join('')}</section>`, asked).content).toEqual(right);
		expect(ask(`<section>${byText.join('')}</section>`, asked).content).toEqual(right);
	});

	it('are articles where they have a title, a link and a date', () => {
		const teasers = ['one', 'two'].map(
			(name) =>
				`<div class="teaser"><a href="/${name}"><h3>About ${name}</h3></a><time datetime="2026-05-04">4 May</time></div>`,
		);
		const asked = { articles: listOf({ title: text, date }) };

		expect(ask(`<div>${teasers.join('')}</div>`, asked).content).toEqual({
			articles: [
				{ title: 'About one', date: '2026-05-04' },
				{ title: 'About two', date: '2026-05-04' },
			],
		});
	});
});

describe('things of plain lists, whose prices are text in a line', () => {
	const asked = { products: listOf({ name: text, price: amount }) };
	const right = {
		products: [
			{ name: 'Lamp', price: 129 },
			{ name: 'Shelf', price: 49.5 },
			{ name: 'Chair', price: 1250 },
		],
	};
	const goods = [
		['Lamp', '129,00 €'],
		['Shelf', '49,50 €'],
		['Chair', '1.250,00 €'],
	] as const;
	const list = (entry: (name: string, price: string) => string) =>
		`<h1>Shop</h1><ul>${goods.map(([name, price]) => `<li>${entry(name, price)}</li>`).join('')}</ul>`;

	it.each<[string, (name: string, price: string) => string]>([
		['below the name', (name, price) => `<b>${name}</b><br>${price}`],
		[
			'with small print',
			(name, price) => `<img src="/a.png"><b>${name}</b><br>${price} <small>inkl. MwSt.</small>`,
		],
		['behind a dash', (name, price) => `<strong>${name}</strong> – ${price}`],
		['behind a colon', (name, price) => `<b>${name}</b>: ${price}`],
		['behind dots', (name, price) => `<em>${name}</em> ........ ${price}`],
		['behind a link', (name, price) => `<a href="/${name}">${name}</a> | ${price}`],
		['both as text', (name, price) => `${name}<br>${price}`],
		['in a paragraph', (name, price) => `<p><b>${name}</b><br>\n${price}</p>`],
		[
			'with a link that all have',
			(name, price) => `<b>${name}</b><br>${price}<br><a href="/x">Details</a>`,
		],
		['with a former price', (name, price) => `<b>${name}</b><br><s>2.000 €</s> ${price}`],
		['with a mark that all have', (name, price) => `<i>Neu</i><br><b>${name}</b><br>${price}`],
		['all in a link', (name, price) => `<a href="/x"><b>${name}</b><br>${price}</a>`],
	])('have name and price: %s', (_place, entry) => {
		expect(ask(list(entry), asked).content).toEqual(right);
	});

	it.each<[string, (name: string, price: string) => string]>([
		['a part of a sentence', (name, price) => `<b>${name}</b> saves ${price} a year`],
		['only the lowest', (name, price) => `<b>${name}</b><br>ab ${price}`],
		['said to be the lowest', (_name, price) => `<i>Lamp</i><br><b>ab</b> ${price}`],
		['for delivery', (_name, price) => `<i>Lamp</i><br><b>Versand</b> ${price}`],
		['for a unit', (name, price) => `<b>${name}</b><br>${price} / kg`],
		['two', (name, price) => `<b>${name}</b><br>${price}<br>77,00 €`],
	])('have no price where it is %s', (_what, entry) => {
		expect(JSON.stringify(ask(list(entry), asked).content)).not.toMatch(/"price":\d/);
	});

	it('have no name where more than one text could be it', () => {
		const marks = ['Neu', 'Top', 'Rest'];
		const entries = goods.map(
			([name, price], at) => `<li><b>${marks[at]}</b> ${name}<br>${price}</li>`,
		);

		const { content } = ask(`<ul>${entries.join('')}</ul>`, asked);
		expect(JSON.stringify(content)).not.toMatch(/"(?:Neu|Top|Rest)"/);
	});
});

describe('the only thing of a page', () => {
	const related =
		'<h2>Related</h2><ul><li><a href="/x">Jug</a> <span class="price">€ 7.00</span></li></ul>';

	it.each([
		['by class', '<p class="price">€ 12.50</p>'],
		['by its form alone', '<div class="flex"><span class="text-3xl">€ 12.50</span></div>'],
		['reduced', '<p><del>€ 20.00</del> <ins>€ 12.50</ins></p>'],
	])('has its price: %s', (_kind, offer) => {
		const body = `<div><h1>Lamp</h1>${offer}<p>In stock</p></div>${related}`;

		expect(ask(body, { name: text, price: amount, availability: text }).content).toEqual({
			name: 'Lamp',
			price: 12.5,
			availability: 'In stock',
		});
	});

	it.each([
		['another thing has one', `<h1>Lamp</h1><p>No longer made.</p>${related}`],
		['delivery has one', '<h1>Lamp</h1><p>Delivery: <b>€ 4.00</b></p>'],
		['delivery has one', '<h1>Lamp</h1><div><span>Delivery</span><span>€ 4.00</span></div>'],
		['a card has one', '<h1>Shop</h1><div><a href="/x"><img src="/a.png"></a><p>€ 4.00</p></div>'],
		['there are two', '<h1>Lamp</h1><p>€ 4.00</p><p>€ 5.00</p>'],
		['it is no amount of money', '<h1>Run</h1><p>5 km</p><p>Top 10</p>'],
	])('has none where %s', (_reason, body) => {
		expect(ask(body, { name: text, price: amount }).content).toMatchObject({ price: null });
	});
});

describe('tables', () => {
	const row = (...cells: string[]) =>
		`<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
	const plans = listOf({ name: text, price: amount, users: amount });
	const right = [
		{ name: 'Basic', price: 5, users: 1 },
		{ name: 'Team', price: 10, users: 8 },
	];

	it('may have an entry in each column', () => {
		const head = '<tr><th></th><th>Basic</th><th>Team</th></tr>';
		const body = `<table>${head}${row('Price', '$5', '$10')}${row('Users', '1', '8')}</table>`;

		expect(ask(body, { plans }).content).toEqual({ plans: right });
	});

	it('may have their titles in a row like all others, or none above the names', () => {
		const named = row('Name', 'Price', 'Users') + row('Basic', '$5', '1') + row('Team', '$10', '8');
		const unnamed = `<tr><th></th><th>Price</th><th>Users</th></tr>${row('Basic', '$5', '1')}${row('Team', '$10', '8')}`;

		expect(ask(`<table>${named}</table>`, { plans }).content).toEqual({ plans: right });
		expect(ask(`<table>${unnamed}</table>`, { plans }).content).toEqual({ plans: right });
	});

	it('have no entries in titles across them and in their foot', () => {
		const head = '<thead><tr><th>Name</th><th>Price</th><th>Users</th></tr></thead>';
		const group = '<tr><th colspan="3">Monthly</th></tr>';
		const foot = `<tfoot>${row('Altogether', '$15', '9')}</tfoot>`;
		const body = `<table>${head}<tbody>${group}${row('Basic', '$5', '1')}${row('Team', '$10', '8')}</tbody>${foot}</table>`;

		expect(ask(body, { plans }).content).toEqual({ plans: right });
	});

	it('may have labels and values in several pairs of columns', () => {
		const body = `<table>${row('Weight', '3 kg', 'Colour', 'red')}${row('Height', '40 cm', 'Maker', 'Tindale')}</table>`;

		expect(ask(body, { weight: text, maker: text }).content).toEqual({
			weight: '3 kg',
			maker: 'Tindale',
		});
	});
});

test('labels and values that stand beside each other without a sign are read from three on', () => {
	const pairs = (...all: string[][]) =>
		all.map(
			([label, value]) => `<div class="flex"><span>${label}</span><span>${value}</span></div>`,
		);
	const three = pairs(['Weight', '3 kg'], ['Maker', 'Tindale'], ['Colour', 'red']);

	expect(ask(three.join(''), { weight: text, maker: text }).content).toEqual({
		weight: '3 kg',
		maker: 'Tindale',
	});
	expect(ask(three.slice(0, 2).join(''), { weight: text }).content).toEqual({ weight: null });
});

test('steps under several headings are those of the heading above them', () => {
	const part = (...steps: string[]) =>
		`<h3>Part</h3><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`;
	const body = `<h1>Oak</h1><h2>Steps</h2>${part('Sand it', 'Wipe it')}${part('Oil it')}<h2>More</h2><ul><li>Wax</li></ul>`;

	expect(ask(body, { steps: texts }).content).toEqual({ steps: ['Sand it', 'Wipe it', 'Oil it'] });
});

describe('fields that were not found on one page', () => {
	it('are named where they are half of all', () => {
		const fields = { name: text, price: amount, colour: text, size: text };

		expect(ask('<h1>Lamp</h1><p>Colour: red</p>', fields).warnings).toEqual([
			"Not found: 'price', 'size'.",
		]);
	});

	it('are named one by one, unless there are none', () => {
		const body = '<h1>Lamp</h1><p>Colour: red</p><p>Size: 3</p>';

		expect(ask(body, { name: text, price: amount, colour: text, size: text }).warnings).toEqual([
			"Not found: 'price'.",
		]);
		expect(ask('<p>Nothing</p>', { price: amount, size: text }).warnings).toEqual([]);
	});
});
