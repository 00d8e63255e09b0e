import MarkdownIt from 'markdown-it';
import { convertPage } from '../../packages/page/src/convertPage.ts';
import { anyText, fc } from '../support/properties';

/** Another reader of Markdown (GFM tables and strikethrough); line breaks are lines, as on GitHub. */
const reader = new MarkdownIt({ html: true, breaks: true });

const convert = (html: string): string =>
	convertPage({ html, url: 'https://fuzz.example/', contentOnly: false }).markdown;

const TEXTS = fc.oneof(
	fc.string({ maxLength: 12 }),
	fc.constantFrom(
		'a|b',
		'C:\\|D',
		'\\',
		'*',
		'**bold',
		'_x_',
		'# no',
		'1. no',
		'- no',
		'> no',
		'[a](b)',
		'![',
		'`',
		'``x',
		'~~',
		'<b>',
		'&amp;',
		'---',
		'===',
		'| a |',
		'[x]: y',
		'long words in a line',
		' ',
		'\n',
	),
);

const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const INLINE_TAGS = ['b', 'em', 'del', 'code', 'a href="/x"', 'span', 'sup', 'button'];
const BLOCK_TAGS = [
	...[
		'p',
		'div',
		'h2',
		'ul',
		'ol',
		'li',
		'blockquote',
		'pre',
		'dl',
		'dt',
		'dd',
		'table',
		'tr',
		'td',
	],
	...[
		'th',
		'figure',
		'figcaption',
		'details',
		'section',
		'a href="/y"',
		'br',
		'hr',
		'img src="/i.png"',
	],
];

/** HTML as no person would write it. */
const htmlOf = (tags: readonly string[]): fc.Arbitrary<string> =>
	fc.letrec<{ node: string }>((tie) => ({
		node: fc.oneof(
			{ maxDepth: 5, depthSize: 'small' },
			TEXTS.map(escapeHtml),
			fc
				.tuple(fc.constantFrom(...tags), fc.array(tie('node'), { maxLength: 4 }))
				.map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag.split(' ')[0]}>`),
		),
	})).node;

/** HTML as people write it: paragraphs of inline elements, lists, quotes, tables, code. */
const INLINE = fc
	.array(
		fc.oneof(
			TEXTS.map(escapeHtml),
			fc
				.tuple(fc.constantFrom(...INLINE_TAGS), TEXTS.map(escapeHtml))
				.map(([tag, text]) => `<${tag}>${text}</${tag.split(' ')[0]}>`),
		),
		{ minLength: 1, maxLength: 4 },
	)
	.map((parts) => parts.join(''));
const wrapped = (tag: string, inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
	inner.map((text) => `<${tag}>${text}</${tag}>`);
const ROWS = fc.integer({ min: 2, max: 4 }).chain((columns) =>
	fc.array(fc.array(INLINE, { minLength: columns, maxLength: columns }), {
		minLength: 2,
		maxLength: 4,
	}),
);
const tableOf = (rows: readonly string[][]): string =>
	`<table>${rows
		.map((cells, index) => {
			const tag = index === 0 ? 'th' : 'td';
			return `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
		})
		.join('')}</table>`;
const DOCUMENT = fc
	.array(
		fc.oneof(
			wrapped('p', INLINE),
			wrapped('h2', INLINE),
			wrapped(
				'ul',
				fc
					.array(wrapped('li', INLINE), { minLength: 1, maxLength: 3 })
					.map((list) => list.join('')),
			),
			wrapped(
				'ol',
				fc
					.array(wrapped('li', INLINE), { minLength: 1, maxLength: 3 })
					.map((list) => list.join('')),
			),
			wrapped('blockquote', wrapped('p', INLINE)),
			wrapped('pre', TEXTS.map(escapeHtml)),
			ROWS.map(tableOf),
		),
		{ minLength: 1, maxLength: 4 },
	)
	.map((blocks) => blocks.join(''));

const RUNS = { numRuns: 200 };

describe('Any HTML', () => {
	it('is converted without an error', () => {
		fc.assert(
			fc.property(htmlOf([...BLOCK_TAGS, ...INLINE_TAGS]), (html) => {
				expect(typeof convert(html)).toBe('string');
			}),
			RUNS,
		);
	});

	it('is converted without an error when it is no HTML', () => {
		fc.assert(
			fc.property(anyText(60), (html) => {
				expect(typeof convert(html)).toBe('string');
			}),
			RUNS,
		);
	});
});

describe('A table of any texts', () => {
	it('keeps its rows and cells for another reader of Markdown', () => {
		fc.assert(
			fc.property(ROWS, (rows) => {
				const markdown = convert(tableOf(rows.map((cells) => cells.map((cell) => `x${cell}`))));
				const html = reader.render(markdown);
				const found = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(
					([, row = '']) => [...row.matchAll(/<t[hd][ >]/g)].length,
				);
				expect(found).toEqual(rows.map((cells) => cells.length));
			}),
			RUNS,
		);
	});
});

describe('Markdown of a page', () => {
	it('is the same when another reader shows it and it is converted again', () => {
		fc.assert(
			fc.property(DOCUMENT, (html) => {
				const once = convert(html);
				expect(convert(reader.render(once))).toBe(once);
			}),
			{
				...RUNS,
				examples: [
					['<p>0~<del>===</del></p>'],
					[
						'<table><tr><th>a</th><th>b</th></tr><tr><td><code>C:\\|D</code>_x_</td><td>y</td></tr></table>',
					],
				],
			},
		);
	});
});
