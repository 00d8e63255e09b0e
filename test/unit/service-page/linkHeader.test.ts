import { readNextLinks } from '../../../service/src/page/linkHeader.ts';

const URL_OF_PAGE = 'https://example.com/list/?page=1';

describe('readNextLinks', () => {
	it.each([
		['<?page=2>; rel="next"', ['https://example.com/list/?page=2']],
		['<https://example.com/b>; rel=next', ['https://example.com/b']],
		['</a>; rel="prev", </b>; title="More, and more"; REL="Start NEXT"', ['https://example.com/b']],
		['</a>; rel=preload; as=style\n</b>;rel=next', ['https://example.com/b']],
		['</a,b;c>; rel="next"', ['https://example.com/a,b;c']],
		['</a>; rel="nextpage"', []],
		['</a>; rel=prev; rel=next', []],
		['</a>; rel=next; anchor="/other"', []],
		['<javascript:alert(1)>; rel=next', []],
		['</a>', []],
		['next', []],
		['', []],
	])('reads %s', (header, addresses) => {
		expect(readNextLinks(header, URL_OF_PAGE)).toEqual(addresses);
	});

	it('reads ten of them at most', () => {
		const header = Array.from({ length: 20 }, (_entry, index) => `</${index}>; rel=next`).join();
		expect(readNextLinks(header, URL_OF_PAGE)).toHaveLength(10);
	});
});
