import { answerByRules } from '../../packages/fields/src/rules/answerByRules.ts';
import type { JsonObject } from '../../packages/page/src/json.ts';
import { listOf, objectOf, pageOf, texts } from './fixtures.ts';

const amount = { type: ['number', 'null'] };
const text = { type: ['string', 'null'] };

const ask = (body: string, fields: Record<string, string | object>) =>
	answerByRules({ schema: objectOf(fields) as JsonObject, format: 'json' }, [pageOf(body)]);

const each = (entries: string[][], write: (...parts: string[]) => string): string =>
	entries.map((entry) => write(...entry)).join('');

const PEOPLE = [['Ann Lee'], ['Bob Stone'], ['Cyrus May']];
const FIRMS = [['Acme'], ['Borken'], ['Corvid']];

describe('several lists on a page', () => {
	const under = (heading: string, entries: string[][]) =>
		`<h2>${heading}</h2><ul>${each(entries, (name) => `<li><b>${name}</b> <i>since 2019</i></li>`)}</ul>`;

	it('are known by the headings above them', () => {
		const body = `<h1>About us</h1>${under('Team', PEOPLE)}${under('Partners', FIRMS)}`;

		expect(
			ask(body, { team: listOf({ name: text }), partners: listOf({ name: text }) }),
		).toMatchObject({
			content: {
				team: [{ name: 'Ann Lee' }, { name: 'Bob Stone' }, { name: 'Cyrus May' }],
				partners: [{ name: 'Acme' }, { name: 'Borken' }, { name: 'Corvid' }],
			},
		});
	});

	it('are known by what is around them', () => {
		const around = (id: string, entries: string[][]) =>
			`<section id="${id}"><div>${each(entries, (name) => `<p><b>${name}</b> <i>since 2019</i></p>`)}</div></section>`;
		const body = `<h1>About us</h1>${around('our-partners', FIRMS)}${around('team', PEOPLE)}`;

		expect(ask(body, { team: listOf({ name: text }) }).content).toEqual({
			team: [{ name: 'Ann Lee' }, { name: 'Bob Stone' }, { name: 'Cyrus May' }],
		});
	});

	it('of other things, such as reviews, are read only where the page calls them so', () => {
		const reviews = each(
			[
				['Ann', '5', 'Great lamp, works well.'],
				['Bob', '2', 'Too dim for me.'],
			],
			(author, stars, said) =>
				`<li><b class="author">${author}</b> <span class="rating">${stars}/5</span><p class="text">${said}</p></li>`,
		);
		const asked = { reviews: listOf({ author: text, rating: amount, text }) };

		expect(ask(`<h1>Lamp</h1><h2>What buyers say</h2><ul>${reviews}</ul>`, asked).content).toEqual({
			reviews: [],
		});
		expect(ask(`<h1>Lamp</h1><h2>Customer reviews</h2><ul>${reviews}</ul>`, asked).content).toEqual(
			{
				reviews: [
					{ author: 'Ann', rating: 5, text: 'Great lamp, works well.' },
					{ author: 'Bob', rating: 2, text: 'Too dim for me.' },
				],
			},
		);
	});

	it('are not called what one of several things around them is called', () => {
		const body = `<div class="products"><p>${'All about our products. '.repeat(20)}</p><div class="pros"><h3>Pros</h3><p>Light</p></div><div class="cons"><h3>Cons</h3><p>Dear</p></div></div>`;

		expect(ask(body, { products: listOf({ name: text, price: amount }) }).content).toEqual({
			products: [],
		});
	});
});

describe('lists of texts', () => {
	it('are the entries of the list that the page calls so', () => {
		const tags = each(
			[['oak'], ['brass']],
			(tag) => `<a class="post-tag" href="/t/${tag}">${tag}</a> `,
		);
		const posts = each(
			[['One'], ['Two'], ['Three']],
			(name) => `<h3><a href="/${name}">${name}</a></h3>`,
		);

		expect(
			ask(`<h1>Lamp</h1><p>About lamps.</p><p>${tags}</p>${posts}`, { tags: texts }).content,
		).toEqual({ tags: ['oak', 'brass'] });
	});

	it('are names or prices of the entries of a list, where these are asked for', () => {
		const cards = each(
			[
				['Lamp', '5'],
				['Chair', '7'],
			],
			(name, price) => `<div class="card"><h3>${name}</h3><span>€${price}.00</span></div>`,
		);

		expect(
			ask(`<h1>Shop</h1>${cards}`, {
				names: texts,
				prices: { type: 'array', items: { type: 'number' } },
			}).content,
		).toEqual({ names: ['Lamp', 'Chair'], prices: [5, 7] });
	});
});

