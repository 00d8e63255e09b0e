/// <reference lib="dom" />
import { findElements, parseSelector } from '../pinned/selector.ts';
import { innerNodes, itemOf, objectOf, type SchemaNode } from '../schema/schemaNode.ts';

/** The elements that the selectors of a schema find, by the field that has the selector. */
export type PinnedPlaces = Map<SchemaNode, Set<Element>>;

/** Adds the elements of a page that the selectors of a schema find. */
export function addPinned(
	node: SchemaNode,
	places: readonly Element[],
	found: PinnedPlaces,
): PinnedPlaces {
	const item = itemOf(node);
	const selector = node.selector ?? item?.selector;
	const own =
		selector === undefined
			? places
			: places.flatMap((place) => findElements(place, parseSelector(selector)));
	const object = objectOf(item ?? node);
	if (object !== undefined) {
		for (const inner of object.properties.values()) addPinned(inner, own, found);
	} else if (selector !== undefined) {
		for (const one of item === undefined ? [node] : [node, item]) {
			found.set(one, new Set([...(found.get(one) ?? []), ...own]));
		}
	}
	return found;
}

/** The attributes that the selectors of a schema name. */
export function pinnedAttributes(node: SchemaNode): string[] {
	const { selector = '' } = node;
	return [
		parseSelector(selector).attribute ?? [],
		...innerNodes(node).map(pinnedAttributes),
	].flat();
}
