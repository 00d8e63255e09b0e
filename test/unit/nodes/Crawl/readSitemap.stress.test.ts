import { readSitemap } from '../../../../nodes/Crawl/addresses/readSitemap';

it.each([
	[
		'50,000 links',
		Array.from(
			{ length: 50_000 },
			(_link, at) => `- [https://example.com/${at}](https://example.com/${at}), 2026-01-31`,
		).join('\n'),
	],
	[
		'XML of 50,000',
		`<urlset>${Array.from({ length: 50_000 }, (_link, at) => `<url><loc>https://example.com/${at}</loc></url>`).join('')}</urlset>`,
	],
	[
		'glued texts of 50,000',
		Array.from({ length: 50_000 }, (_link, at) => `https://example.com/${at}`).join(''),
	],
])('%s are read in time', (_form, markdown) => {
	const startMs = performance.now();

	expect(readSitemap(markdown).pages).toHaveLength(50_000);
	expect(performance.now() - startMs).toBeLessThan(10_000);
});
