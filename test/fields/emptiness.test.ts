import { isEmptyAnswer } from '../../packages/page/src/json.ts';

describe('an answer', () => {
	it.each([
		[null],
		[''],
		[[]],
		[{}],
		[{ a: null, b: '', c: [] }],
		[{ a: { b: { c: null } } }],
		[[{ a: null }, { a: '' }]],
		[{ list: [null, ''] }],
	])('is empty: %j', (answer) => {
		expect(isEmptyAnswer(answer)).toBe(true);
	});

	it.each([
		[0],
		[false],
		[' '],
		['text'],
		[{ a: null, b: 0 }],
		[[[], [false]]],
		[{ a: [{ b: 'x' }] }],
	])('holds something: %j', (answer) => {
		expect(isEmptyAnswer(answer)).toBe(false);
	});
});
