import { guessTextKind } from '../../packages/documents/src/detect/guessTextKind.ts';

describe('guessTextKind', () => {
	it.each([
		['json', '{"ship": "Ferry"}'],
		['json', '[{"a": 1},\n {"a": 2}]'],
		['json', '{"a": 1}\n{"a": 2}\n'],
		['csv', 'name,price\nOak,120\nElm,80\n'],
		['csv', 'name;price\r\n"Oak; red";1,20\r\nElm;0,80\r\n'],
		['csv', 'name\tprice\nOak\t120\nElm\t80'],
		['csv', 'Name, Born\nAnna, 1971-03-02\nBert, 1980-11-30\n'],
		['csv', 'name,note,price\nOak,"red,\nround ""oak""",1.5\nElm,,2\n'],
		['csv', 'country,2022,2023\nPeru,1.5,1.7\nChad,2,2.1\n'],
		['csv', 'Zeit;Ort\n10:03;Basel\n11:00;Bern'],
	])('recognises %s in %j', (kind, text) => {
		expect(guessTextKind(text)).toBe(kind);
	});

	it.each([
		'Plain words.',
		'[1] A note\n[2] Another note',
		'Dear Ann,\n\nthank you.\n\nYours,\nBert',
		'First, we rest.\nThen, we go.\nLast, we sing.',
		'name,price\nOak,120',
		'10:00:00,123 INFO start\n10:00:01,456 INFO work\n10:00:02,789 INFO end',
		'Roses,red\nViolets,blue\nSugar,sweet',
		'import a,b\nimport c,d\nimport e,f',
		'mov eax,1\nmov ebx,2\nadd eax,3',
		'Anna Meier,Hauptstr. 4,8001 Ulm\nBert Roth,Am See 12,8001 Ulm\nCara Lux,Weg 9,8002 Ulm',
		'name,price\n\nOak,120\nElm,80',
		'name,price\nOak,120\nElm,80,5',
		'Smith,2001\nJones,2003\nBrown,2004',
		'',
	])('leaves %j as text', (text) => {
		expect(guessTextKind(text)).toBeUndefined();
	});

	const LONG = JSON.stringify([
		{ name: 'Oak, "red": {', prices: [1.5, -2e3, null], note: 'a\\"b: c' },
		{ name: 'Elm', open: true, notes: { a: ['x', {}], b: '' } },
	]);

	// The first value has to be whole, or named.
	it.each(Array.from({ length: LONG.length - 10 }, (_, at) => at + 9))(
		'recognises JSON of which the first %i characters are looked at',
		(length) => {
			expect(guessTextKind(LONG.slice(0, length), true)).toBe('json');
		},
	);

	it.each([
		'[1] A note, and\n[2] another note',
		'[Home], [Shop], then words',
		'{{ template }}: some, words',
		'[1, 2] and so on, and on',
		'{a: 1, b: 2',
	])('leaves %j as text when more follows', (text) => {
		expect(guessTextKind(text, true)).toBeUndefined();
	});
});
