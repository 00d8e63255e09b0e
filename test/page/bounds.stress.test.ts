import { convertPage } from '../../packages/page/src/convertPage.ts';

/** What a page may come to; each bound beside a page within it. */

const convert = (html: string) =>
	convertPage({ html, url: 'https://bounds.example/', contentOnly: false });

describe('A page', () => {
	it('of more than 20 million characters is refused with the reason', () => {
		expect(() => convert('x'.repeat(20_000_001))).toThrow(
			'it has 20000001 characters of HTML, and at most 20000000 are read',
		);
		expect(convert('x'.repeat(1_000_000)).markdown).toHaveLength(1_000_000);
	});

	it.each([
		['text', (length: number) => 'x'.repeat(length)],
		['paragraphs', (length: number) => `<p>${'word '.repeat(20)}`.repeat(length / 100)],
	])('of more %s than is read says so', (_what, page) => {
		const cut = "Only the first 3000000 characters of the page's HTML were read.";
		const { markdown, warnings } = convert(page(3_500_000));
		expect(warnings).toEqual([cut]);
		expect(markdown.replaceAll('\n', '').length).toBeGreaterThan(1_000_000);
		expect(convert(page(70_000)).warnings).toEqual([]);
	});

	it('whose addresses multiply what it sends is cut, and says so', () => {
		const page = (links: number) =>
			`<html><head><base href="https://bounds.example/${'a'.repeat(1_900)}/"></head><body>${'<p><a href="b">c</a></p>'.repeat(links)}`;
		const long = convert(page(2_500));
		const short = convert(page(20));

		expect(long.markdown.length).toBeLessThan(4_100_000);
		expect(long.warnings).toContain('The page is longer than its Markdown, which was cut.');
		expect(short.markdown.match(/\[c\]/g)).toHaveLength(20);
		expect(short.warnings).toEqual([]);
	});

	it('of more links than are read says so', () => {
		const linked = (count: number) =>
			convert(Array.from({ length: count }, (_, at) => `<a href="/p/${at}">p</a>`).join(' '));
		const said = 'Only the first 10000 links of the page were read.';

		const long = linked(10_001);
		expect(long.links).toHaveLength(10_000);
		expect(long.warnings).toContain(said);
		expect(linked(100).warnings).not.toContain(said);
	});

	it('whose spans multiply its cells is laid out within bounds', () => {
		const table = (rows: number, span: string) =>
			`<table>${`<tr><td ${span}>${'x'.repeat(50)}<td>y`.repeat(rows)}</table>`;
		const bomb = table(2_000, 'rowspan=100 colspan=100');
		const plain = table(3, 'rowspan=3 colspan=2');

		expect(convert(bomb).markdown.length).toBeLessThan(4 * bomb.length);
		expect(convert(plain).markdown.match(/x{50}/g)?.length).toBeGreaterThan(3);
	});
});
