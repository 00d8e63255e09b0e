import { readSitemap } from '../../../../nodes/Crawl/addresses/readSitemap';
import { growthOf, LINEAR } from '../../../support/growth';

const addresses = (size: number) =>
	Array.from({ length: size }, (_link, at) => `https://example.com/${at}`);

it.each([
	[
		'links',
		(size: number) =>
			addresses(size)
				.map((address) => `- [${address}](${address}), 2026-01-31`)
				.join('\n'),
	],
	[
		'XML',
		(size: number) =>
			`<urlset>${addresses(size)
				.map((address) => `<url><loc>${address}</loc></url>`)
				.join('')}</urlset>`,
	],
	['glued texts', (size: number) => addresses(size).join('')],
])('50,000 addresses as %s are read in proportion to their number', async (_form, write) => {
	const growth = await growthOf((size) => {
		const markdown = write(size);
		return () => expect(readSitemap(markdown).pages).toHaveLength(size);
	}, 6_250);
	expect(growth).toBeLessThan(LINEAR);
});
