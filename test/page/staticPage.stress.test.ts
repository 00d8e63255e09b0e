import { convertStaticPage } from '../../packages/page/src/parse/staticPage.ts';

const TEXT =
	'The harbour of Ostrand was dug in 1874, and ships have come there ever since. '.repeat(3);
const read = (html: string) =>
	convertStaticPage({ html, url: 'https://example.com/a/', contentOnly: false });
const page = (body: string, head = '') =>
	`<!doctype html><title> The \n harbour </title>${head}<p>${TEXT}</p>${body}`;

describe('a page without a browser', () => {
	it.each([
		['scripts', '<script>document.getElementById("a").innerHTML = 1</script>'.repeat(5_000)],
		['a script of targets', `<script>x.innerHTML = 1;${'$("#a");'.repeat(50_000)}</script>`],
		['open brackets in scripts', `<script>${"document.write('<".repeat(50_000)}</script>`],
		['empty lists', `${'<ul id="a"></ul>'.repeat(20_000)}`],
	])('is read in time with %s', (_what, body) => {
		const startMs = performance.now();
		read(`${page('')}${body}`);
		expect(performance.now() - startMs).toBeLessThan(20_000);
	});
});
