/// <reference lib="dom" />
import type { ClosedRoots, KeptRow, RowParent } from './keptRows.ts';

/** A part of a page that scrolls separately. */
export interface Area {
	element: Element;
	isVertical: boolean;
	/** 1 when it is read from its beginning; -1 when it begins at its end, as a chat does. */
	direction: 1 | -1;
	/** Where it was found. */
	startsAt: number;
	/** What changed as it was scrolled: whose elements, and whose words only. */
	changedLists: Set<RowParent>;
	changedWords: Set<RowParent>;
	lists: Map<RowParent, KeptRow[]>;
	observer: MutationObserver;
	isDone: boolean;
	/** If it also scrolls sideways, the beginnings of its rows; undefined for others. */
	firstColumns: string | undefined;
	/** Whether more columns appear as it is scrolled sideways. */
	hasMoreColumns: boolean;
}

/** Input of the steps in a page. */
export interface AreaRequest {
	/** Name of the areas in the window of a page; pages can't know it. */
	record: string;
	/** See `closedRoots.ts`. */
	closedRoots: string;
	/** Areas that are scrolled, the largest first. */
	mostAreas: number;
	/** Whether the document itself is one, as in a frame; else the window is made as tall as the document. */
	isFrame: boolean;
}

/** A step, in the page. @returns how many areas are affected */
export type AreaStep = (root: Element, request: AreaRequest) => number;

/** The areas that earlier steps recorded in this window. */
export function areasOf({ record }: Pick<AreaRequest, 'record'>): Area[] {
	return Reflect.get(window, Symbol.for(record)) ?? [];
}

/** How far an area is scrolled, in pixels. */
export function positionOf({ element, isVertical }: Pick<Area, 'element' | 'isVertical'>): number {
	return isVertical ? element.scrollTop : element.scrollLeft;
}

/** @returns its position then: an area has ends */
export function scrollArea(area: Pick<Area, 'element' | 'isVertical'>, to: number): number {
	area.element.scrollTo({ [area.isVertical ? 'top' : 'left']: to, behavior: 'instant' });
	return positionOf(area);
}

/** A document or shadow root, and all shadow roots below it. */
export function rootsIn(root: ParentNode, closedRoots: ClosedRoots): ParentNode[] {
	const inner = [...root.querySelectorAll('*')].flatMap((element) => {
		const shadow = element.shadowRoot ?? closedRoots?.get(element);
		return shadow === undefined ? [] : [shadow];
	});
	return [root, ...inner.flatMap((shadow) => rootsIn(shadow, closedRoots))];
}

/** A node and all that contains it, the innermost first, across the bounds of web components. */
export function placesOf(node: Node): Node[] {
	const places: Node[] = [];
	let place: Node | null = node;
	while (place !== null) {
		places.push(place);
		place = place instanceof ShadowRoot ? place.host : place.parentNode;
	}
	return places;
}

/** Records what changes in an area; changes in a nested area are recorded there. */
export function noteChanges(area: Area, areas: readonly Area[], closedRoots: ClosedRoots): void {
	const elements = new Set<Node>(areas.map(({ element }) => element));
	const isIn = (node: Node): boolean =>
		placesOf(node).find((place) => elements.has(place)) === area.element;
	const hasElement = (nodes: NodeList): boolean =>
		[...nodes].some(
			(node) => node instanceof Element && !/^(?:SCRIPT|STYLE|LINK)$/.test(node.nodeName),
		);
	area.observer = new MutationObserver((records) => {
		for (const { target, addedNodes, removedNodes } of records) {
			if (!isIn(target)) continue;
			const place =
				target instanceof Element || target instanceof ShadowRoot ? target : target.parentElement;
			const isList = hasElement(addedNodes) || hasElement(removedNodes);
			if (place !== null) (isList ? area.changedLists : area.changedWords).add(place);
		}
	});
	const watched = { subtree: true, childList: true, characterData: true };
	for (const root of rootsIn(area.element, closedRoots)) area.observer.observe(root, watched);
}

export function makeArea(element: Element): Area[] {
	const { overflowX, overflowY } = getComputedStyle(element);
	const { clientHeight, clientWidth, scrollHeight, scrollWidth } = element;
	const isDocument = element === document.scrollingElement;
	const scrolls = isDocument ? /^(?:visible|auto|scroll)$/ : /^(?:auto|scroll|overlay)$/;
	const isVertical = scrolls.test(overflowY) && scrollHeight - clientHeight > 20;
	const isHorizontal = scrolls.test(overflowX) && scrollWidth - clientWidth > 20;
	// Smaller ones contain no lists.
	const isLarge = clientHeight >= 40 && clientWidth >= 80;
	if (!isLarge || !(isVertical || isHorizontal) || !element.checkVisibility()) return [];
	const way = { element, isVertical };
	const startsAt = positionOf(way);
	const last = scrollArea(way, 1e9);
	const first = scrollArea(way, -1e9);
	if (last === first) return [];
	const direction = startsAt >= last - 2 ? -1 : 1;
	scrollArea(way, direction * 1e9);
	const changes = { changedLists: new Set<Element>(), changedWords: new Set<Element>() };
	const observer = new MutationObserver(() => undefined);
	const progress = { isDone: false, firstColumns: undefined, hasMoreColumns: false };
	return [{ ...way, direction, startsAt, ...changes, lists: new Map(), observer, ...progress }];
}

/** The container of an area's rows: whose elements change, or the common ancestor of all changes. */
export function listsOf({ element, changedLists, changedWords }: Area): RowParent[] {
	const changed = changedLists.size > 0 ? changedLists : changedWords;
	const there = [...changed].filter((list) => placesOf(list).includes(element));
	const all = new Set<Node>(there);
	const outer = there.filter(
		(list) =>
			!placesOf(list)
				.slice(1)
				.some((place) => all.has(place)),
	);
	if (changed === changedLists && outer.length <= 3) return outer;
	const [first, ...others] = outer.map(placesOf);
	const common = first?.find((place) => others.every((places) => places.includes(place)));
	return common instanceof Element || common instanceof ShadowRoot ? [common] : [element];
}
