/// <reference lib="dom" />
import { lineage } from './lineage.ts';

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
	const wayOf = (element: Element): Element[] => lineage(element, place.parentElement);
	const counts = new Map<Element, number>();
	for (const around of longest.flatMap(wayOf)) counts.set(around, (counts.get(around) ?? 0) + 1);
	const rows = longest.map(
		(element) => wayOf(element).findLast((around) => counts.get(around) === 1) ?? element,
	);
	const known = new Set(rows);
	const fits = columns.every((column) => {
		const held = column.map((element) => wayOf(element).find((one) => known.has(one)));
		return !held.includes(undefined) && new Set(held).size === held.length;
	});
	return fits && known.size === rows.length ? rows : undefined;
}
