import { extract } from '../../packages/fields/src/extract.ts';
import { askField } from '../../packages/fields/src/entries/askedField.ts';
import { readParts } from '../../packages/fields/src/entries/parts.ts';
import { readRows } from '../../packages/fields/src/entries/readRows.ts';
import { parseHtml } from '../../packages/page/src/parse/document.ts';
import { growthOf, LINEAR } from '../support/growth.ts';
import { listOf, objectOf, pageOf, rules, untilDone } from './fixtures.ts';

/** The entries that a schema with one list gets from a page. */
async function rowsOf(body: string, fields: Record<string, string>) {
	const schema = objectOf({ entries: listOf(fields) });
	const { content, warnings } = await extract([pageOf(body)], { schema }, rules, untilDone);
	return { rows: (content as { entries: object[] }).entries, warnings };
}

describe('the rows of a page', () => {
	it('have the link of their title, not the first one of the entry', async () => {
		const entry = (name: string) =>
			`<article><span class="cat"><a href="/category/news">News</a></span><h2><a href="/2026/${name}/">About ${name}</a></h2><p class="excerpt">A long text about ${name}, which tells more than its title does.</p></article>`;
		const { rows } = await rowsOf(['ash', 'oak', 'elm'].map(entry).join(''), {
			title: 'string',
			url: 'string',
			summary: 'string',
		});

		expect(rows[1]).toEqual({
			title: 'About oak',
			url: 'https://shop.test/2026/oak/',
			summary: 'A long text about oak, which tells more than its title does.',
		});
	});

	it('have prices that wrappers lie around', async () => {
		const card = (name: string, price: string) =>
			`<a class="product-card" href="/${name}"><div class="product-card-image"><img></div><div class="product-card-body"><h3>${name}</h3></div><div class="product-card-end"><div class="product-card-price"><span class="price">${price}</span></div></div></a>`;
		const { rows } = await rowsOf(card('Ash', '$92.25') + card('Oak', '$8.50'), {
			name: 'string',
			price: 'number',
		});

		expect(rows).toEqual([
			{ name: 'Ash', price: 92.25 },
			{ name: 'Oak', price: 8.5 },
		]);
	});

	it('are those of the list, not the page that declares itself', async () => {
		const declared = JSON.stringify({
			'@type': 'WebPage',
			headline: 'Home',
			datePublished: '2024-07-23',
			author: { '@type': 'Person', name: '' },
		});
		const post = (name: string, by: string, day: number) =>
			`<li><article><h2><a href="/${name}">About ${name} and what it is good for</a></h2><p>By <a rel="author" class="author">${by}</a> <time datetime="2026-03-0${day}">March ${day}</time></p></article></li>`;
		const body = `<script type="application/ld+json">${declared}</script><h1>Blog</h1><ul>${post('ash', 'Ann', 1)}${post('oak', 'Ben', 2)}${post('elm', 'Cid', 3)}</ul>`;

		const { rows } = await rowsOf(body, { title: 'string', author: 'string', date: 'string' });
		expect(rows).toHaveLength(3);
		expect(rows[1]).toEqual({
			title: 'About oak and what it is good for',
			author: 'Ben',
			date: '2026-03-02',
		});
	});

	it('are those that the page shows, where those that it declares lack what was asked for', async () => {
		const names = ['Ash table', 'Oak chair', 'Elm bench'];
		const declared = JSON.stringify({
			'@type': 'ItemList',
			itemListElement: names.map((name) => ({ '@type': 'Product', name, url: `/${name[0]}` })),
		});
		const cards = names.map(
			(name, at) =>
				`<li class="card"><a href="/${name[0]}"><h3>${name}</h3></a><span class="price">$${at + 1}9.50</span></li>`,
		);
		const body = `<script type="application/ld+json">${declared}</script><ul>${cards.join('')}</ul>`;
		const schema = objectOf({ products: listOf({ name: 'string', price: 'number' }) });
		const { content } = await extract([pageOf(body)], { schema }, rules, untilDone);

		expect(content).toEqual({
			products: names.map((name, at) => ({ name, price: at * 10 + 19.5 })),
		});
	});

	it('have the title under the name of what the page lists, and nothing under that of anything else', async () => {
		const card = (name: string, price: number) =>
			`<div class="teaser"><h3><a href="/${price}">${name}</a></h3><p>Also held as a course in Spanish.</p><span class="price">$${price}.00</span></div>`;
		const body = `<h1>Evening courses</h1>${card('Pottery', 90)}${card('Weaving', 75)}${card('Joinery', 120)}`;
		const { rows } = await rowsOf(body, { course: 'string', price: 'number' });
		const { rows: others } = await rowsOf(body, { teacher: 'string', price: 'number' });

		expect(rows).toEqual([
			{ course: 'Pottery', price: 90 },
			{ course: 'Weaving', price: 75 },
			{ course: 'Joinery', price: 120 },
		]);
		expect(others[0]).toEqual({ teacher: null, price: 90 });
	});

	it('have no rating that only counts reviews, and the name of an author without "Posted by"', async () => {
		const card = (name: string, count: number) =>
			`<li class="card"><h3>${name}</h3><p class="rating">${count} Reviews</p><p class="byline">Posted by ${name.slice(0, 3)} Smith</p></li>`;
		const body = `<ul>${card('Annual report', 14)}${card('Benefits', 3)}${card('Cider', 120)}</ul>`;
		const fields = { title: 'string', rating: 'string', author: 'string' };
		const { rows, warnings } = await rowsOf(body, fields);

		expect(rows[0]).toEqual({ title: 'Annual report', rating: null, author: 'Ann Smith' });
		expect(warnings.join(' ')).toContain("Not found: 'entries.rating'");
	});

	it.each([
		['Hauser Max', 'Hauser Max'],
		['Peter Hauser Meier', 'Peter Hauser Meier'],
		['Written by Ann de Vries', 'Ann de Vries'],
		['By Ann Smith', 'Ann Smith'],
	])('have %s as the author %s', async (said, name) => {
		const card = (title: string, by: string) =>
			`<li class="card"><h3>${title}</h3><p class="author">${by}</p></li>`;
		const body = `<ul>${card('Ash', said)}${card('Oak', 'Ben Cole')}${card('Elm', 'Cid')}</ul>`;
		const { rows } = await rowsOf(body, { title: 'string', author: 'string' });

		expect(rows[0]).toEqual({ title: 'Ash', author: name });
	});

	it('have numbers without the unit that all have', async () => {
		const card = (name: string, rate: number) =>
			`<li class="card"><h3>${name}</h3><div class="hourly-rate"><span>${rate}</span>/hour</div></li>`;
		const body = `<ul>${card('Ann', 100)}${card('Ben', 95)}${card('Cid', 80)}</ul>`;
		const { rows } = await rowsOf(body, { name: 'string', hourlyRate: 'number' });

		expect(rows).toEqual([
			{ name: 'Ann', hourlyRate: 100 },
			{ name: 'Ben', hourlyRate: 95 },
			{ name: 'Cid', hourlyRate: 80 },
		]);
	});

	it('go on in a second container', async () => {
		const list = (names: string[]) =>
			`<div class="row">${names.map((name) => `<div class="tile"><h3>${name}</h3><b class="price">$${name.length}.00</b></div>`).join('')}</div>`;
		const body = `${list(['Ash', 'Maple'])}<p>Advertisement</p>${list(['Walnut', 'Elm'])}`;
		const { rows } = await rowsOf(body, { name: 'string', price: 'number' });

		expect(rows).toHaveLength(4);
	});

	it('from several parts of a page may be several lists, which is said; those of a grid are one', async () => {
		const card = (name: string) =>
			`<article class="card"><h3><a href="/${name}">${name}</a></h3><p class="author">by ${name}a</p></article>`;
		const section = (names: string) => `<section>${names.split(' ').map(card).join('')}</section>`;
		const fields = { title: 'string', author: 'string' };
		const apart = await rowsOf(section('Ash Oak') + section('Elm Fir Yew Box'), fields);
		expect(apart.rows).toHaveLength(6);
		expect(apart.warnings).toEqual([
			'The rows come from 2 parts of the page, with 2, 4 entries: they may be several lists.',
		]);
		for (const grid of [
			section('Ash Oak Elm') + section('Fir Yew'),
			section('Ash Oak Elm Fir Yew'),
			['Ash', 'Oak', 'Elm', 'Fir', 'Yew'].map(section).join(''),
		]) {
			const { rows, warnings } = await rowsOf(grid, fields);
			expect(rows).toHaveLength(5);
			expect(warnings).toEqual([]);
		}
	});

	it('are those of the list that answers the question, not of the largest', async () => {
		const questions = Array.from(
			{ length: 20 },
			(_, at) =>
				`<div class="faq"><h3>Question number ${at}?</h3><p>${'A long answer to it. '.repeat(5)}</p></div>`,
		);
		const cards = ['Ash', 'Oak', 'Elm'].map(
			(name, at) =>
				`<div class="card"><h4>${name}</h4><span class="price">$${at + 1}.00</span></div>`,
		);
		const body = `<section>${cards.join('')}</section><section>${questions.join('')}</section>`;
		const { rows } = await rowsOf(body, { name: 'string', price: 'number' });

		expect(rows.map((row) => Object(row).name)).toEqual(['Ash', 'Oak', 'Elm']);
	});

	it('say how many of them lack a field', async () => {
		const cards = ['Ash', 'Oak', 'Elm'].map(
			(name, at) =>
				`<li class="card"><h4>${name}</h4><span class="price">${at === 0 ? '' : `$${at}.00`}</span></li>`,
		);
		const { warnings } = await rowsOf(`<ul>${cards.join('')}</ul>`, {
			name: 'string',
			price: 'number',
			brand: 'string',
		});

		expect(warnings).toEqual([
			"Not found: 'entries.brand'.",
			"Empty: 'entries.price' in 1 of 3 rows.",
		]);
	});

	it.each([
		['prices', '<b class="price">$2#</b> <b class="price">$3#</b>', 'price', []],
		[
			'dates',
			'<p>Posted 1# May 2026</p><p>Updated 2# May 2026</p>',
			'date',
			['Not sure: \'date\' may be "11 May 2026" or "21 May 2026", likewise in 2 more rows.'],
		],
		[
			'labelled values',
			'<p>Phone: 030 12345#</p><p>Phone: 040 12345#</p>',
			'phone',
			['Not sure: \'phone\' may be "030 123451" or "040 123451", likewise in 2 more rows.'],
		],
	])('have no value where two %s may be meant', async (_kind, texts, field, said) => {
		const cards = ['Ash', 'Oak', 'Elm'].map(
			(name, at) => `<li><h4>${name}</h4>${texts.replaceAll('#', `${at + 1}`)}</li>`,
		);
		const { rows, warnings } = await rowsOf(`<ul>${cards.join('')}</ul>`, {
			name: 'string',
			[field]: 'string',
		});

		expect(rows[1]).toEqual({ name: 'Oak', [field]: null });
		expect(warnings).toEqual([...said, `Not found: 'entries.${field}'.`]);
	});

	it('have the lower price where the page calls the other one regular', async () => {
		const card = (name: string) =>
			`<li><h4>${name}</h4><span class="c-price">149,00 €</span><span class="c-price-regular">199,00 €</span></li>`;
		const { rows } = await rowsOf(`<ul>${['Ash', 'Oak', 'Elm'].map(card).join('')}</ul>`, {
			name: 'string',
			price: 'number',
			oldPrice: 'number',
		});

		expect(rows[0]).toEqual({ name: 'Ash', price: 149, oldPrice: 199 });
	});

	it('begin where the first of several paragraphs does', async () => {
		const post = (name: string, at: number) =>
			`<p class="posttitle"><a href="/${name}">About ${name}</a>, <span class="date">${at + 1} May 2026</span></p><p class="postsummary">A text about ${name} that says more than its title, and goes on for two lines.</p>`;
		const { rows } = await rowsOf(['ash', 'oak', 'elm'].map(post).join(''), {
			title: 'string',
			date: 'string',
			summary: 'string',
		});

		expect(rows).toHaveLength(3);
		expect(rows[0]).toEqual({
			title: 'About ash',
			date: '1 May 2026',
			summary: 'A text about ash that says more than its title, and goes on for two lines.',
		});
	});

	it('are the posts of a forum whose elements have numbers', async () => {
		const post = (number: number, author: string, text: string) =>
			`<div class="page"><table id="post${number}"><tr><td class="thead">${number}th March 2026, 16:26</td></tr><tr><td><a class="bigusername" href="/m/${number}">${author}</a><div class="smallfont">Joined: Mar 2016</div></td><td><div id="post_message_${number}">${text}</div></td></tr></table></div>`;
		const { rows } = await rowsOf(
			post(14, 'ann', 'I have a question about rates that are wrong.') +
				post(15, 'ben', 'Does switching it off do anything?'),
			{ author: 'string', date: 'string', text: 'string' },
		);

		expect(rows).toEqual([
			{
				author: 'ann',
				date: '14th March 2026',
				text: 'I have a question about rates that are wrong.',
			},
			{ author: 'ben', date: '15th March 2026', text: 'Does switching it off do anything?' },
		]);
	});

	it('are ranked by the numbers that count them', async () => {
		const row = (rank: number, name: string, score: string) =>
			`<div class="flex product-row"><div class="x">${rank}.</div><a href="/p/${rank}">${name}</a><div class="y">${score}</div></div>`;
		const body = row(1, 'Ash', '9.1') + row(2, 'Oak', '8.5') + row(3, 'Elm', '8.3');
		const request = { prompt: 'rank, product, score', output: 'json' as const };
		const { content } = await extract([pageOf(body)], request, rules, untilDone);

		expect(Object(content).items[1]).toEqual({ rank: 2, product: 'Oak', score: 8.5 });
	});

	it('have whole titles, and whole numbers where the number of something is asked for', async () => {
		const card = (name: string, at: number) =>
			`<li><h4>News: ${name}</h4><a title="4.${at} out of 5 stars" href="/r${at}"><i class="star">4.${at}</i> <span>${at}2,574</span></a></li>`;
		const body = `<ul>${['Ash', 'Oak', 'Elm'].map((name, at) => card(name, at + 1)).join('')}</ul>`;
		const request = { prompt: 'Titel und Anzahl der Bewertungen jedes Artikels' };
		const { content } = await extract(
			[pageOf(body)],
			{ ...request, output: 'json' },
			rules,
			untilDone,
		);

		expect(Object.values(Object(content))).toEqual([
			[
				{ Titel: 'News: Ash', anzahlDerBewertungen: 12_574 },
				{ Titel: 'News: Oak', anzahlDerBewertungen: 22_574 },
				{ Titel: 'News: Elm', anzahlDerBewertungen: 32_574 },
			],
		]);
	});

	it('are those of a table in another language than the prompt', async () => {
		const table =
			'<h1>Ranking</h1><table><tr><th>Company</th><th>Year Founded</th><th>Rating</th></tr><tr><td>Ash Ltd</td><td>2018</td><td>4.5</td></tr><tr><td>Oak Ltd</td><td>2020</td><td>4.1</td></tr></table>';
		const request = {
			prompt: 'Vergleichstabelle: Firma, Gründungsjahr, Bewertung',
			output: 'json' as const,
		};
		const { content } = await extract([pageOf(table)], request, rules, untilDone);

		expect(Object(content).items).toEqual([
			{ Firma: 'Ash Ltd', Gründungsjahr: '2018', Bewertung: '4.5' },
			{ Firma: 'Oak Ltd', Gründungsjahr: '2020', Bewertung: '4.1' },
		]);
	});

	it.each([
		['terms', '<dl><dt>Price</dt><dd>$12.50</dd><dt>SKU</dt><dd>A-17</dd></dl>'],
		[
			'a list',
			'<ul><li><b>Price:</b> <span>$12.50</span></li><li><b>SKU:</b> <span>A-17</span></li></ul>',
		],
		[
			'pairs of elements',
			'<div><div><span>Price</span><span>$12.50</span></div><div><span>SKU</span><span>A-17</span></div></div>',
		],
	])('are not the labels of one thing with their values, in %s', async (_kind, facts) => {
		const { rows } = await rowsOf(`<h1>Oak Stool</h1>${facts}`, {
			name: 'string',
			price: 'number',
			sku: 'string',
		});
		const names = rows.map((row) => Object(row).name);
		expect(names).not.toContain('Price');
		expect(names).not.toContain('SKU');
	});

	it('have no title that only says by whom they are', async () => {
		const card = (name: string, at: number) =>
			`<li><p class="x">By ${name} Smith</p><span class="date">${at + 1} May 2026</span></li>`;
		const body = `<ul>${['Ann', 'Ben', 'Cid'].map(card).join('')}</ul>`;
		const { rows, warnings } = await rowsOf(body, { title: 'string', date: 'string' });
		expect(rows.map((row) => Object(row).title)).toEqual([null, null, null]);
		expect(warnings).toEqual(["Not found: 'entries.title'."]);
	});

	it('have the duration and the date of one line, each for its field', async () => {
		const card = (name: string, at: number) =>
			`<li><a href="/${name}">About ${name}</a><div>4${at}m - Dec 1${at}, 2025</div></li>`;
		const body = `<ul>${['ash', 'oak', 'elm'].map(card).join('')}</ul>`;
		const { rows } = await rowsOf(body, { title: 'string', date: 'string', duration: 'string' });
		expect(rows[1]).toEqual({ title: 'About oak', date: 'Dec 11, 2025', duration: '41m' });
	});

	it('are read at a cost that grows with the depth of their elements', async () => {
		const fields = ['name', 'price'].map((name) =>
			askField(name, { kind: 'scalar', type: 'string' }, new Set()),
		);
		const around = (depth: number, inner: string) =>
			'<div class="w">'.repeat(depth) + inner + '</div>'.repeat(depth);
		const prepare = (depth: number) => {
			const card = (_: unknown, at: number) =>
				around(
					depth,
					around(depth, `<h3>Lamp ${at}</h3>`) + around(depth, `<b class="price">$${at}.50</b>`),
				);
			const html = `<body><main>${Array.from({ length: 8 }, card).join('')}</main></body>`;
			const { body } = parseHtml(html);
			return () => expect(readRows(readParts(body), fields, { url: '' })?.rows).toHaveLength(8);
		};
		expect(await growthOf(prepare, 8, 64)).toBeLessThan(LINEAR);
	});

	it('come for fields of one thing where the page declares what its first entry says', async () => {
		const posts = ['Ann', 'Ben', 'Cid'].map(
			(name, at) =>
				`<article class="post"><b class="author">${name}</b><time datetime="2026-05-0${at + 1}">May ${at + 1}, 2026</time><p class="text">${name} bought the oak stool and sits on it every day.</p></article>`,
		);
		const declared = {
			'@type': 'DiscussionForumPosting',
			headline: 'Oak stool',
			author: { '@type': 'Person', name: 'Ann' },
			datePublished: '2026-05-01',
			text: 'Ann bought the oak stool and sits on it every day.',
		};
		const page = (data: object) =>
			pageOf(
				`<script type="application/ld+json">${JSON.stringify(data)}</script><h1>Oak stool</h1>${posts.join('')}`,
			);
		const request = { prompt: 'author, date, text', output: 'json' as const };
		const ask = async (data: object) => await extract([page(data)], request, rules, untilDone);

		expect(Object((await ask(declared)).content).items).toHaveLength(3);
		const own = { ...declared, text: 'The stool itself, of oak.', datePublished: '2026-04-30' };
		const { content, warnings } = await ask(own);
		expect(content).toMatchObject({ text: 'The stool itself, of oak.' });
		expect(warnings.join()).toContain(
			'3 entries of a list on the page have "author", "date", "text"',
		);
	});

	it('come for fields of one thing where one is nowhere', async () => {
		const cards = ['Ash', 'Oak', 'Elm'].map(
			(name, at) =>
				`<li class="card"><h4>${name}</h4><span class="price">$${at + 1}.00</span></li>`,
		);
		const page = pageOf(`<h1>All furniture</h1><ul>${cards.join('')}</ul>`);
		const request = { prompt: 'name, price, brand', output: 'json' as const };
		const { content, warnings } = await extract([page], request, rules, untilDone);

		expect(content).toEqual({
			items: [
				{ name: 'Ash', price: '$1.00', brand: null },
				{ name: 'Oak', price: '$2.00', brand: null },
				{ name: 'Elm', price: '$3.00', brand: null },
			],
		});
		expect(warnings).toEqual(["Not found: 'brand'."]);
	});
});

