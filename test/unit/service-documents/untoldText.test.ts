import { untoldTextKind } from '../../../service/src/documents/detect/untoldText.ts';

describe('untoldTextKind', () => {
	it.each([
		['json', '{"ship": "Ferry"}'],
		['json', '[{"a": 1},\n {"a": 2}]'],
		['json', '{"a": 1}\n{"a": 2}\n'],
		['csv', 'name,price\nOak,120\nElm,80\n'],
		['csv', 'name;price\r\n"Oak; red";1,20\r\nElm;0,80\r\n'],
		['csv', 'name\tprice\nOak\t120\nElm\t80'],
	])('recognises %s in %j', (kind, text) => {
		expect(untoldTextKind(text)).toBe(kind);
	});

	it.each([
		'Plain words.',
		'[1] A note\n[2] Another note',
		'Dear Ann,\n\nthank you.\n\nYours,\nBert',
		'First, we rest.\nThen, we go.\nLast, we sing.',
		'name,price\nOak,120',
		'',
	])('leaves %j as text', (text) => {
		expect(untoldTextKind(text)).toBeUndefined();
	});

	const LONG = JSON.stringify([
		{ name: 'Oak, "red": {', prices: [1.5, -2e3, null], note: 'a\\"b: c' },
		{ name: 'Elm', open: true, notes: { a: ['x', {}], b: '' } },
	]);

	// The first value has to be whole, or named.
	it.each(Array.from({ length: LONG.length - 10 }, (_, at) => at + 9))(
		'recognises JSON of which the first %i characters are looked at',
		(length) => {
			expect(untoldTextKind(LONG.slice(0, length), true)).toBe('json');
		},
	);

	it.each([
		'[1] A note, and\n[2] another note',
		'[Home], [Shop], then words',
		'{{ template }}: some, words',
		'[1, 2] and so on, and on',
		'{a: 1, b: 2',
	])('leaves %j as text when more follows', (text) => {
		expect(untoldTextKind(text, true)).toBeUndefined();
	});
});
