import { coverageOf, warnOfMissing } from '../../packages/documents/src/office/officeCoverage.ts';
import { readMissing } from '../bench/account/readMissing.mjs';
import { shownTexts } from '../../packages/documents/src/office/shownWords.ts';
import {
	attributeOf,
	findElements,
	isBalanced,
	replaceElements,
	textOfXml,
	xmlTokens,
} from '../../packages/documents/src/xml/xml.ts';

describe('XML of office documents', () => {
	it('is the sum of its tags and texts, whatever stands in comments, data and quotes', () => {
		const xml = `<?xml version="1.0"?><a b="x>y"><!-- <c> --><![CDATA[<d>]]>1 < 2<e/></a>`;
		const tokens = [...xmlTokens(xml)];
		expect(tokens.map(({ source }) => source).join('')).toBe(xml);
		expect(tokens.map(({ kind }) => kind)).toEqual(
			'other start other cdata text text text empty end'.split(' '),
		);
		expect(textOfXml(xml)).toBe('<d>1 < 2');
		expect([isBalanced(xml), isBalanced('<a><b></a>'), isBalanced('</a>')]).toEqual([
			true,
			false,
			false,
		]);
	});

	it('has elements replaced from the inside out, in any spelling', () => {
		const rules = {
			b: ({ inner }: { inner: string }) => `[${inner}]`,
			c: ({ tag }: { tag: string }) => attributeOf(tag, 'id'),
		};
		const xml = `<a><b><b>1</b><c  id='2' /></b><c id="3" ></c></a>`;
		expect(replaceElements(xml, rules)).toBe('<a>[[1]2]3</a>');
		expect(replaceElements('<a><b>1', rules)).toBe('<a><b>1');
		expect(findElements(xml, 'b').map(({ source }) => source)).toEqual([
			`<b><b>1</b><c  id='2' /></b>`,
		]);
	});

	it.each(['<!--', '<![CDATA[', '<a b="', '<a', "<a b='<"])(
		'of many unfinished %s takes time in proportion to its length',
		(piece) => {
			const stepsOf = (count: number) => [...xmlTokens(piece.repeat(count))].length;
			expect(stepsOf(20_000)).toBeLessThanOrEqual(2 * stepsOf(10_000) + 2);
		},
	);
});

describe('the account of words', () => {
	const account = (xml: string, markdown: string, leftOut: string[] = []) =>
		coverageOf(shownTexts({ 'word/document.xml': Buffer.from(xml) }, 'docx'), {
			markdown,
			leftOut,
		});
	const paragraph = (...texts: string[]) =>
		`<w:p>${texts.map((text) => `<w:r><w:t>${text}</w:t></w:r>`).join('')}</w:p>`;

	it('knows words across runs, marks, notes, links and escapes', () => {
		const xml =
			paragraph('Har', 'bour re', 'port') + paragraph('a_b *c*') + paragraph('see the fleet');
		const markdown =
			'Har**bour** re*port*[^1]\n\na\\_b \\*c\\*\n\nsee [the fleet](https://example.com/x)';
		expect(account(xml, markdown)).toEqual({ total: 8, missing: [] });
	});

	it('counts each word as often as it stands in the document', () => {
		const xml = paragraph('12 and 12 and 13');
		expect(account(xml, '12 and 13')).toEqual({ total: 5, missing: ['12', 'and'] });
		expect(account(xml, '12 and 13', ['12 and'])).toEqual({ total: 5, missing: [] });
	});

	it('leaves out deletions and what is written a second time for older programs', () => {
		const xml = `${paragraph('new')}<w:del>${paragraph('old')}</w:del><mc:Fallback>${paragraph('twice')}</mc:Fallback>`;
		expect(account(xml, 'new')).toEqual({ total: 1, missing: [] });
	});

	it.each(['here[1]', String.raw`here\[1\]`, 'a*b~c', String.raw`a\*b\~c`])(
		'finds words with marks of Markdown in them: %s',
		(markdown) => {
			const text = markdown.replaceAll('\\', '');
			expect(coverageOf([text], { markdown, leftOut: [] }).missing).toEqual([]);
		},
	);

	it('says what is missing in a sentence that the bench understands', () => {
		const warnings: string[] = [];
		for (const missing of [['one'], ['one', 'two']]) {
			warnings.length = 0;
			warnOfMissing({ total: 8, missing }, (sentence) => warnings.push(sentence));
			expect(readMissing(warnings)).toEqual({
				share: missing.length / 8,
				words: missing.join(', '),
			});
		}
		expect(readMissing([])).toEqual({ share: 0, words: '' });
	});

	it('counts the chapters of a book as they are shown', () => {
		const chapter =
			'<html><head><title>Book</title></head><body><h1>One</h1><p>東京<ruby>京<rt>kyo</rt></ruby></p><ul><li>a<br/>b</li></ul></body></html>';
		const texts = shownTexts({ 'text/1.xhtml': Buffer.from(chapter) }, 'epub');
		expect(coverageOf(texts, { markdown: '# One', leftOut: [] })).toEqual({
			total: 5,
			missing: ['東京京', 'kyo', 'a', 'b'],
		});
	});
});
