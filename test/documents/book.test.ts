import { strToU8, zipSync } from 'fflate';
import { shownTexts } from '../../packages/documents/src/office/shownWords.ts';
import { bookMarkdown, readBook } from '../../packages/documents/src/epub/book.ts';

const CONTAINER = '<container><rootfiles><rootfile full-path="OPS/p.opf"/></rootfiles></container>';

function book(chapters: Record<string, string>, more: Record<string, string> = {}): Buffer {
	const names = Object.keys(chapters);
	const items = names.map((name, at) => `<item id="c${at}" href="${encodeURI(name)}"/>`).join('');
	const spine = names.map((_name, at) => `<itemref idref="c${at}"/>`).join('');
	const parts = {
		'META-INF/container.xml': CONTAINER,
		'OPS/p.opf': `<package><metadata><dc:title>Ships &amp; ice</dc:title></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
		...Object.fromEntries(
			names.map((name) => [
				`OPS/${name}`,
				`<html><head><title/></head><body>${chapters[name]}</body></html>`,
			]),
		),
		...more,
	};
	return Buffer.from(
		zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
	);
}

describe('a book', () => {
	it('is its title and the pages of its spine, as pages of the web are read', () => {
		const bytes = book({
			'a b.xhtml':
				'<h1>One</h1><a id="top"/><p>Caf&eacute;&nbsp;4</p><dl><dt>Term</dt><dd>What it means</dd></dl>',
			'c.xhtml':
				'<script src="x.js"/><ol start="5"><li>five</li></ol><p><![CDATA[a < b]]></p><p hidden="hidden">Secret</p>',
			'd.svg': '<svg xmlns="http://www.w3.org/2000/svg"><text>Drawn</text></svg>',
		});
		expect(bookMarkdown(readBook(bytes))).toBe(
			'# Ships & ice\n\n# One\n\nCafé 4\n\n**Term**\n\nWhat it means\n\n5. five\n\na < b\n\nDrawn',
		);
	});

	it('has no numbers of printed pages within its words; links and drawn signs keep their names', () => {
		const bytes = book({
			'a.xhtml':
				'<p>cow<span class="pageno" title="{21}"><a id="p21" title="{21}"></a></span>bells, ' +
				'non<span epub:type="pagebreak" id="p22" title="22"/>stop, ' +
				'im<span role="doc-pagebreak" aria-label="23"></span>possible</p>' +
				'<p><a href="https://example.com" title="Tides"></a> and <span role="img" aria-label="4 of 5 stars"></span></p>',
		});
		const markdown = bookMarkdown(readBook(bytes));
		expect(markdown).toContain('cowbells, nonstop, impossible');
		expect(markdown).toContain('Tides');
		expect(markdown).toContain('4 of 5 stars');
	});

	it('keeps marks of notes and readings apart from their words', () => {
		const bytes = book({
			'a.xhtml':
				'<p>First words<a epub:type="noteref" href="#n1">1</a>.</p>' +
				'<p>Others<a href="notes.xhtml#n2">2</a>, <a href="b.xhtml#c">2</a> and <a href="b.xhtml">3</a></p>' +
				'<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby> <ruby>東<rp>(</rp><rt>tō</rt><rp>)</rp></ruby> <ruby>京<rt></rt></ruby></p>' +
				'<aside epub:type="footnote" id="n1">A note</aside>',
		});
		const words = shownTexts(readBook(bytes).chapters, 'epub').join(' ');
		expect(words.trim().split(/\s+/)).toEqual(
			'First words. Others, and 3 漢 kan 字 ji 東 tō 京 A note'.split(' '),
		);
		expect(bookMarkdown(readBook(bytes))).toBe(
			'# Ships & ice\n\nFirst words[^1].\n\nOthers^2, 2 and 3\n\n漢(kan)字(ji) 東(tō) 京\n\n[^1]: A note',
		);
	});

	it('that is copy-protected is refused with what to do; protected fonts are no reason', () => {
		const list = (name: string) => ({
			'META-INF/encryption.xml': `<encryption><enc:CipherData><enc:CipherReference URI="OPS/${name}"/></enc:CipherData></encryption>`,
		});
		expect(() => readBook(book({ 'a.xhtml': 'x' }, list('a.xhtml')))).toThrow(
			'The book is copy-protected (DRM). Send a copy without protection, or print it to PDF.',
		);
		expect(bookMarkdown(readBook(book({ 'a.xhtml': 'x' }, list('f.otf'))))).toContain('x');
	});
});
