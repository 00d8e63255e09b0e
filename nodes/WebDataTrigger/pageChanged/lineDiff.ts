/** Places in two lists of lines that have no counterpart in the other. */
export interface LineDiff {
	removed: number[];
	added: number[];
}

/** More differences than this are told without looking for the fewest. */
const MAX_EDITS = 1_000;

/**
 * The difference between two lists of lines, with as few lines as possible (E. W. Myers, "An O(ND)
 * Difference Algorithm"). Takes time and memory for at most 1,000 differences: lists that differ more
 * are compared by what they hold, whatever the order.
 */
export function diffLines(before: readonly string[], after: readonly string[]): LineDiff {
	let start = 0;
	while (start < before.length && start < after.length && before[start] === after[start])
		start += 1;
	let end = 0;
	const room = Math.min(before.length, after.length) - start;
	while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
	const a = before.slice(start, before.length - end);
	const b = after.slice(start, after.length - end);
	const { removed, added } = shortestEdits(a, b) ?? unmatched(a, b);
	return {
		removed: removed.map((index) => index + start),
		added: added.map((index) => index + start),
	};
}

/**
 * The furthest places reached in `a` with a number of edits, by diagonal (place in `a` less place in
 * `b`), which runs from -edits to edits.
 */
class Frontier {
	readonly #furthest: Int32Array;

	readonly #edits: number;

	constructor(edits: number) {
		this.#edits = edits;
		this.#furthest = new Int32Array(2 * edits + 1).fill(-1);
	}

	get(diagonal: number): number {
		return this.#furthest[diagonal + this.#edits] ?? -1;
	}

	set(diagonal: number, place: number): void {
		this.#furthest[diagonal + this.#edits] = place;
	}
}

/** Whether a diagonal is reached by a line of `b` that was added, not by one of `a` that was removed. */
function isReachedByAdding(previous: Frontier, diagonal: number, edits: number): boolean {
	if (diagonal === -edits) return true;
	return diagonal !== edits && previous.get(diagonal - 1) < previous.get(diagonal + 1);
}

function shortestEdits(a: readonly string[], b: readonly string[]): LineDiff | undefined {
	const frontiers: Frontier[] = [];
	for (let edits = 0; edits <= Math.min(MAX_EDITS, a.length + b.length); edits += 1) {
		const previous = frontiers.at(-1) ?? new Frontier(0);
		const current = new Frontier(edits);
		frontiers.push(current);
		for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
			let x = edits === 0 ? 0 : stepFrom(previous, diagonal, edits);
			let y = x - diagonal;
			while (x < a.length && y < b.length && a[x] === b[y]) {
				x += 1;
				y += 1;
			}
			current.set(diagonal, x);
			if (x >= a.length && y >= b.length) return traceBack(frontiers, a.length, b.length);
		}
	}
	return undefined;
}

function stepFrom(previous: Frontier, diagonal: number, edits: number): number {
	return isReachedByAdding(previous, diagonal, edits)
		? previous.get(diagonal + 1)
		: previous.get(diagonal - 1) + 1;
}

/** Goes back from the ends of both lists, and notes each edit. */
function traceBack(frontiers: readonly Frontier[], endOfA: number, endOfB: number): LineDiff {
	const diff: LineDiff = { removed: [], added: [] };
	let diagonal = endOfA - endOfB;
	for (let edits = frontiers.length - 1; edits > 0; edits -= 1) {
		const previous = frontiers[edits - 1] ?? new Frontier(0);
		if (isReachedByAdding(previous, diagonal, edits)) {
			diagonal += 1;
			diff.added.unshift(previous.get(diagonal) - diagonal);
		} else {
			diagonal -= 1;
			diff.removed.unshift(previous.get(diagonal));
		}
	}
	return diff;
}

/** Lines that one list has more often than the other. */
function unmatched(a: readonly string[], b: readonly string[]): LineDiff {
	return { removed: surplus(a, b), added: surplus(b, a) };
}

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
