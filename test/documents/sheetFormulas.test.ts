import { linkOfFormula, uncomputedFormulas } from '../../packages/documents/src/sheets/formulas.ts';
import { shownValue } from '../../packages/documents/src/sheets/shownValue.ts';

it('formulas without a value are found, in any spelling, those with one are not', () => {
	const xml =
		'<row><c r="A1" t="b"><f>TRUE()</f></c><c r="A2" t="b"><f>TRUE()</f><v>1</v></c><c r="A3"><f t="shared" si="0"/></c><c r="A4"><v>1</v></c><c r="A5" t="str"><f>""</f><v></v></c></row><x:c r="B1" t="e"><x:f>1/0&lt;2</x:f></x:c>';
	expect([...uncomputedFormulas(xml)]).toEqual([
		['A1', 'TRUE()'],
		['A3', ''],
		['B1', '1/0<2'],
	]);
});

it.each([
	['HYPERLINK("https://a.example?b=1&c","Order")', 'https://a.example?b=1&c'],
	['hyperlink( "mailto:a@example.com")', 'mailto:a@example.com'],
	['HYPERLINK("#Two!A1","Two")', undefined],
	['HYPERLINK(C1,"Order")', undefined],
	['SUM(A1)', undefined],
	[undefined, undefined],
])('a formula that is a link leads there: %s', (formula, address) => {
	expect(linkOfFormula(formula)).toBe(address);
});

it.each([
	['General" pcs"', 5, '5 pcs'],
	['"approx. "General', 1.5, 'approx. 1.5'],
	[String.raw`General\ \k\g`, -12, '-12 kg'],
	['General', 5, '5'],
])('a number keeps the words around it: %s', (z, v, shown) => {
	const rules = { hasShownTexts: false, countsFrom1904: false };
	expect(shownValue({ t: 'n', v, w: String(v), z }, rules)).toBe(shown);
});
