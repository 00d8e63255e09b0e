import { diffLines } from '../../../../nodes/WebDataTrigger/pageChanged/pageVersion';
import { fc } from '../../../support/properties';

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

function linesAt(lines: readonly string[], places: readonly number[]): string[] {
	return places.map((place) => lines[place] ?? 'no line');
}

test('what is neither removed nor added is the same in both, and nothing that differs is left out', () => {
	fc.assert(
		fc.property(someLines, someLines, (before, after) => {
			const { removed, added } = diffLines(before, after);
			const without = (lines: string[], places: number[]) =>
				lines.filter((_line, index) => !places.includes(index)).sort();
			expect(without(before, removed)).toEqual(without(after, added));
			expect(removed.length + added.length === 0).toBe(before.join() === after.join());
		}),
		{ numRuns: 300 },
	);
});

test('names the lines by their place, in order', () => {
	expect(diffLines(['title', 'price 1', 'end'], ['title', 'new', 'price 2', 'end'])).toEqual({
		removed: [1],
		added: [1, 2],
	});
});

test('lines that only moved are a change: the order of a ranking', () => {
	const before = ['Top', 'Ada', 'Bob', 'Cleo', 'End'];
	const after = ['Top', 'Bob', 'Ada', 'Cleo', 'End'];
	const { removed, added } = diffLines(before, after);
	expect(linesAt(before, removed)).toEqual(['Ada', 'Bob']);
	expect(linesAt(after, added)).toEqual(['Bob', 'Ada']);
});

test('a line that is there once more, or once less, is named once', () => {
	expect(diffLines(['a', 'a'], ['a', 'a', 'a'])).toEqual({ removed: [], added: [2] });
	expect(diffLines(['a', 'a'], ['a'])).toEqual({ removed: [1], added: [] });
});
