import { drawingMarkdown } from '../../packages/documents/src/text/drawing.ts';

const svg = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;

describe('a drawing', () => {
	it.each([
		['text along a path', '<text><textPath href="#p">Along</textPath></text>', 'Along'],
		[
			'parts of a word',
			'<text>Hel<tspan font-weight="bold">lo</tspan> 10<tspan dy="-4">2</tspan></text>',
			'Hello 102',
		],
		[
			'lines of a text',
			'<text><tspan x="0" dy="10">One</tspan><tspan x="0" dy="10">two</tspan></text>',
			'One two',
		],
		[
			'HTML',
			'<foreignObject><div xmlns="http://www.w3.org/1999/xhtml"><h2>Head</h2><p>A <b>b</b></p></div></foreignObject><text>After</text>',
			'## Head\n\nA **b**\n\nAfter',
		],
		['what it defines and draws', '<defs><text id="t">Used</text></defs><use href="#t"/>', 'Used'],
		['signs of XML', '<svg:text><![CDATA[a < b]]> &amp; c</svg:text>', 'a < b & c'],
	])('shows %s', (_what, inner, shown) => {
		expect(drawingMarkdown(svg(inner))).toBe(shown);
	});

	it.each([
		['by an attribute', '<text display="none">Secret</text>'],
		['by its style', '<g style="visibility: hidden"><text>Secret</text></g>'],
		['by a class', '<style>.a, .h { display:none }</style><text class="x h">Secret</text>'],
		['as a definition that nothing draws', '<defs><text id="t">Secret</text></defs>'],
		['as a symbol that nothing draws', '<symbol id="s"><text>Secret</text></symbol>'],
	])('leaves out what is hidden %s', (_how, inner) => {
		expect(drawingMarkdown(svg(`${inner}<text>Seen</text>`))).toBe('Seen');
	});
});
