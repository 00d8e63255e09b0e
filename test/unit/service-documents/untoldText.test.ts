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
});
