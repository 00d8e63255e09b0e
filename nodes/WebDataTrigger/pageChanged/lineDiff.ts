/**
 * The positions of lines that one version has and the other does not have, or has less often. If lines
 * only moved, these are the lines of the part that differs, in the order of each version.
 */
export function diffLines(
	before: readonly string[],
	after: readonly string[],
): { removed: number[]; added: number[] } {
	const removed = surplus(before, after);
	const added = surplus(after, before);
	if (removed.length + added.length > 0) return { removed, added };
	const start = before.findIndex((line, index) => line !== after[index]);
	if (start === -1) return { removed, added };
	const end = before.findLastIndex((line, index) => line !== after[index]);
	const moved = Array.from({ length: end - start + 1 }, (_line, index) => start + index);
	return { removed: moved, added: moved };
}

/** Places of the lines that a list has more often than the other. */
function surplus(lines: readonly string[], others: readonly string[]): number[] {
	const left = new Map<string, number>();
	for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
	return [...lines.keys()].filter((index) => {
		const line = lines[index] ?? '';
		const count = left.get(line) ?? 0;
		left.set(line, count - 1);
		return count <= 0;
	});
}
