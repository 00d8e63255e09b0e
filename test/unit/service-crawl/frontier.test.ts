import { createTrapGuard } from '../../../service/src/crawl/scope/traps.ts';
import { toPageKey } from '../../../service/src/crawl/scope/addresses.ts';
import { createFrontier, type FrontierEntry } from '../../../service/src/crawl/run/frontier.ts';

const SITE = 'https://example.com';
const anyHost = () => true;

function createTestFrontier(maxDepth?: number) {
	const toKey = (url: string) => toPageKey(url, { ignoreQueryParams: false });
	const frontier = createFrontier({ maxDepth, toKey, traps: createTrapGuard() });
	const offer = (path: string, depth: number, parent?: FrontierEntry) =>
		frontier.offer({ url: SITE + path, depth, parent });
	const takePath = (isReady: (entry: FrontierEntry) => boolean = anyHost) =>
		frontier.take(isReady)?.url.replace(SITE, '');
	return { frontier, offer, takePath, toKey };
}

describe('the frontier', () => {
	it('hands out pages breadth first, each level in the order found', () => {
		const { offer, takePath } = createTestFrontier();
		offer('/a/1', 2);
		offer('/a', 1);
		offer('/b', 1);
		offer('/', 0);

		expect([takePath(), takePath(), takePath(), takePath(), takePath()]).toEqual([
			'/',
			'/a',
			'/b',
			'/a/1',
			undefined,
		]);
	});

	it('takes each page once, under whatever address', () => {
		const { offer, takePath } = createTestFrontier();
		const results = [offer('/a', 1), offer('/a/', 1), offer('/a#x', 2)];
		takePath();

		expect(results).toEqual([true, false, false]);
		expect(offer('/a?utm_source=x', 1)).toBe(false);
		expect(takePath()).toBeUndefined();
	});

	it('leaves out pages deeper than the limit', () => {
		const { offer } = createTestFrontier(1);

		expect([offer('/', 0), offer('/a', 1), offer('/a/b', 2)]).toEqual([true, true, false]);
	});

	it('passes over pages whose host is not ready', () => {
		const { offer, takePath, frontier } = createTestFrontier();
		offer('/a', 1);
		frontier.offer({ url: 'https://docs.example.com/', depth: 2, parent: undefined });

		expect(takePath(({ url }) => !url.startsWith(SITE))).toBe('https://docs.example.com/');
		expect(takePath()).toBe('/a');
	});

	it('hands a page out again that was put back, after the others of its level', () => {
		const { offer, takePath, frontier } = createTestFrontier();
		offer('/a', 1);
		offer('/b', 1);
		const entry = frontier.take(anyHost);
		if (entry !== undefined) frontier.putBack(entry);

		expect([takePath(), takePath(), takePath()]).toEqual(['/b', '/a', undefined]);
	});

	it('does not load a page that a redirect has led to', () => {
		const { offer, takePath, frontier, toKey } = createTestFrontier();
		offer('/new', 1);
		const isFirst = frontier.claim(toKey(`${SITE}/new`));
		const isFirstAgain = frontier.claim(toKey(`${SITE}/new`));

		expect([isFirst, isFirstAgain]).toEqual([true, false]);
		expect(takePath()).toBeUndefined();
		expect(offer('/new', 1)).toBe(false);
	});

	it('does not follow a trap', () => {
		const { offer } = createTestFrontier();

		expect(offer('/a/a/a', 1)).toBe(false);
	});
});
