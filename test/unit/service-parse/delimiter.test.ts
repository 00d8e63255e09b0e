import {
	findDelimiter,
	withoutStatedDelimiter,
} from '../../../service/src/parse/sheets/delimiter.ts';

describe('the separator of a table in text', () => {
	it.each([
		['commas', 'name,amount\n"Berg, Anna","1,200.50"\n', ','],
		['semicolons beside decimal commas', 'id;price\n1;1,5\n2;2,5\n', ';'],
		['semicolons beside sentences with commas', 'id;text\n1;a, b, c\n2;d, e, f, g\n', ';'],
		['tabs', 'a\tb\n1,5\t2\n', '\t'],
		['bars', 'a|b|c\n1|2|3\n', '|'],
		['quoted separators and line breaks', '"a,b,c";"two\nlines"\n"x,y";2\n', ';'],
		['what the first line states', 'sep=;\r\nName;Price\r\nA,B;3\r\n', ';'],
		['commas for a single column', 'name\nAnna\n', ','],
	])('is told from its lines: %s', (_what, text, delimiter) => {
		expect(findDelimiter(text)).toBe(delimiter);
	});

	it('is no row of the table', () => {
		expect(withoutStatedDelimiter('sep=;\r\nName;Price\r\n')).toBe('Name;Price\r\n');
	});
});
