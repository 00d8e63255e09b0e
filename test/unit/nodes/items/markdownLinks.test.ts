import { readMarkdownLinks } from '../../../../nodes/shared/items/markdownLinks';
import { growthOf, LINEAR } from '../../../support/growth';

const PAGE = 'https://shop.test/lamps/';

/** `url text` of each link, or image. */
function linksOf(markdown: string, list: 'links' | 'images' = 'links'): string[] {
	return readMarkdownLinks(markdown, PAGE)[list].map(({ url, text }) => `${url} ${text}`);
}

describe('the links of a page', () => {
	test.each<[string, string, string[]]>([
		['with text', 'See [the terms](https://a.test/terms).', ['https://a.test/terms the terms']],
		['with a title', '[x](https://a.test/ "A (title)")', ['https://a.test/ x']],
		['with parentheses', '[x](https://a.test/a_(b))', ['https://a.test/a_(b) x']],
		['with blanks, in angle brackets', '[x](<https://a.test/a b>)', ['https://a.test/a%20b x']],
		['relative to the page', '[x](../chairs?a=1)', ['https://shop.test/chairs?a=1 x']],
		['as an address', 'Go to <https://a.test/x>', ['https://a.test/x https://a.test/x']],
		['around an image', '[![Lamp](l.png) Buy](https://a.test/)', ['https://a.test/ Lamp Buy']],
		['with brackets in the text', '[a [b] c](https://a.test/)', ['https://a.test/ a [b] c']],
		['with escapes', '[a\\] \\*b](https://a.test/a\\)b)', ['https://a.test/a)b a] *b']],
		['in bold', '[**Buy** now](https://a.test/)', ['https://a.test/ Buy now']],
		['on several lines', '[Buy\nnow](https://a.test/)', ['https://a.test/ Buy now']],
		['once each', '[](https://a.test/)[Buy](https://a.test/)', ['https://a.test/ Buy']],
		['but not its own places', '[Top](#top) [x](mailto:a@a.test)', []],
		['but not what is escaped', '\\[x](https://a.test/)', []],
		['but not references to notes', 'As said [1] (https://a.test/)', []],
		['but not code', '`[x](https://a.test/)` ``a ` [y](https://b.test)``', []],
		['but not blocks of code', '```md\n[x](https://a.test/)\n```\n', []],
		['after code that has no end', '` [x](https://a.test/)', ['https://a.test/ x']],
		[
			'but not code after such a start',
			'` ``[x](https://a.test/)`` [y](/y)',
			['https://shop.test/y y'],
		],
		['that are broken off', '[x](https://a.test/', []],
		['of no address', '[x](http://)', []],
	])('%s', (_label, markdown, expected) => {
		expect(linksOf(markdown)).toEqual(expected);
	});
});

test('the images of a page', () => {
	const markdown = '![A lamp](/l.png "Lamp") [![](https://a.test/b.png)](/b) ![inline](data:x)';
	expect(linksOf(markdown, 'images')).toEqual([
		'https://shop.test/l.png A lamp',
		'https://a.test/b.png ',
	]);
	expect(linksOf(markdown)).toEqual(['https://shop.test/b ']);
});

test('links within links are read, too', () => {
	expect(linksOf('[a [b](https://b.test/) c](https://a.test/)')).toEqual([
		'https://b.test/ b',
		'https://a.test/ a [b](https://b.test/) c',
	]);
});

describe('the text of a link', () => {
	test('is whole, however long it is', () => {
		expect(linksOf(`[${'a'.repeat(3_000)}](/b)`)).toEqual([
			`https://shop.test/b ${'a'.repeat(3_000)}`,
		]);
	});

	test('is cut, and says so, where it is long and holds other links', () => {
		const [, outer] = linksOf(`[[x](/x) ${'a'.repeat(3_000)}](/b)`);
		expect(outer).toMatch(/^https:\/\/shop\.test\/b \[x\]\(\/x\) a+…$/);
		expect(outer).toHaveLength('https://shop.test/b '.length + 2_000 + 1);
	});
});

test.each<[string, (size: number) => string]>([
	['brackets', (size) => '['.repeat(size)],
	['pictures that never end', (size) => '!['.repeat(size)],
	['pictures within a link', (size) => `[${'!['.repeat(size)}](b)`],
	['links within links', (size) => `${'['.repeat(size)}a${'](b)'.repeat(size)}`],
	['pictures within pictures', (size) => `${'!['.repeat(size)}a${'](b)'.repeat(size)}`],
	['destinations', (size) => '[a]('.repeat(size)],
	['open titles', (size) => '[a](b "'.repeat(size)],
	['fences', (size) => '```\n'.repeat(size)],
	['parentheses', (size) => `[a](${'('.repeat(size)}`],
])(
	'the cost of a text of nothing but %s is in proportion to its length',
	async (_label, textOf) => {
		const growth = await growthOf((size) => {
			const text = textOf(size);
			return () => readMarkdownLinks(text, PAGE);
		}, 2_000);
		expect(growth).toBeLessThan(LINEAR);
	},
);

test('backticks of all lengths are read in proportion to the text', async () => {
	const growth = await growthOf((size) => {
		const lengths = Array.from({ length: Math.round(Math.sqrt(size)) }, (_run, index) => index);
		const text = lengths.map((length) => `${'`'.repeat(length)} `).join('');
		return () => readMarkdownLinks(text, PAGE);
	}, 2_000);
	expect(growth).toBeLessThan(LINEAR);
});

test('a block of code ends only with the marks that it began with', () => {
	const markdown = '~~~\n```\n[a](https://a.test/)\n~~~\n[b](https://b.test/)';
	expect(readMarkdownLinks(markdown).links).toEqual([{ url: 'https://b.test/', text: 'b' }]);
});
