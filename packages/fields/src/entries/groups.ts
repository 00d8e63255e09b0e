/// <reference lib="dom" />
import { isHeader, type Part } from './parts.ts';

/** One of the like parts of a page: the elements that it consists of, mostly one. */
export type Entry = readonly Part[];

/** Elements that may be entries of one list. */
export interface Group {
	entries: readonly Entry[];
	/** Length of the text of all entries. */
	characters: number;
}

const FEWEST_ENTRIES = 2;
/** Shorter lists of text are menus and tags. */
const MOST_GROUPS = 400;
const MOST_ENTRIES = 3_000;
const SHOWN = 'a[href], img';
const NO_ENTRIES = new Set('br hr td th thead tbody tfoot col colgroup img input path'.split(' '));

/**
 * Everything on a page that may be the entries of a list: siblings of one kind; elements of one tag path or
 * of one class, wherever they are, because a list may go on in a second container; and runs of
 * siblings that repeat without an element around each (`h3 p h3 p`).
 */
export function findGroups(parts: readonly Part[]): Group[] {
	const paths = new Map<Part, number>();
	const known = new Map<string, number>();
	for (const part of parts) {
		const path = `${part.parent === undefined ? '' : paths.get(part.parent)}>${part.kind}`;
		if (!known.has(path)) known.set(path, known.size);
		paths.set(part, known.get(path) ?? 0);
	}
	const usable = parts.filter(
		(part) =>
			isTold(part) && part.parent !== undefined && !NO_ENTRIES.has(part.kind.split('.')[0] ?? ''),
	);
	const lists: Part[][] = [
		...Map.groupBy(usable, (part) => paths.get(part) ?? 0).values(),
		...parts.flatMap(({ children }) => [
			...Map.groupBy(children.filter(isTold), ({ kind }) => kind.split('.')[0] ?? '').values(),
			...Map.groupBy(children.filter(isTold), ({ kind }) => kind).values(),
		]),
		...byToken(usable),
	];
	const alone = lists
		.filter(({ length }) => length >= FEWEST_ENTRIES && length <= MOST_ENTRIES)
		.map(outermost)
		.map((members) => members.map((part): Entry => [part]));
	const runs = parts.flatMap(findRuns);
	const found = new Set<string>();
	const groups = [...alone, ...runs].flatMap((entries): Group[] => {
		const key = entries.map((entry) => `${entry[0]?.start}-${entry.at(-1)?.start}`).join();
		if (entries.length < FEWEST_ENTRIES || found.has(key)) return [];
		found.add(key);
		const lengths = entries.map((entry) => entry.reduce((sum, { text }) => sum + text.length, 0));
		return [{ entries, characters: lengths.reduce((sum, length) => sum + length, 0) }];
	});
	return groups.toSorted((a, b) => b.characters - a.characters).slice(0, MOST_GROUPS);
}

/** Whether a part says something, and is not the header of a table. */
const isTold = (part: Part): boolean => part.text !== '' && !isHeader(part);

function byToken(parts: readonly Part[]): Part[][] {
	const named = parts.flatMap((part) => part.tokens.map((token) => ({ token, part })));
	const groups = Map.groupBy(named, ({ token }) => token).values();
	return [...groups].map((group) => group.map(({ part }) => part));
}

/** Entries of one list are not inside each other. */
function outermost(members: readonly Part[]): Part[] {
	const kept: Part[] = [];
	for (const part of members) {
		const last = kept.at(-1);
		if (last === undefined || part.start > last.end) kept.push(part);
	}
	return kept;
}

/** Whether a part without a text leads somewhere or is a picture: a button below a text, a photo above it. */
const shows = ({ text, element }: Part): boolean =>
	text === '' && (element.matches(SHOWN) || element.querySelector(SHOWN) !== null);

/** Siblings that repeat: each run begins with an element of the kind that the first begins with. */
function findRuns({ children }: Part): Entry[][] {
	const told = children.filter((part) => isTold(part) || shows(part));
	const kinds = Map.groupBy(told, ({ kind }) => kind);
	return [...kinds.values()].flatMap((openers) => {
		if (openers.length < FEWEST_ENTRIES || openers.length * 2 > told.length + 1) return [];
		const starts = new Set(openers);
		const runs: Part[][] = [];
		for (const part of told) {
			if (starts.has(part)) runs.push([part]);
			else runs.at(-1)?.push(part);
		}
		// What is inside the runs does not come before the first: that would be the end of a run.
		const before = told[told.findIndex((part) => starts.has(part)) - 1];
		if (runs.some((run) => run.some(({ kind }) => kind === before?.kind))) return [];
		// What follows the last entry is not limited by a next one.
		const usual = Math.max(...runs.slice(0, -1).map(({ length }) => length));
		const last = runs.pop()?.slice(0, usual) ?? [];
		return [[...runs, last]];
	});
}

/**
 * How many entries stand in each container of a list, where there are several: "Featured" above "All". None for
 * one container, and for a grid, whose rows have as many entries each.
 */
export function containerSizes(entries: readonly Entry[]): number[] {
	const ways = entries.map(([first]) => lineage(first));
	const deepest = Math.max(0, ...ways.map(({ length }) => length)) - 1;
	for (let levels = 1; levels < deepest; levels += 1) {
		const sizes = [...Map.groupBy(ways, (way) => way[levels]).values()].map(({ length }) => length);
		// An element of its own around each entry is no container.
		if (sizes.every((size) => size === 1)) continue;
		const [first = 0] = sizes;
		const last = sizes.at(-1) ?? 0;
		const isGrid = sizes.slice(0, -1).every((size) => size === first) && last <= first;
		return isGrid ? [] : sizes;
	}
	return [];
}

/** A part and what is around it. */
function lineage(part: Part | undefined): Part[] {
	const way: Part[] = [];
	for (let one = part; one !== undefined; one = one.parent) way.push(one);
	return way;
}
