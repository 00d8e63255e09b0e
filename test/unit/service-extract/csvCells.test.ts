import { defuseCell, defuseCsv } from '../../../service/src/extract/csvCells';
import { toCsv } from '../../../service/src/extract/renderAnswer';

it.each([
	'=1+1',
	'=HYPERLINK("http://x.example","y")',
	'+cmd|calc',
	'-2+3+cmd',
	'@SUM(A1)',
	'\t=1',
	'\r=1',
])('%j is kept from being run', (text) => {
	expect(defuseCell(text)).toBe(`'${text}`);
});

it.each(['-5', '+49 30 123456', '-1,234.50 €', '- 3 %', 'a=b', '', '5-3', "'=1", '+5'])(
	'%j stays as it is',
	(text) => {
		expect(defuseCell(text)).toBe(text);
	},
);

it('answers made by rules hold no formulas, in cells and headings', () => {
	const rows = [
		{ name: '=cmd', '@price': 5 },
		{ name: '=IF(1,"a,b")', '@price': -5 },
	];

	expect(toCsv(rows)).toBe(`name,'@price\n'=cmd,5\n"'=IF(1,""a,b"")",-5`);
});

it('answers of a model hold none either, and are otherwise left alone', () => {
	expect(defuseCsv('name,price\n"=cmd(1,2)",-5\n')).toBe(`name,price\n"'=cmd(1,2)",-5\n`);
	expect(defuseCsv('"name",price\r\nLamp,-5')).toBe('"name",price\r\nLamp,-5');
	expect(defuseCsv('no table at all')).toBe('no table at all');
});
