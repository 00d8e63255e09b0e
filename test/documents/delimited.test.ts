import { readDelimited } from '../../packages/documents/src/sheets/table.ts';

const headerOf = (text: string) => readDelimited(text).split('\n')[0];

describe('the separator of a table in text', () => {
	it.each([
		['commas', 'name,amount\n"Berg, Anna","1,200.50"\n', '| name | amount |'],
		['semicolons beside decimal commas', 'id;price\n1;1,5\n2;2,5\n', '| id | price |'],
		['semicolons beside sentences', 'id;text\n1;a, b, c\n2;d, e, f, g\n', '| id | text |'],
		['semicolons below a title', 'Report\n\nid;price\n1;1,5\n2;2,5\n3;1,7\n', 'Report'],
		['tabs', 'a\tb\n1,5\t2\n', '| a | b |'],
		['bars', 'a|b|c\n1|2|3\n', '| a | b | c |'],
		['quoted separators and breaks', '"a,b";"two\nlines"\n"x,y";2\n', '| a,b | two<br>lines |'],
		['what the first line states', 'sep=;\r\nName;Price\r\nA,B;3\r\n', '| Name | Price |'],
		['commas for a single column', 'name\nAnna\n', '| name |'],
	])('is told from its lines: %s', (_what, text, header) => {
		expect(headerOf(text)).toBe(header);
	});
});
