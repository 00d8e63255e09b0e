import { diffLines } from '../../../../nodes/WebDataTrigger/pageChanged/lineDiff';
import { fc } from '../../../support/properties';

/** Length of the longest common subsequence, by the textbook. */
function commonLength(a: readonly string[], b: readonly string[]): number {
	let row: number[] = Array.from({ length: b.length + 1 }, () => 0);
	for (const line of a) {
		const next = [0];
		for (const [index, other] of b.entries()) {
			const kept = Math.max(next[index] ?? 0, row[index + 1] ?? 0);
			next.push(line === other ? (row[index] ?? 0) + 1 : kept);
		}
		row = next;
	}
	return row[b.length] ?? 0;
}

function without(lines: readonly string[], places: readonly number[]): string[] {
	return lines.filter((_line, index) => !places.includes(index));
}

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

test('what is neither removed nor added is the same in both, and nothing more could be', () => {
	fc.assert(
		fc.property(someLines, someLines, (before, after) => {
			const { removed, added } = diffLines(before, after);
			expect(without(before, removed)).toEqual(without(after, added));
			expect(before.length - removed.length).toBe(commonLength(before, after));
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

test('long lists that have little in common are compared by what they hold, at once', () => {
	const before = Array.from({ length: 50_000 }, (_line, index) => `old ${index}`);
	const after = [...Array.from({ length: 50_000 }, (_line, index) => `new ${index}`), 'old 7'];
	const { removed, added } = diffLines(before, after);

	expect(removed).toHaveLength(49_999);
	expect(removed).not.toContain(7);
	expect(added).toHaveLength(50_000);
});
