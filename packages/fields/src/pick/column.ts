/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readShownText } from '../pinned/elementValue.ts';
import { commonAncestor, lineage } from '../pinned/lineage.ts';
import { positionOf } from './pickedPage.ts';
import { classesOf } from './stableMarks.ts';

/** Like values of a page, and the entry that each of them is in. */
export interface Column {
	elements: Element[];
	/** As many as elements, in the same order. */
	entries: Element[];
}

/** Elements that HTML defines as one of several different values. */
const CELLS = new Set(['td', 'th', 'dt', 'dd']);

/** One step of the way from the place of a list to its values. */
interface Step {
	tag: string;
	/** Of these a value has at least half. */
	classes: string[];
	/** Where its place among its like is what distinguishes it. */
	position?: number;
}

/**
 * The column that some values, at least two, belong to: all values that are at the same place of like parts of
 * the page.
 * @returns undefined when they are not alike, or are different values of one entry
 */
export function findColumn(samples: readonly Element[]): Column | undefined {
	const inner = commonAncestor(samples);
	if (inner === undefined || samples.includes(inner)) return undefined;
	const ways = samples.map((sample) => lineage(sample, inner).reverse());
	const steps = readSteps(ways);
	if (steps === undefined) return undefined;
	const repeated = likePlaces(inner, steps);
	if (repeated.length > 0 && areValues(ways)) return undefined;
	// Rows of a grid have no content but their cells: it goes on in the next row.
	const found = follow([inner], steps.slice(0, 1));
	const isRow = repeated.length > 0 && found.length === inner.childElementCount;
	const place = (isRow && inner.parentElement) || inner;
	const elements = follow(isRow ? [inner, ...repeated].toSorted(inOrder) : [inner], steps);
	const height = entryHeight(elements, place);
	const entries = elements.map((element) => lineage(element)[height] ?? element);
	const isFirst = (entry: Element, at: number) => entries.indexOf(entry) === at;
	const kept = entries.flatMap((entry, at) => (isFirst(entry, at) ? [at] : []));
	if (kept.length < 2) return undefined;
	return {
		elements: kept.flatMap((at) => elements[at] ?? []),
		entries: kept.flatMap((at) => entries[at] ?? []),
	};
}

/** The steps that some ways have in common; undefined when they differ. */
function readSteps(ways: readonly Element[][]): Step[] | undefined {
	const [first = [], ...others] = ways;
	if (others.some(({ length }) => length !== first.length)) return undefined;
	const steps: Step[] = [];
	for (const [at, own] of first.entries()) {
		const all = ways.map((way) => way[at] ?? own);
		if (all.some(({ localName }) => localName !== own.localName)) return undefined;
		const classes = classesOf(own).filter((name) =>
			all.every((element) => classesOf(element).includes(name)),
		);
		const step: Step = { tag: own.localName, classes };
		const values = ways.map((way) => way.at(-1) ?? own);
		if (at > 0 && all.some((element, way) => isOneOfSeveral(element, values[way] ?? element))) {
			const isNamed = classes.length > 0 && all.every((one) => isOnly(one, classes));
			const positions = new Set(all.map(positionOf));
			if (!isNamed && positions.size > 1) return undefined;
			if (!isNamed) step.position = positionOf(own);
		}
		steps.push(step);
	}
	return steps;
}

/** Whether an element is beside others of its kind that may mean something else: a cell, or a mere value. */
function isOneOfSeveral(element: Element, value: Element): boolean {
	const like = [...(element.parentElement?.children ?? [])].filter(
		({ localName }) => localName === element.localName,
	);
	return like.length > 1 && holdsOnly(element, value);
}

/** Whether a part of a page says nothing but one value. */
function holdsOnly(part: Element, value: Element): boolean {
	return (
		CELLS.has(part.localName) || part === value || readShownText(part) === readShownText(value)
	);
}

/** Whether no sibling of an element has its classes. */
function isOnly(element: Element, classes: readonly string[]): boolean {
	return [...(element.parentElement?.children ?? [])].every(
		(one) => one === element || !classes.every((name) => classesOf(one).includes(name)),
	);
}

/** Whether each part of a place is only a value: then the place is an entry, if it repeats. */
function areValues(ways: readonly Element[][]): boolean {
	return ways.every(([part, ...inner]) =>
		part === undefined ? false : holdsOnly(part, inner.at(-1) ?? part),
	);
}

/** The places beside another one that are like it and have values at the end of the same steps. */
function likePlaces(place: Element, [top, ...inner]: readonly Step[]): Element[] {
	const free = top === undefined ? [] : [{ tag: top.tag, classes: [] }, ...inner];
	const like = [...(place.parentElement?.children ?? [])].filter(
		(one) => one !== place && one.localName === place.localName && hasHalf(one, classesOf(place)),
	);
	return like.filter((one) => follow([one], free).length > 0);
}

const inOrder = (one: Element, other: Element): number =>
	// DOCUMENT_POSITION_FOLLOWING
	(one.compareDocumentPosition(other) & 4) === 0 ? 1 : -1;

/** The elements at the end of some steps. */
function follow(places: readonly Element[], steps: readonly Step[]): Element[] {
	let found = [...places];
	for (const { tag, classes, position } of steps) {
		found = found.flatMap((place) =>
			[...place.children].filter(
				(child) =>
					child.localName === tag &&
					hasHalf(child, classes) &&
					(position === undefined || positionOf(child) === position),
			),
		);
	}
	return found;
}

function hasHalf(element: Element, classes: readonly string[]): boolean {
	const own = classesOf(element);
	return classes.filter((name) => own.includes(name)).length * 2 >= classes.length;
}

/** How many steps most entries are above their values: an entry is the largest part with one value. */
function entryHeight(elements: readonly Element[], place: Element): number {
	const counts = new Map<Element, number>();
	for (const element of elements) {
		for (const around of lineage(element, place)) counts.set(around, (counts.get(around) ?? 0) + 1);
	}
	const heights = new Map<number, number>();
	for (const element of elements) {
		const height = lineage(element, place).findLastIndex((one) => counts.get(one) === 1);
		heights.set(Math.max(0, height), (heights.get(Math.max(0, height)) ?? 0) + 1);
	}
	const [most] = [...heights].toSorted(([a, one], [b, other]) => other - one || a - b);
	return most?.[0] ?? 0;
}
