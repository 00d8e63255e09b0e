import { wholePage } from '../../packages/documents/src/text/convertHtml.ts';

const page = (content: string) =>
	`<!doctype html><html><head></head><body>${content}</body></html>`;

describe('HTML of any shape becomes a whole page', () => {
	it.each([
		['a whole page', '<!doctype html><html><head></head><body class="a">x</body></html>', 'x'],
		['no html element', '<!doctype html><title>T</title><body><h1>A</h1></body>', '<h1>A</h1>'],
		['no body element', '<html><head><title>T</title></head><h1>A</h1></html>', '<h1>A</h1>'],
		['a part of a page', '<h1>A</h1>', '<h1>A</h1>'],
		['text after its end', '<html><body>a</body></html><p>b</p>', 'a<p>b</p>'],
		['two bodies', '<body>a</body><body>b</body>', 'ab'],
		['an XML declaration', '<?xml version="1.0"?><html xmlns="x"><body>a</body></html>', 'a'],
		['comments that hold a page', '<!-- <html><body> --><p>a</p>', '<p>a</p>'],
		['elements that begin alike', '<header>a</header>', '<header>a</header>'],
		['a comment without end', 'a<!-- b', 'a<!-- b'],
	])('%s', (_what, html, content) => {
		expect(wholePage(html)).toBe(page(content));
	});
});