describe('rows that are asked for a value with a shape of its own', () => {
	const card = (name: string) =>
		`<li><h3><a href="/${name}">${name}</a></h3><a class="email" href="/mail">E-mail</a><p class="phone">030 123456${name.length}</p></li>`;
	const people = `<ul>${['Ann', 'Bert', 'Cecil'].map(card).join('')}</ul>`;

	it('have no other text for an e-mail address', async () => {
		const asked = { name: 'string', email: 'string', phone: 'string' };
		const { rows } = await rowsOf(people, asked);
		expect(rows[0]).toEqual({ name: 'Ann', email: null, phone: '030 1234563' });
	});

	it('have the addresses of their pages where there are no others, which is said', async () => {
		const asked = { name: 'string', phone: 'string', address: 'string' };
		const { rows, warnings } = await rowsOf(people, asked);
		expect(rows[0]).toMatchObject({ name: 'Ann', address: 'https://shop.test/Ann' });
		expect(warnings).toContainEqual(
			expect.stringContaining("'address' is the address of the page"),
		);
	});

	it('do not come from a list that has links and nothing else that was asked for', async () => {
		const { rows } = await rowsOf(people, { name: 'string', city: 'string', address: 'string' });
		expect(rows).toEqual([]);
	});

	it('have whole texts, which may begin alike', async () => {
		const faq = ['Length', 'People', 'Costs'].map(
			(topic, at) =>
				`<li><h3>${topic}</h3><p class="answer">The answer to number ${at} is long enough.</p></li>`,
		);
		const { rows } = await rowsOf(`<ul>${faq.join('')}</ul>`, {
			topic: 'string',
			answer: 'string',
		});
		expect(rows[1]).toEqual({
			topic: 'People',
			answer: 'The answer to number 1 is long enough.',
		});
	});

	it('have names without "by" and prices without what followed them', async () => {
		const card = (name: string) =>
			`<li><h3>${name}</h3><span class="author">by EditorDavid</span> <span class="price">$9.50 –</span></li>`;
		const { rows } = await rowsOf(`<ul>${['Ash', 'Oak', 'Elm'].map(card).join('')}</ul>`, {
			title: 'string',
			author: 'string',
			price: 'string',
		});
		expect(rows[1]).toEqual({ title: 'Oak', author: 'EditorDavid', price: '$9.50' });
	});
});

