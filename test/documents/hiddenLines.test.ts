import { hiddenLines } from '../../packages/documents/src/sheets/hiddenLines.ts';

const hidden = (xml: string) => {
	const { rows, columns } = hiddenLines(xml);
	return { rows: [...rows], columns: [...columns] };
};

it.each([
	[
		'rows by their numbers, or by the one before',
		'<row r="3" hidden="1"><c/></row><row hidden="true"/><row r="9" hidden="0"/>',
		{ rows: [2, 3], columns: [] },
	],
	[
		'columns from one to another',
		'<cols><col min="2" max="4" hidden="1"/><col min="6" max="6"/></cols><colBreaks/>',
		{ rows: [], columns: [1, 2, 3] },
	],
	[
		'names with a prefix, values in any quotes',
		"<x:cols><x:col hidden = 'true' max='1' min='1'/></x:cols><x:row hidden='1' r='2'>",
		{ rows: [1], columns: [0] },
	],
	[
		'nothing else that is hidden',
		'<rowBreaks hidden="1"/><sheet hidden="1"/>',
		{ rows: [], columns: [] },
	],
])('what is hidden of a sheet is %s', (_what, xml, expected) => {
	expect(hidden(xml)).toEqual(expected);
});

it('a range of columns ends where sheets do', () => {
	expect(hidden('<col min="16384" max="99999999999" hidden="1"/>').columns).toEqual([16_383]);
});
