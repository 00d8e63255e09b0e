import { readQuery } from '../../../service/src/search/readQuery.ts';

const NOTHING = { words: [], phrases: [], literals: [], excluded: [], excludedLiterals: [] };

describe('a query of the local search', () => {
	it.each([
		['The standing desks, compared', { words: ['standing', 'desks', 'compared'] }],
		['to be or not to be', { words: ['be', 'not'] }],
		['the of', { words: ['the', 'of'] }],
		['"standing desk" steady', { phrases: ['standing desk'], words: ['steady'] }],
		['“standing desk” „zwei Wörter“', { phrases: ['standing desk', 'zwei wörter'] }],
		['desk -standing', { words: ['desk'], excluded: ['standing'] }],
		['desk -"moves up"', { words: ['desk'], excluded: ['moves up'] }],
		['desk - chair – lamp', { words: ['desk', 'chair', 'lamp'] }],
		['C++ tutorial', { phrases: ['c'], literals: ['c++'], words: ['tutorial'] }],
		['language -C++', { words: ['language'], excludedLiterals: ['c++'] }],
		['天气 -上海天气', { words: ['天气'], excluded: ['上海 天气'] }],
		['"上海天气"', { phrases: ['上海 天气'] }],
		['(C#, F#)', { phrases: ['c', 'f'], literals: ['c#', 'f#'] }],
		['save 50%!', { words: ['save'], phrases: ['50'], literals: ['50%'] }],
		['R&D e-mail node.js 3.5', { words: ['r d', 'e mail', 'node js', '3 5'] }],
		['https://www.a.example/Some-Page%20x?id=1#top', { words: ['www a example some page x'] }],
		['a.example/desks', { words: ['a example desks'] }],
		['desk" OR NEAR( * : -', { words: ['desk', 'near'] }],
		['天气 上海天气', { words: ['天气', '上海'] }],
		['"" -"" ++ -', {}],
		['!?', {}],
	])('%s', (query, expected) => {
		expect(readQuery(query)).toEqual({ ...NOTHING, ...expected });
	});
});
