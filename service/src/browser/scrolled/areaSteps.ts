/// <reference lib="dom" />
import { inPage } from '../scripts/inPage.ts';
import {
	type Area,
	type AreaRequest,
	areasOf,
	listsOf,
	makeArea,
	noteChanges,
	placesOf,
	positionOf,
	rootsIn,
	scrollArea,
} from './area.ts';
import {
	type ClosedRoots,
	innermostParent,
	keepRows,
	keyOf,
	matchRows,
	readRows,
	showRows,
} from './keptRows.ts';

/** What the steps use in the page. */
const STEP_PARTS = [
	positionOf,
	scrollArea,
	rootsIn,
	placesOf,
	noteChanges,
	makeArea,
	areasOf,
	listsOf,
	keepLists,
	wordsOf,
	keyOf,
	innermostParent,
	readRows,
	matchRows,
	keepRows,
];

/**
 * Finds the parts of a page that scroll separately, and scrolls each to its far end.
 * @returns how many there are
 */
export const findAreas = inPage(scrollToFarEnds, STEP_PARTS);

/**
 * Scrolls back those whose words changed, and forgets the others.
 * @returns how many are left
 */
export const keepChanged = inPage(keepChangedAreas, STEP_PARTS);

/**
 * Records what each area shows, and scrolls on.
 * @returns how many are not at their end
 */
export const stepAreas = inPage(stepOn, STEP_PARTS);

/** Scrolls every area back to where it was found. @returns how many there are */
export const endAreas = inPage(scrollBack, STEP_PARTS);

/**
 * Records what is shown at the end, and scrolls tables sideways.
 * @returns how many tables there are
 */
export const showColumns = inPage(scrollSideways, STEP_PARTS);

/** Scrolls tables back. @returns how many areas have more content than was read */
export const closeAreas = inPage(countUnread, STEP_PARTS);

/** Helpers of {@link showKept} in the page. */
export const SHOW_KEPT_PARTS = [areasOf, showKept, showRows, keyOf, innermostParent];

/** Inserts all recorded rows in place. @returns a function that removes them again */
export function showKept(request: Pick<AreaRequest, 'record' | 'closedRoots'>): () => void {
	const closedRoots: ClosedRoots = Reflect.get(window, Symbol.for(request.closedRoots));
	const ends = areasOf(request).flatMap(({ lists }) =>
		[...lists].map(([list, kept]) => showRows(kept, list, closedRoots)),
	);
	return () => ends.reverse().forEach((end) => end());
}

function scrollToFarEnds(_root: Element, request: AreaRequest): number {
	const closedRoots: ClosedRoots = Reflect.get(window, Symbol.for(request.closedRoots));
	const sizeOf = ({ clientHeight, clientWidth }: Element): number => clientHeight * clientWidth;
	const scrolled = rootsIn(document, closedRoots)
		.flatMap((root) => [...root.querySelectorAll('*')])
		.filter(
			(element) =>
				(element.scrollHeight > element.clientHeight ||
					element.scrollWidth > element.clientWidth) &&
				(request.isFrame || element !== document.scrollingElement) &&
				!/^(?:TEXTAREA|SELECT|INPUT)$/.test(element.nodeName),
		);
	scrolled.sort((one, other) => sizeOf(other) - sizeOf(one));
	const areas: Area[] = [];
	for (const element of scrolled) {
		if (areas.length < request.mostAreas) areas.push(...makeArea(element));
	}
	for (const area of areas) noteChanges(area, areas, closedRoots);
	Object.defineProperty(window, Symbol.for(request.record), { value: areas, configurable: true });
	return areas.length;
}

function keepChangedAreas(_root: Element, request: AreaRequest): number {
	const areas = areasOf(request);
	const changed = areas.filter((area) => area.changedLists.size + area.changedWords.size > 0);
	for (const area of areas) {
		if (changed.includes(area)) scrollArea(area, -area.direction * 1e9);
		else {
			area.observer.disconnect();
			scrollArea(area, area.startsAt);
		}
	}
	Object.defineProperty(window, Symbol.for(request.record), { value: changed, configurable: true });
	return changed.length;
}

function keepLists(area: Area, request: Pick<AreaRequest, 'closedRoots'>, isLast = false): void {
	const closedRoots: ClosedRoots = Reflect.get(window, Symbol.for(request.closedRoots));
	for (const list of listsOf(area)) {
		const kept = area.lists.get(list) ?? [];
		area.lists.set(list, kept);
		keepRows(kept, { list, area: area.element, closedRoots }, isLast);
		// Rows below each other, whose cells appear as they are scrolled sideways.
		const isTable = kept.length > 1 && kept.every(({ left }) => left === kept[0]?.left);
		area.hasMoreColumns ||= !area.isVertical && isTable;
	}
}

function stepOn(_root: Element, request: AreaRequest): number {
	const areas = areasOf(request).filter(({ isDone }) => !isDone);
	for (const area of areas) {
		keepLists(area, request);
		const { element, isVertical, direction } = area;
		const before = positionOf(area);
		// Rows at the edge are seen twice, which shows how the parts connect.
		const step = Math.max(
			20,
			Math.floor(0.8 * (isVertical ? element.clientHeight : element.clientWidth)),
		);
		area.isDone = Math.abs(scrollArea(area, before + direction * step) - before) < 2;
	}
	return areas.filter(({ isDone }) => !isDone).length;
}

function scrollBack(_root: Element, request: AreaRequest): number {
	const areas = areasOf(request);
	for (const area of areas) scrollArea(area, area.startsAt);
	return areas.length;
}

/** What an area shows. */
function wordsOf(area: Area, closedRoots: ClosedRoots): string {
	return listsOf(area)
		.flatMap((list) => [...list.children].map((row) => keyOf(row, closedRoots)))
		.join(' ');
}

function scrollSideways(_root: Element, request: AreaRequest): number {
	const closedRoots: ClosedRoots = Reflect.get(window, Symbol.for(request.closedRoots));
	const areas = areasOf(request);
	for (const area of areas) keepLists(area, request, true);
	const isWide = ({ element, isVertical }: Area): boolean =>
		isVertical &&
		element.scrollWidth - element.clientWidth > 20 &&
		/^(?:auto|scroll)$/.test(getComputedStyle(element).overflowX);
	const wide = areas.filter(isWide);
	for (const area of wide) {
		area.firstColumns = wordsOf(area, closedRoots);
		scrollArea({ element: area.element, isVertical: false }, 1e9);
	}
	return wide.length;
}

function countUnread(_root: Element, request: AreaRequest): number {
	const closedRoots: ClosedRoots = Reflect.get(window, Symbol.for(request.closedRoots));
	const areas = areasOf(request);
	for (const area of areas) {
		area.observer.disconnect();
		if (area.firstColumns === undefined) continue;
		area.hasMoreColumns = wordsOf(area, closedRoots) !== area.firstColumns;
		scrollArea({ element: area.element, isVertical: false }, 0);
	}
	return areas.filter(({ isDone, hasMoreColumns }) => hasMoreColumns || !isDone).length;
}
