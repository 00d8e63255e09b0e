import { convertStaticPage } from '../../packages/page/src/parse/staticPage.ts';

const TEXT =
	'The harbour of Ostrand was dug in 1874, and ships have come there ever since. '.repeat(3);
const read = (html: string) =>
	convertStaticPage({ html, url: 'https://example.com/a/', contentOnly: false });
const page = (body: string, head = '') =>
	`<!doctype html><title> The \n harbour </title>${head}<p>${TEXT}</p>${body}`;
const SCRIPT = '<script src="/app.js?v=1"></script>';

describe('a page without a browser', () => {
	it('is parsed as browsers do it', () => {
		const { markdown, title, html } = read(
			'<title>A &amp; B</title><p>one<p><b>two</b> three<li>four<li>five<table><td>1<td>2</table>',
		);

		expect(title).toBe('A & B');
		expect(markdown).toContain('one\n\n**two** three');
		expect(html).toContain('<tbody><tr><td>1</td><td>2</td></tr></tbody>');
	});

	it.each([
		['without scripts, however empty', '<div id="root"></div><ul id="list"></ul>Loading…'],
		[
			'with scripts that count and load',
			`${SCRIPT}<div id="ads"></div><script>var s = document.createElement('script'); document.body.appendChild(s)</script>`,
		],
		['with data alone', '<div id="root"></div><script type="application/json">{"a":1}</script>'],
		['with a drawn application', `<div id="app"><h1>Harbour</h1></div>${SCRIPT}`],
		[
			'with scripts that write where something stands',
			`<p id="year">2026</p><script>document.getElementById('year').textContent = '2027'</script>`,
		],
		[
			'with scripts that write a script',
			`<script>document.write('<script src="/x.js"><\\/script>')</script>`,
		],
	])('needs none %s', (_what, body) => {
		expect(read(page(body)).needsBrowser).toBeUndefined();
	});

	it.each([
		['an empty application', `<div id="app"><noscript>Turn on</noscript></div>${SCRIPT}`],
		['empty content', `<main> </main>${SCRIPT}`],
		['templates', `<p v-text="name"></p>${SCRIPT}`],
		['a word of waiting', `<div class="x">Wird geladen …</div>${SCRIPT}`],
		['something busy', `<div aria-busy="true"></div>${SCRIPT}`],
		['an empty list', `<ul id="rows"></ul>${SCRIPT}`],
		['an empty table', `<table><thead><tr><th>A</th></tr></thead><tbody></tbody></table>${SCRIPT}`],
		['a script that fills a place', `<div id="x"></div><script>$('#x').html(text)</script>`],
		['a script that writes a text', '<script>document.write("<p>Written</p>")</script>'],
		['shadow roots', '<x-a><template shadowrootmode="open"><p>In</p></template></x-a>'],
	])('needs one for %s', (_what, body) => {
		expect(read(page(body)).needsBrowser).toEqual(expect.any(String));
	});

	it('needs one where scripts are all there is', () => {
		expect(read(`<p>Hi</p>${SCRIPT}`).needsBrowser).toBe('it has hardly any text');
		expect(read('<p>Hi</p>').needsBrowser).toBeUndefined();
	});

	it.each([
		['0; url=/next', 'https://example.com/next'],
		['3;URL="https://example.com/b;c,d"', 'https://example.com/b;c,d'],
		['0, next', 'https://example.com/a/next'],
		['0', undefined],
		['0; url=https://example.com/a/', undefined],
		['0; url=javascript:alert(1)', undefined],
	])('says where "%s" sends its readers', (content, expected) => {
		const head = `<meta http-equiv="Refresh" content='${content}'>`;

		expect(read(page('', head)).refresh?.url).toBe(expected);
	});

	it.each([
		['10; url=/next', ['https://example.com/next']],
		['1800; url=/session-ended', []],
		['300', []],
	])('counts where "%s" sends its readers among its links', (content, expected) => {
		const head = `<meta http-equiv="refresh" content="${content}">`;

		expect(read(page('', head)).links.map(({ url }) => url)).toEqual(expected);
	});

	it('names the frames that readers see', () => {
		const body = `<iframe src="/map"></iframe><iframe src="/count" width="1" height="1"></iframe>
			<iframe src="/x" style="display: none"></iframe><iframe srcdoc="<p>Inner</p>"></iframe>`;

		expect(read(page(body)).frames).toEqual(['https://example.com/map', 'a text within the page']);
	});

	it('tells its kind of scripts, whatever their versions', () => {
		const kindOf = (body: string) => read(page(body)).scriptKind;

		expect(kindOf('')).toBe('');
		expect(kindOf('<script>a()</script>')).toBe('inline');
		expect(kindOf(SCRIPT)).toBe(kindOf('<script src="/app.js?v=2"></script><script>b()</script>'));
		expect(kindOf(SCRIPT)).not.toBe(kindOf('<script src="/other.js"></script>'));
	});
});
