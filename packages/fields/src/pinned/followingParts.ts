/// <reference lib="dom" />

/**
 * What belongs to each entry of a list beside the entry itself: the siblings that follow it, up to the next entry.
 * After the last one in its place they are as many as after any other at most.
 */
export function findFollowing(entries: readonly Element[]): Map<Element, Element[]> {
	const known = new Set(entries);
	const found = new Map<Element, Element[]>();
	const last = new Set<Element>();
	let usual = 0;
	for (const entry of known) {
		const following: Element[] = [];
		let next = entry.nextElementSibling;
		while (next !== null && !known.has(next)) {
			following.push(next);
			next = next.nextElementSibling;
		}
		found.set(entry, following);
		if (next === null) last.add(entry);
		else usual = Math.max(usual, following.length);
	}
	for (const entry of last) found.set(entry, found.get(entry)?.slice(0, usual) ?? []);
	return found;
}
