import { xmlMarkdown } from '../../packages/documents/src/text/structured.ts';

describe('what XML is, its root says', () => {
	it.each([
		[
			'a book with a drawing',
			'<book><para>Before</para><svg:svg xmlns:svg="s"><svg:text>label</svg:text></svg:svg><para>After</para></book>',
		],
		[
			'answers about a feed',
			'<answers><feed >a</feed><item><title>b</title></item><c>d</c></answers>',
		],
		[
			'RDF about a person',
			'<rdf:RDF xmlns:rdf="r"><f:Person><f:name>Ada</f:name></f:Person></rdf:RDF>',
		],
		['a report on a sitemap', '<report><urlset><url/></urlset><b>Broken</b></report>'],
	])('%s is shown whole', (_what, xml) => {
		expect(xmlMarkdown(`<?xml version="1.0"?>${xml}`)).toContain(xml);
	});

	it('a feed has what it is about and its entries, in RSS 1.0, too', () => {
		const xml = `<?xml version="1.0"?><!-- <svg> --><rdf:RDF xmlns:rdf="r"><channel rdf:about="c"><title>News</title><description>From &lt;b&gt;here&lt;/b&gt;</description></channel><item rdf:about="1"><title>One</title><link>https://example.com/1</link><description>Text</description></item></rdf:RDF>`;
		expect(xmlMarkdown(xml)).toBe(
			'# News\n\nFrom **here**\n\n## [One](https://example.com/1)\n\nText',
		);
	});

	it.each(['s', 'a.b', '(+'])('a sitemap with the prefix %s has its addresses', (p) => {
		const xml = `<${p}:urlset xmlns:${p}="s"><${p}:url><${p}:loc>https://example.com/</${p}:loc></${p}:url></${p}:urlset>`;
		expect(xmlMarkdown(xml)).toBe('- [https://example.com/](https://example.com/)');
	});
});
