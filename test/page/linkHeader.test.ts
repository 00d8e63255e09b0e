import { readFurtherLinks } from '../../packages/page/src/links/linkHeader.ts';

const URL_OF_PAGE = 'https://example.com/list/?page=1';

describe('readFurtherLinks', () => {
	it.each([
		['<?page=2>; rel="next"', ['https://example.com/list/?page=2']],
		['<https://example.com/b>; rel=next', ['https://example.com/b']],
		['</a>; rel="up", </b>; title="More, and more"; REL="Start NEXT"', ['https://example.com/b']],
		['</a>; rel=prev, </b>; rel="previous"', ['https://example.com/a', 'https://example.com/b']],
		['</de>; rel="alternate"; hreflang="de"', ['https://example.com/de']],
		['</feed>; rel="alternate"; type="application/rss+xml"', []],
		['</a>; rel=preload; as=style\n</b>;rel=next', ['https://example.com/b']],
		['</a,b;c>; rel="next"', ['https://example.com/a,b;c']],
		['</a>; rel="nextpage"', []],
		['</a>; rel=up; rel=next', []],
		['</a>; rel=next; anchor="/other"', []],
		['<javascript:alert(1)>; rel=next', []],
		['</a>', []],
		['next', []],
		['', []],
	])('reads %s', (header, addresses) => {
		const { links, tooLong } = readFurtherLinks(header, URL_OF_PAGE);
		expect(links.map(({ url }) => url)).toEqual(addresses);
		expect(tooLong).toBe(0);
	});

	it.each([
		['</b>; rel="next nofollow"', true],
		['</b>; rel="NoFollow prev"', true],
		['</b>; rel=next', false],
		['</b>; rel=next; title=nofollow', false],
	])('knows whether it asks not to be followed: %s', (header, isNoFollow) => {
		expect(readFurtherLinks(header, URL_OF_PAGE).links).toEqual([
			{ url: 'https://example.com/b', text: '', isNoFollow },
		]);
	});

	it('reads a hundred of them at most', () => {
		const header = Array.from({ length: 200 }, (_entry, index) => `</${index}>; rel=next`).join();
		expect(readFurtherLinks(header, URL_OF_PAGE).links).toHaveLength(100);
	});

	it('counts those that it leaves out for their length', () => {
		const long = `/${'a'.repeat(8_200)}`;
		const header = `<${long}>; rel=next, </b>; rel=next, <${long}>; rel=preload, <${long}>; rel=prev`;
		const { links, tooLong } = readFurtherLinks(header, URL_OF_PAGE);
		expect(links.map(({ url }) => url)).toEqual(['https://example.com/b']);
		expect(tooLong).toBe(2);
	});
});
