/// <reference lib="dom" />
import { findFollowing } from '../pinned/followingParts.ts';
import { readShownText } from '../pinned/elementValue.ts';
import { lineage } from '../pinned/lineage.ts';
import { classesOf } from './stableMarks.ts';

/**
 * The elements that entries of a list consist of. An entry is one element, or it goes on in what follows it, up to
 * the next entry: `h3 p h3 p`, or several rows of a table.
 */
export class EntryParts {
	/** In the order of the page, with what follows each. */
	readonly following: ReadonlyMap<Element, readonly Element[]>;
	private readonly owners = new Map<Element, Element>();

	constructor(entries: readonly Element[]) {
		const following = findFollowing(entries);
		const filled = [...following.values()].filter((parts) => parts.some(hasContent)).length;
		const areRuns = filled * 2 >= following.size;
		this.following = areRuns ? following : new Map(entries.map((entry) => [entry, []]));
		for (const [entry, parts] of this.following) {
			for (const part of [entry, ...parts]) this.owners.set(part, entry);
		}
	}

	/** The parts of all entries. */
	get all(): Element[] {
		return [...this.owners.keys()];
	}

	/** The part of an entry that an element is in, or is; undefined for one of no entry. */
	partOf(element: Element): Element | undefined {
		return lineage(element).find((one) => this.owners.has(one));
	}

	/** The entry that an element is in; undefined for one of no entry. */
	entryOf(element: Element): Element | undefined {
		const part = this.partOf(element);
		return part && this.owners.get(part);
	}

	/** Which of the parts of its entry with its tag a part is, from 1. */
	positionOf(part: Element): number {
		const entry = this.owners.get(part);
		const all = entry === undefined ? [] : [entry, ...(this.following.get(entry) ?? [])];
		return all.filter(({ localName }) => localName === part.localName).indexOf(part) + 1;
	}
}

/**
 * What the entries of a list begin with: themselves, or siblings before all of them that are alike. What follows
 * the last entry tells whether they belong to the next one or to the one before.
 */
export function findStarts(entries: readonly Element[]): readonly Element[] {
	const known = new Set(entries);
	const ends = [...findFollowing(entries)].flatMap(([entry, parts]) =>
		parts.at(-1)?.nextElementSibling === null || entry === entries.at(-1) ? parts : [],
	);
	let starts = entries;
	for (;;) {
		const before = starts.map((start) => start.previousElementSibling);
		const [first] = before;
		const areAlike = before.every(
			(one) => one !== null && first != null && !known.has(one) && isLike(one, first),
		);
		if (!areAlike || first == null || !hasContent(first)) return starts;
		if (ends.some((one) => isLike(one, first))) return starts;
		starts = before.flatMap((one) => one ?? []);
	}
}

function isLike(one: Element, other: Element): boolean {
	const [own, others] = [classesOf(one), classesOf(other)];
	const shared = own.filter((name) => others.includes(name)).length;
	return one.localName === other.localName && shared * 2 >= Math.max(own.length, others.length);
}

const hasContent = (element: Element): boolean =>
	element.localName === 'img' ||
	element.querySelector('img') !== null ||
	readShownText(element) !== '';
