import { parseHtml } from '../../packages/page/src/parse/document.ts';
import { selectAmong, selectWithin } from '../../packages/page/src/parse/selectors.ts';
import { growthOf, LINEAR } from '../support/growth';

const parse = (body: string) => parseHtml(`<!doctype html><body>${body}</body>`).body;

const names = (elements: readonly Element[]) => elements.map(({ id }) => id).join(' ');

describe('a selector by position', () => {
	const body = parse(
		'<div id="box">text<p id="a"></p><p id="b"></p><i id="c"></i><!-- x --><p id="d"><b id="e"></b></p></div>',
	);

	it.each([
		[':nth-child(2)', 'b'],
		['p:nth-child(odd)', 'a'],
		['p:nth-last-child(1)', 'd'],
		['p:nth-of-type(n + 2)', 'b d'],
		['#box > :nth-last-of-type(1)', 'c d'],
		['#box > :first-of-type', 'a c'],
		['#box :last-of-type', 'c d e'],
		['#box :only-of-type', 'c e'],
		['p:first-child', 'a'],
		['p:last-child', 'd'],
		['p + *', 'b c'],
		['i + p', 'd'],
		['p:not(:nth-of-type(2))', 'a d'],
		[':is(i, p):nth-child(-n+3)', 'a b c'],
	])('%s finds what a browser finds', (selector, found) => {
		expect(names(selectWithin(body, selector))).toBe(found);
	});

	it('counts among what follows an element alone', () => {
		const [first, ...rest] = body.querySelectorAll('#b, #c, #d');
		if (first === undefined) throw new Error('The page has no #b');
		expect(names(selectAmong(first, rest, '~ p:nth-of-type(2)'))).toBe('d');
		expect(names(selectAmong(first, rest, '+ *'))).toBe('c');
	});

	it.each(['li:nth-child(3n)', 'li:nth-last-of-type(2)', 'b:first-of-type', 'li + b'])(
		'%s costs in proportion to the elements beside each other',
		async (selector) => {
			const prepare = (count: number) => {
				const list = parse(`<ul>${'<li></li><b></b>'.repeat(count / 2)}</ul>`);
				return () => selectWithin(list, selector);
			};
			expect(await growthOf(prepare, 4_000)).toBeLessThan(LINEAR);
		},
	);
});
