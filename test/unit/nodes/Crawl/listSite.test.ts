import {
	listSite,
	type ReadText,
	type ReadTexts,
} from '../../../../nodes/Crawl/addresses/listSite';

const ORIGIN = 'https://example.com';
const START = `${ORIGIN}/`;

const linksTo = (...paths: string[]) =>
	paths.map((path) => `- [${ORIGIN}${path}](${ORIGIN}${path})`).join('\n');

/** A service that reads these texts, and fails for the rest. */
function siteOf(texts: Record<string, string>) {
	const asked: string[] = [];
	const read: ReadTexts = async (groups) => {
		expect(groups.every(({ length }) => length <= 3)).toBe(true);
		const urls = groups.flat();
		asked.push(...urls.map((url) => url.replace(ORIGIN, '')));
		return new Map(
			urls.map((url): [string, ReadText] => {
				const markdown = texts[url.replace(ORIGIN, '')];
				return [url, markdown === undefined ? { reason: 'HTTP status 404' } : { markdown }];
			}),
		);
	};
	return { asked, list: async (limit = Infinity) => await listSite(START, { limit, read }) };
}

const pathsOf = ({ addresses }: Awaited<ReturnType<typeof listSite>>) =>
	addresses.map(({ url }) => url.replace(ORIGIN, ''));

describe('the addresses of a site', () => {
	it('come from the sitemaps that robots.txt names, from all that they lead to, and from the start page', async () => {
		const { list, asked } = siteOf({
			'/robots.txt': `Sitemap: ${ORIGIN}/index.xml`,
			'/index.xml': linksTo('/a.xml', '/b.xml.gz', '/index.xml'),
			'/a.xml': `${linksTo('/one')}, 2026-01-31\n${linksTo('/two')}`,
			'/b.xml.gz': linksTo('/two', '/three#part'),
			'/': `[Two](${ORIGIN}/two) [Four](/four#x) [Mail](mailto:a@example.com) [Other](https://other.example/)`,
		});
		const { addresses, notes } = await list();

		expect(addresses).toEqual([
			{ url: `${ORIGIN}/one`, lastModified: '2026-01-31', source: 'sitemap' },
			{ url: `${ORIGIN}/two`, lastModified: null, source: 'sitemap' },
			{ url: `${ORIGIN}/three`, lastModified: null, source: 'sitemap' },
			{ url: `${ORIGIN}/four`, lastModified: null, source: 'startPage' },
			{ url: START, lastModified: null, source: 'startPage' },
		]);
		expect(notes).toEqual([]);
		expect(asked).toHaveLength(new Set(asked).size);
	});

	it('come from /sitemap.xml without robots.txt, and that is read once', async () => {
		const { list, asked } = siteOf({ '/sitemap.xml': linksTo('/one'), '/': 'Words' });

		expect(pathsOf(await list())).toEqual(['/one', '/']);
		expect(asked).toEqual(['/robots.txt', '/sitemap.xml', '/']);
	});

	it('come from other usual places', async () => {
		const { list } = siteOf({
			'/wp-sitemap.xml': linksTo('/s1.xml'),
			'/s1.xml': linksTo('/one'),
			'/': 'Words',
		});

		expect(pathsOf(await list())).toEqual(['/one', '/']);
	});

	it('are the links of the start page alone where a page stands in for the sitemap', async () => {
		const page = `# Not found\n\n[Home](${ORIGIN}/) [One](${ORIGIN}/one) [Wrong](${ORIGIN}/wrong)`;
		const { list } = siteOf({
			'/sitemap.xml': page,
			'/robots.txt': page,
			'/': `[One](${ORIGIN}/one)`,
		});
		const listing = await list();

		expect(pathsOf(listing)).toEqual(['/one', '/']);
		expect(listing.notes).toEqual([expect.stringContaining('No sitemap was found')]);
	});

	it('end with the limit, and no further sitemap is read', async () => {
		const names = Array.from({ length: 40 }, (_name, at) => `/s${at}.xml`);
		const { list, asked } = siteOf({
			'/sitemap.xml': linksTo(...names),
			...Object.fromEntries(names.map((name) => [name, linksTo(`${name}/1`, `${name}/2`)])),
			'/': 'Words',
		});
		const listing = await list(5);

		expect(listing.addresses).toHaveLength(5);
		expect(asked.length).toBeLessThan(20);
		expect(listing.notes).toEqual([expect.stringContaining('not read, because')]);
	});

	it('name what could not be read, and what is left out', async () => {
		const { list } = siteOf({
			'/sitemap.xml': `${linksTo('/gone.xml', '/one')}\n- https://shop.example.com/x\n- https://other.example/y`,
		});
		const listing = await list();

		expect(pathsOf(listing)).toEqual(['/one', 'https://shop.example.com/x']);
		expect(listing.notes).toEqual([
			`The sitemap ${ORIGIN}/gone.xml could not be read`,
			'The start page could not be read: HTTP status 404',
			'Addresses of other sites in the sitemaps were left out: 1',
		]);
	});
});
