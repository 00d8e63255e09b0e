/// <reference lib="dom" />
import { findElements, parseSelector } from '../pinned/selector.ts';
import type { SchemaNode } from '../schema/schemaNode.ts';

/** The elements that the selectors of a schema find, by the field that has the selector. */
export type PinnedPlaces = Map<SchemaNode, Set<Element>>;

/** Adds the elements of a page that the selectors of a schema find. */
export function addPinned(
	node: SchemaNode,
	places: readonly Element[],
	found: PinnedPlaces,
): PinnedPlaces {
	const list = node.shapes.find(({ kind }) => kind === 'list');
	const item = list?.kind === 'list' ? list.items : undefined;
	const selector = node.selector ?? item?.selector;
	const own =
		selector === undefined
			? places
			: places.flatMap((place) => findElements(place, parseSelector(selector)));
	const object = (item ?? node).shapes.find(({ kind }) => kind === 'object');
	if (object?.kind === 'object') {
		for (const inner of object.properties.values()) addPinned(inner, own, found);
	} else if (selector !== undefined) {
		for (const one of item === undefined ? [node] : [node, item]) {
			found.set(one, new Set([...(found.get(one) ?? []), ...own]));
		}
	}
	return found;
}

/** The attributes that the selectors of a schema name. */
export function pinnedAttributes({ selector, shapes }: SchemaNode): string[] {
	const own = selector === undefined ? undefined : parseSelector(selector).attribute;
	const inner = shapes.flatMap((shape) => {
		if (shape.kind === 'list') return pinnedAttributes(shape.items);
		return shape.kind === 'object' ? [...shape.properties.values()].flatMap(pinnedAttributes) : [];
	});
	return own === undefined ? inner : [own, ...inner];
}
