import { extract } from '../../packages/fields/src/extract.ts';
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