describe('entries with parts', () => {
	const cards = each(
		[
			['Lamp', '5', 'Acme'],
			['Chair', '7', 'Borken'],
			['Sofa', '9', 'Acme'],
		],
		(name, price, brand) =>
			`<div class="card"><a href="/${name}"><h3>${name}</h3></a><span class="brand">${brand}</span><span>€${price}.00</span></div>`,
	);

	it('have the objects that are asked for', () => {
		const asked = listOf({
			name: text,
			price: objectOf({ amount, currency: text }),
			brand: objectOf({ name: text, url: text }),
		});

		expect(ask(`<h1>Shop</h1>${cards}`, { products: asked }).content).toEqual({
			products: [
				{ name: 'Lamp', price: { amount: 5, currency: 'EUR' }, brand: { name: 'Acme', url: null } },
				{
					name: 'Chair',
					price: { amount: 7, currency: 'EUR' },
					brand: { name: 'Borken', url: null },
				},
				{ name: 'Sofa', price: { amount: 9, currency: 'EUR' }, brand: { name: 'Acme', url: null } },
			],
		});
	});

	it('have no object where nothing of it is there', () => {
		const maker = { ...objectOf({ phone: text, email: text }), type: ['object', 'null'] };
		const asked = { products: listOf({ name: text, price: amount, maker }) };

		expect(ask(`<h1>Shop</h1>${cards}`, asked).content).toEqual({
			products: [
				{ name: 'Lamp', price: 5, maker: null },
				{ name: 'Chair', price: 7, maker: null },
				{ name: 'Sofa', price: 9, maker: null },
			],
		});
	});

	it('have their own lists, also one of a single entry', () => {
		const variant = (size: string, price: string) =>
			`<li class="variant"><span class="size">${size}</span> <span>€${price}.00</span></li>`;
		const body = each(
			[
				['Mug', variant('S', '5') + variant('L', '7')],
				['Jug', variant('M', '9')],
			],
			(name, variants) => `<div class="product"><h3>${name}</h3><ul>${variants}</ul></div>`,
		);
		const asked = listOf({ name: text, variants: listOf({ size: text, price: amount }) });

		expect(ask(`<h1>Shop</h1>${body}`, { products: asked }).content).toEqual({
			products: [
				{
					name: 'Mug',
					variants: [
						{ size: 'S', price: 5 },
						{ size: 'L', price: 7 },
					],
				},
				{ name: 'Jug', variants: [{ size: 'M', price: 9 }] },
			],
		});
	});

	it('come with the usual fields where none are asked for', () => {
		const { content } = answerByRules({ format: 'json' }, [pageOf(`<h1>Shop</h1>${cards}`)]);

		expect(content).toMatchObject({
			items: [
				{ name: 'Lamp', url: 'https://shop.test/Lamp', price: '€5.00' },
				{ name: 'Chair', price: '€7.00' },
				{ name: 'Sofa', price: '€9.00' },
			],
		});
	});
});

describe('addresses in entries', () => {
	const posts = each([['One'], ['Two'], ['Three']], (name) => {
		const byline = `by <a class="author" href="/by/${name}">Ann ${name}</a>`;
		const others = `<a href="/${name}/talk">3 comments</a> <a class="cta" href="/book/${name}">Book now</a>`;
		return `<article><img src="/${name}.jpg" alt=""><h2><a href="/${name}">Post ${name}</a></h2><p>${byline} – ${others}</p></article>`;
	});
	const first = (field: string) => {
		const { content, warnings } = ask(`<h1>Blog</h1>${posts}`, {
			posts: listOf({ title: text, [field]: text }),
		});
		return { content: (content as { posts: JsonObject[] }).posts[0]?.[field], warnings };
	};

	it.each(['image_url', 'imageUrl', 'thumbnail link', 'post_image_url', 'avatar', 'Bild-URL'])(
		'of a picture are the picture: %s',
		(field) => {
			expect(first(field).content).toBe('https://shop.test/One.jpg');
		},
	);

	it.each([
		['author_url', '/by/One'],
		['commentsURL', '/One/talk'],
		['bookingUrl', '/book/One'],
		['post_url', '/One'],
		['url', '/One'],
	])('are those of the link that is called so: %s', (field, path) => {
		expect(first(field)).toEqual({ content: `https://shop.test${path}`, warnings: [] });
	});

	it('that no link is called are those of the entries, and a warning says so', () => {
		expect(first('company_url')).toEqual({
			content: 'https://shop.test/One',
			warnings: [
				expect.stringContaining(
					"'company_url' is the address of the page that each entry leads to",
				),
			],
		});
	});
});

describe('lines of entries', () => {
	const goods = [
		['Lamp', '5'],
		['Chair', '7'],
		['Sofa', '9'],
	];
	const asked = { products: listOf({ name: text, price: amount, description: text }) };

	it('are values also where words in them are marked', () => {
		const body = each(
			goods,
			(name, price) =>
				`<li><b>${name}</b> – ${price} €<br>A <i>nice</i> ${name} for many years of reading in the evening</li>`,
		);

		expect(ask(`<ul>${body}</ul>`, asked).content).toMatchObject({
			products: [
				{
					name: 'Lamp',
					price: 5,
					description: 'A nice Lamp for many years of reading in the evening',
				},
				{ name: 'Chair', price: 7 },
				{ name: 'Sofa', price: 9 },
			],
		});
	});

	it('leave a field empty where two of them could be its value, and a warning says so', () => {
		const body = each(
			goods,
			(name, price) => `<li><b>${name}</b> ${price} € <i>${name.length}</i> 77 €</li>`,
		);
		const { content, warnings } = ask(`<ul>${body}</ul>`, asked);

		expect(content).toMatchObject({ products: [{ name: 'Lamp', price: null }, {}, {}] });
		expect(warnings).toContain("Not sure: 'price' may be 5 or 77, likewise in 2 more rows.");
	});
});

test('a rating is no date: "4.7 out of 5"', () => {
	const body = each(
		[
			['Ann', '4.7'],
			['Bob', '5'],
			['Cyrus', '3.5'],
		],
		(name, stars) =>
			`<div class="review"><b class="author">${name}</b><p>${stars} out of 5 stars</p></div>`,
	);

	expect(ask(body, { reviews: listOf({ author: text, date: text }) }).content).toMatchObject({
		reviews: [{ date: null }, { date: null }, { date: null }],
	});
});
