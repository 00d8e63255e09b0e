/// <reference lib="dom" />

/**
 * The rows of a list of which only the places of its fields are known: each row is the largest part of the
 * page with at most one place of every field.
 * @param columns the places of each field
 * @returns undefined when the places cannot be put into rows in that way
 */
export function findRows(
	place: Element,
	columns: readonly (readonly Element[])[],
): Element[] | undefined {
	const [longest = []] = columns.toSorted((left, right) => right.length - left.length);
	const counts = new Map<Element, number>();
	for (const element of longest) {
		for (const around of lineage(element, place)) counts.set(around, (counts.get(around) ?? 0) + 1);
	}
	const rows = longest.map(
		(element) => lineage(element, place).findLast((around) => counts.get(around) === 1) ?? element,
	);
	const known = new Set(rows);
	const fits = columns.every((column) => {
		const held = column.map((element) => lineage(element, place).find((one) => known.has(one)));
		return !held.includes(undefined) && new Set(held).size === held.length;
	});
	return fits && known.size === rows.length ? rows : undefined;
}

/** An element and its ancestors, up to a place. */
function lineage(element: Element, place: Element): Element[] {
	const found: Element[] = [];
	for (let one: Element | null = element; one !== null; one = one.parentElement) {
		found.push(one);
		if (one === place) break;
	}
	return found;
}
