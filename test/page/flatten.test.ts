import { flatten } from '../../packages/page/src/mainContent/flatten.ts';
import { parseHtml } from '../../packages/page/src/parse/document.ts';

function flattened(html: string): Element {
	const document = parseHtml(`<!doctype html><body>${html}`);
	flatten(document);
	return document.body;
}

function depthOf(element: Element): number {
	return Math.max(0, ...[...element.children].map((child) => 1 + depthOf(child)));
}

describe('A page that is nested deeper than pages are', () => {
	it.each([
		['by blocks', '<div>'.repeat(500), '</div>'.repeat(500)],
		['by letters', '<b><font>'.repeat(250), '</font></b>'.repeat(250)],
		['by what nobody closed', '<div><span>'.repeat(250), ''],
	])('is made flat, %s', (_how, start, end) => {
		const body = flattened(`${start}The stone <em>keeps</em> warm${end}`);
		expect(depthOf(body)).toBeLessThan(110);
		expect(body.textContent.trim()).toBe('The stone keeps warm');
	});

	it('keeps its lines apart and in order', () => {
		const lines = Array.from({ length: 200 }, (_line, at) => `Line ${at}`);
		const body = flattened(lines.map((line) => `<div>${line}`).join(''));
		const text = body.innerHTML.replace(/<[^>]+>/g, '\n').split(/\n+/);
		expect(text.filter((line) => line !== '')).toEqual(lines);
	});

	it('keeps its lists, tables and links', () => {
		const inner = '<ul><li><a href="/a">A</a></li></ul><table><tr><td>1</td></tr></table>';
		const body = flattened(`${'<div>'.repeat(300)}${inner}${'</div>'.repeat(300)}`);
		expect(body.querySelector('ul > li > a[href]')?.textContent).toBe('A');
		expect(body.querySelector('table td')?.textContent).toBe('1');
	});

	it('is left as it is up to a hundred levels', () => {
		const html = `${'<div>'.repeat(90)}<p>Deep</p>${'</div>'.repeat(90)}`;
		expect(flattened(html).innerHTML).toBe(html);
	});
});
