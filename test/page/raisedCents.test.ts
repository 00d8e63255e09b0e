import { convertPage } from '../../packages/page/src/convertPage.ts';

const convert = (inner: string): string =>
	convertPage({ html: `<p>${inner}</p>`, url: 'https://shop.example/', contentOnly: false })
		.markdown;

describe('cents that a page shows raised or small', () => {
	it.each([
		['12<sup>99</sup> €', '12⁹⁹ €'],
		['$12<sup>99</sup>', '$12⁹⁹'],
		['12<sup>99 €</sup>', '12⁹⁹ €'],
		['12<sup>€99</sup>', '12⁹⁹ €'],
		['12€<sup>99</sup>', '12⁹⁹ €'],
		['<span>12</span><sup>99</sup> EUR', '12⁹⁹ EUR'],
		['12<small>99</small> €', '12⁹⁹ €'],
		['1.299<sup>00</sup> €', '1.299⁰⁰ €'],
		['12,<sup>99</sup> €', '12,99 €'],
	])('%s stay cents', (html, markdown) => expect(convert(html)).toBe(markdown));

	it.each([
		['10<sup>12</sup> cells', '10^12 cells'],
		['12,99<sup>1</sup> €', '12,99^1 €'],
		['as in 2019<sup>12</sup>, for $5', 'as in 2019^12, for $5'],
		['1<sup>st</sup> place wins 50 €', '1st place wins 50 €'],
	])('powers, notes and ordinals are none: %s', (html, markdown) =>
		expect(convert(html)).toBe(markdown),
	);
});