describe('a word that the values of all rows begin with', () => {
	const teams = ['Alpha', 'Beta', 'Gamma'].map((name, at) => ({ name, at }));

	it('is a label in front of a figure or with an element of its own', async () => {
		const body = teams.map(
			({ name, at }) =>
				`<li><h3>${name} lamp</h3><p class="size">Size ${40 + at}</p><p class="brand"><b>Brand</b> ${name}</p></li>`,
		);
		const { rows } = await rowsOf(`<ul>${body.join('')}</ul>`, {
			name: 'string',
			size: 'string',
			brand: 'string',
		});
		expect(rows[1]).toEqual({ name: 'Beta lamp', size: '41', brand: 'Beta' });
	});

	it('is part of a name where nothing else shows that it is a label', async () => {
		const body = teams.map(
			({ name, at }) =>
				`<li><h3>Player ${name}</h3><p class="team">Team ${name}</p><p class="points">${10 + at}</p></li>`,
		);
		const { rows } = await rowsOf(`<ul>${body.join('')}</ul>`, {
			name: 'string',
			team: 'string',
			points: 'number',
		});
		expect(rows[1]).toEqual({ name: 'Player Beta', team: 'Team Beta', points: 11 });
	});
});

describe('an element of For Each that a prompt is asked of', () => {
	const entry = (body: string) => ({ ...pageOf(body), isEntry: true });

	it.each([
		[
			'beside the price before',
			'<h3>Oak Stool 100</h3><span class="old">$29.90</span><span class="now">$19.90</span>',
			'$19.90',
		],
		['in its own paragraph', '<h3>Oak Stool 100</h3><p class="price">$41.95</p>', '$41.95'],
		[
			'in the footer of a card',
			'<div class="card"><h3>Oak Stool 100</h3><div class="card-footer"><b>$7.00</b></div></div>',
			'$7.00',
		],
	])('is read as an entry of a list is: the price %s', async (_place, body, price) => {
		const request = { prompt: 'name and price', output: 'json' as const };
		const { content } = await extract([entry(body)], request, rules, untilDone);
		expect(content).toEqual({ name: 'Oak Stool 100', price });
	});

	it('has no price where two may be meant', async () => {
		const body = '<h3>Oak Stool</h3><span>$29.90</span><span>$19.90</span>';
		const schema = objectOf({ name: 'string', price: 'number' });
		const { content, warnings } = await extract([entry(body)], { schema }, rules, untilDone);
		expect(content).toEqual({ name: 'Oak Stool', price: null });
		expect(warnings).toEqual(["Not found: 'price'."]);
	});
});
