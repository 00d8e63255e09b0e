import { growthOf, LINEAR } from '../support/growth';
import { convertPage } from '../../packages/page/src/convertPage.ts';
import { convertStaticPage } from '../../packages/page/src/parse/staticPage.ts';

const TEXT =
	'The harbour of Ostrand was dug in 1874, and ships have come there ever since. '.repeat(3);
const read = (html: string) =>
	convertStaticPage({ html, url: 'https://example.com/a/', contentOnly: false });
const page = (body: string, head = '') =>
	`<!doctype html><title> The \n harbour </title>${head}<p>${TEXT}</p>${body}`;

describe('a page without a browser', () => {
	it.each([
		[
			'scripts',
			(size: number) =>
				'<script>document.getElementById("a").innerHTML = 1</script>'.repeat(size / 10),
		],
		[
			'a script of targets',
			(size: number) => `<script>x.innerHTML = 1;${'$("#a");'.repeat(size)}</script>`,
		],
		[
			'open brackets in scripts',
			(size: number) => `<script>${"document.write('<".repeat(size)}</script>`,
		],
		['empty lists', (size: number) => '<ul id="a"></ul>'.repeat(size / 2)],
		['links in one paragraph', (size: number) => `<p>${'<a href="/b">c</a> '.repeat(size / 5)}`],
	])('is read in proportion to its length with %s', async (_what, write) => {
		const growth = await growthOf((size) => {
			const html = `${page('')}${write(size)}`;
			return () => read(html);
		}, 1_500);
		expect(growth).toBeLessThan(LINEAR);
	});
});

describe('the content of a page', () => {
	it.each([
		['parts that are not shown', '<div hidden>no</div><p>yes</p>'],
		['tabs that are not shown', '<button>open</button><div hidden>no</div>'],
		['footnotes in one paragraph', 'word<sup><a href="#note">12</a></sup> '],
	])('is read in proportion to its length with %s', async (_what, part) => {
		const growth = await growthOf((count) => {
			const html = page(`<main><p>${TEXT}</p><p>${part.repeat(count)}</main><p id="note">Note`);
			return () => convertPage({ html, url: 'https://example.com/a/', contentOnly: true });
		}, 1_000);
		expect(growth).toBeLessThan(LINEAR);
	});
});
