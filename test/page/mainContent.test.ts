import { convertPage } from '../../packages/page/src/convertPage.ts';

const read = (html: string) =>
	convertPage({ html, url: 'https://bakery.example/', contentOnly: true });

const LONG = 'The oven has to be hot before the first loaf goes in, and stays hot until noon. ';

describe('Main content', () => {
	it('of a short page is what the page itself sets apart from its surroundings', () => {
		const page = read(
			'<header><nav><a href="/">Home</a></nav></header><main><h1>Hours</h1><p>Monday 9 to 17.</p></main><aside>Advertisement</aside><footer>Imprint</footer>',
		);
		expect(page).toMatchObject({ markdown: '# Hours\n\nMonday 9 to 17.', warnings: [] });
	});

	it.each([
		[
			'beside each other',
			(q: string, a: string) =>
				`<div><button aria-expanded="false" aria-controls="x">${q}</button></div><div>${a}</div>`,
		],
		[
			'in terms',
			(q: string, a: string) =>
				`<dl><dt><button aria-expanded="false">${q}</button></dt><dd>${a}</dd></dl>`,
		],
		[
			'by role',
			(q: string, a: string) => `<div role="button" aria-expanded="true">${q}</div><div>${a}</div>`,
		],
	])('has the questions that open its answers, and no menus: %s', (_kind, item) => {
		const items = ['Who bakes?', 'When is it hot?'].map((question) => item(question, LONG));
		const menu =
			'<button aria-expanded="false">Products</button><ul><li><a href="/a">Rye</a></li></ul>';
		const { markdown } = read(
			`<main><h1>Help</h1><p>${LONG.repeat(12)}</p>${menu}${items.join('')}</main>`,
		);
		expect(markdown).toContain(`**Who bakes?**\n\n${LONG.trim()}`);
		expect(markdown).toContain('**When is it hot?**');
		expect(markdown).not.toContain('Products');
	});

	it('keeps links, code and emphasis in headings, each heading its own', () => {
		const cards = ['Rye', 'Spelt', 'Oat'].map(
			(name) =>
				`<li class="card"><h3><a href="/p/${name}">${name}</a></h3><p>${LONG.repeat(3)}</p><h4><a href="/more/${name}">More</a></h4></li>`,
		);
		const { markdown } = read(
			`<nav><h4><a href="/offer">More</a></h4></nav><h1>Breads</h1><p>${LONG}</p><ul>${cards.join('')}</ul><h2>How <code>bake()</code> <em>works</em></h2><p>${LONG.repeat(3)}</p>`,
		);
		for (const name of ['Rye', 'Spelt', 'Oat']) {
			expect(markdown).toContain(`### [${name}](https://bakery.example/p/${name})`);
		}
		expect(markdown).toMatch(/## How `bake\(\)` [*_]works[*_]/);
		expect(markdown).not.toContain('/offer');
	});

	it('has what every entry of a list has, whatever it is called, and not the frame of the site', () => {
		const cards = ['Rye', 'Spelt', 'Oat'].map(
			(name, at) =>
				`<div class="card"><div class="card-body"><h3>${name}</h3><p>${LONG}</p></div><div class="card-footer"><span class="price">$${at + 1}.50</span></div></div>`,
		);
		const frame = '<div class="page-footer">Imprint</div><div class="shop-sidebar">Baskets</div>';
		const { markdown } = read(`<h1>Breads</h1><div class="grid">${cards.join('')}</div>${frame}`);
		for (const price of ['$1.50', '$2.50', '$3.50']) expect(markdown).toContain(price);
		expect(markdown).not.toMatch(/Imprint|Baskets/);
	});

	it('has no sidebar of several parts', () => {
		const parts = ['News', 'Tags', 'Links', 'Offers'].map(
			(title) => `<div class="sidebar-part"><h4>${title}</h4></div>`,
		);
		const { markdown } = read(
			`<h1>Breads</h1><p>${LONG.repeat(5)}</p><div class="right">${parts.join('')}</div>`,
		);
		expect(markdown).not.toMatch(/News|Tags|Links|Offers/);
	});

	it('of a page that marks nothing but its surroundings is the whole page, and says so', () => {
		const { markdown, warnings } = read('<nav><a href="/a">All there is</a></nav>');
		expect(markdown).toContain('All there is');
		expect(warnings).toEqual([expect.stringContaining('this is the whole page')]);
	});

	it.each([1, 12])('of a discussion has every reply, short ones too (%s sentences)', (times) => {
		const replies = ['', 'Thanks, that worked.', LONG.repeat(times), 'Not on model B!', LONG];
		const posts = replies.map(
			(text, at) =>
				`<div class="post"><div class="by">user${at}</div><div class="body"><p>${text || LONG}</p></div></div>`,
		);
		const { markdown } = read(
			`<header>Board</header><main>${posts.join('')}</main><footer>Imprint</footer>`,
		);
		for (const [at, text] of replies.entries()) {
			expect(markdown).toContain(`user${at}`);
			expect(markdown).toContain(text.trim());
		}
		expect(markdown).not.toContain('Imprint');
	});

	it('of a discussion whose posts are marked leaves out what stands beside each of them', () => {
		const post = (name: string, text: string) =>
			`<article class="message"><div><a class="username">${name}</a><span>Joined 2015, 900 messages</span></div><time>May 4</time><article><p>${text}</p></article><a href="/reply">Reply</a></article>`;
		const { markdown } = read(
			`<h1>Rye</h1>${post('ann', LONG.trim())}${post('bob', 'Thanks!')}${post('cy', LONG.trim())}`,
		);
		expect(markdown).toBe(
			`# Rye\n\nann\n\nMay 4\n\n${LONG.trim()}\n\nbob\n\nMay 4\n\nThanks!\n\ncy\n\nMay 4\n\n${LONG.trim()}`,
		);
	});

	it('of a discussion in which one post is not marked has that post, too', () => {
		const post = (text: string, mark: string) =>
			`<div class="post" itemscope itemtype="https://schema.org/Comment"><b>ann</b><div ${mark}><p>${text}</p></div></div>`;
		const { markdown } = read(
			`<main>${post('The first of all posts asks.', '')}${post(LONG, 'itemprop="text"')}${post(LONG, 'itemprop="text"')}</main>`,
		);
		expect(markdown).toContain('The first of all posts asks.');
	});

	it('is read where a page hides its main part until a script shows it', () => {
		const { markdown } = read(
			`<header><p>${LONG.repeat(4)}</p></header><main><div style="display:none"><h1>Bread</h1><p>${LONG.repeat(8)}</p></div></main>`,
		);
		expect(markdown).toContain('# Bread');
	});

	it('has no buttons, forms and filters, but those that stand in a sentence', () => {
		const { markdown } = read(
			`<main><h1>Mugs</h1><form><fieldset><legend>Colour</legend><label><input type="checkbox"> Blue</label></fieldset></form><p>${LONG.repeat(8)}</p><div><button>Add to cart</button></div><p>Press <button>Start</button> twice.</p></main>`,
		);
		expect(markdown).toContain('Press Start twice.');
		expect(markdown).not.toMatch(/Blue|Add to cart/);
	});

	it('is all of the page where a reading would leave out most of what it says', () => {
		const cards = Array.from(
			{ length: 30 },
			(_, at) => `<div><b>Loaf ${at}</b> ${at}.20 € of rye</div>`,
		);
		const { markdown } = read(
			`<main><h1>All loaves</h1><section>${cards.join('')}</section><section class="about"><p>${LONG.repeat(6)}</p></section></main>`,
		);
		expect(markdown).toContain('Loaf 29');
	});

	it('of a product has what Readability alone takes for something beside it', () => {
		const story = 'It is made of stone, of iron, and of clay. ';
		const declare = (type: string) =>
			`<script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}"}</script>`;
		const page = (type: string) =>
			`${declare(type)}<main><h1>Stone oven</h1><div><p>${LONG.repeat(3)}</p><p>${story.repeat(9)}</p><div class="extra"><p>Small ones are as wide as a chair and weigh less than the baker.</p></div><p>${LONG.repeat(3)}</p></div></main>`;
		expect(read(page('Product')).markdown).toContain('weigh less than the baker');
		expect(read(page('Article')).markdown).not.toContain('weigh less than the baker');
	});
});
