import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertPage } from '../../packages/page/src/convertPage.ts';

const FIXTURES = join(__dirname, '../fixtures/content');
const PAGE_URL = 'https://bakery.example/';

const listCases = (folder: string): string[] =>
	readdirSync(join(FIXTURES, folder))
		.filter((name) => name.endsWith('.html'))
		.map((name) => name.replace(/\.html$/, ''));

const read = (folder: string, name: string): string =>
	readFileSync(join(FIXTURES, folder, name), 'utf8');

const convert = (html: string, contentOnly = false): string =>
	convertPage({ html, url: PAGE_URL, contentOnly }).markdown;

describe('Markdown of a page', () => {
	it.each(listCases('markdown'))('matches the golden file of "%s"', (name) => {
		const markdown = convert(read('markdown', `${name}.html`));
		expect(`${markdown}\n`).toBe(read('markdown', `${name}.md`));
	});

	it.each(listCases('content-only'))(
		'without its surroundings matches the golden file of "%s"',
		(name) => {
			const markdown = convert(read('content-only', `${name}.html`), true);
			expect(`${markdown}\n`).toBe(read('content-only', `${name}.md`));
		},
	);

	it('is empty for an empty page', () => {
		expect(convert('')).toBe('');
		expect(convert('<!doctype html><html><head><title>x</title></head><body></body></html>')).toBe(
			'',
		);
	});

	it('keeps a page that hides itself while it loads', () => {
		expect(convert('<html><body style="visibility: hidden"><p>There</p></body></html>')).toBe(
			'There',
		);
	});

	it('reads what is there for readers without scripts only when the page shows nothing else', () => {
		const story = 'The ferry leaves at noon and comes back with the tide. '.repeat(12).trim();
		const page = (shown: string, fallback: string) =>
			`<html><body><div id="app">${shown}</div><noscript><p>${fallback}</p></noscript></body></html>`;

		expect(convert(page('Loading', story))).toBe(`Loading\n\n${story}`);
		expect(convert(page('Loading', story), true)).toContain(story);
		expect(convert(page(`<p>${story}</p>`, story))).toBe(story);
		expect(convert(page('Loading', 'You need to enable JavaScript to run this app.'))).toBe(
			'Loading',
		);
	});

	it('reads what is there for readers without scripts when the page shows only its menus', () => {
		const story = 'The ferry leaves at noon and comes back with the tide. '.repeat(12).trim();
		const menu = `<header>${'<a href="/x">Harbours and boats</a> '.repeat(20)}</header>`;
		const page = (shown: string, fallback: string) =>
			`<html><body>${menu}<main>${shown}</main><noscript>${fallback}</noscript></body></html>`;

		expect(convert(page('Loading', `<p>${story}</p>`))).toContain(story);
		expect(convert(page(story, `<p>${story}</p>`)).split(story)).toHaveLength(2);
		expect(convert(page('Map', `<p>${'Turn scripts on. '.repeat(20)}</p>`))).not.toContain('Turn');
		expect(convert(page('Map', `&lt;p class="${'x'.repeat(900)}"&gt;Off&lt;/p&gt;`))).not.toContain(
			'Off',
		);
	});

	it.each([
		['by class', 'class="cookie-notice"'],
		['by camel case', 'id="CybotCookiebotDialog"'],
		['by role', 'role="dialog" aria-label="Privacy"'],
		['by what it asks for', 'id="site-consent-banner"'],
	])(
		'reads what is there for readers without scripts beside a question for consent: %s',
		(_name, mark) => {
			const story = 'The ferry leaves at noon and comes back with the tide. '.repeat(12).trim();
			const note = 'We and our partners store data on your device to measure visits. '.repeat(20);
			const page = (shown: string) =>
				`<html><body><div id="app">${shown}</div><div ${mark}><div><p>${note}</p></div></div><noscript><p>${story}</p></noscript></body></html>`;

			expect(convert(page('Loading'))).toContain(story);
			const shown = `<p>${'Boats are cleaned in winter. '.repeat(9)}</p>`;
			expect(convert(page(shown))).not.toContain(story);
			expect(convert(`<div class="no-cookie"><main>${page(shown)}</main></div>`)).not.toContain(
				story,
			);
		},
	);

	it('reads the tags of what is there for readers without scripts, which browsers hand over as text', () => {
		const story = 'The ferry leaves at noon and comes back with the tide. '.repeat(12).trim();
		const fallback = `<h1>Ferry</h1><p>${story}</p><p><a href="/boats">Boats</a> &amp; "tides"</p><script>run()</script>`;
		const escaped = fallback
			.replaceAll('&', '&amp;')
			.replaceAll('<', '&lt;')
			.replaceAll('>', '&gt;');
		const html = `<html><body><div id="app"></div><noscript>${escaped}</noscript></body></html>`;
		const request = { html, url: 'https://ferry.example/', contentOnly: false };
		const { markdown, links } = convertPage(request);

		expect(markdown).toBe(`# Ferry\n\n${story}\n\n[Boats](https://ferry.example/boats) & "tides"`);
		expect(links.map(({ url }) => url)).toEqual(['https://ferry.example/boats']);
	});

	it('reads a fragment without a document around it', () => {
		expect(convert('<h2>Item</h2><p>Text</p>')).toBe('## Item\n\nText');
	});

	it('never lets text break out of a table', () => {
		const html =
			'<table><tr><th>a</th><th>b</th></tr><tr><td>\uE001x\uE003|</td><td>y</td></tr></table>';
		expect(convert(html)).toBe('| a | b |\n| --- | --- |\n| \uE001x\uE003\\| | y |');
	});

	it('lays out a table whose spans reach beyond its rows', () => {
		const html =
			'<table><tr><td rowspan="99999" colspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></table>';
		expect(convert(html)).toBe('|  |  |  |\n| --- | --- | --- |\n| a |  | b |\n| a |  | c |');
	});

	it('ends a cell that spans rows with its part of the table', () => {
		const html =
			'<table><thead><tr><th rowspan="9">City</th><th>Day</th></tr></thead><tbody><tr><td rowspan="0">Ulm</td><td>1</td></tr><tr><td>2</td></tr></tbody><tbody><tr><td>Bonn</td><td>3</td></tr></tbody></table>';
		expect(convert(html)).toBe(
			'| City | Day |\n| --- | --- |\n| Ulm | 1 |\n| Ulm | 2 |\n| Bonn | 3 |',
		);
	});
});
