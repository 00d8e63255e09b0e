import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { nameKey } from '../names.ts';
import type { Collection, DataRecord } from '../pageData.ts';
import { typeNames } from '../typeNames.ts';

/** How deep lists inside nodes are looked for (a product's offers' reviews). */
const MAX_LIST_DEPTH = 4;

/** A JSON-LD or microdata node as a record. */
export function declaredRecord(node: JsonObject): DataRecord {
	return { names: nodeNames(node), fields: node, isDeclared: true };
}

/** The name keys of a node's types. */
export function nodeNames(node: JsonObject): string[] {
	const types = [node['@type'] ?? []].flat().filter((type) => typeof type === 'string');
	return [...new Set(types.flatMap(typeNames))];
}

/** Everything that nodes list: nodes of the same type beside each other, and lists inside nodes. */
export function declaredCollections(nodes: readonly JsonObject[]): Collection[] {
	return [...nodesByType(nodes), ...nodes.flatMap((node) => listsIn(node, MAX_LIST_DEPTH))];
}

function nodesByType(nodes: readonly JsonObject[]): Collection[] {
	const groups = Map.groupBy(nodes, (node) => nodeNames(node)[0] ?? '');
	return [...groups].filter(([type]) => type !== '').map(([, members]) => collection([], members));
}

function listsIn(node: JsonObject, depth: number): Collection[] {
	if (depth === 0) return [];
	return Object.entries(node).flatMap(([key, value]) => {
		const entries = objectsIn(value).map(unwrapListItem);
		const lists = entries.length > 1 || isListKey(key) ? [listCollection(node, key, entries)] : [];
		return [...lists, ...entries.flatMap((entry) => listsIn(entry, depth - 1))];
	});
}

function listCollection(node: JsonObject, key: string, entries: readonly JsonObject[]): Collection {
	const listName = node['name'];
	const names = isListKey(key)
		? [
				...nodeNames(node).map((name) => name.replace(/ ?list$/u, '')),
				...(typeof listName === 'string' ? [nameKey(listName)] : []),
			]
		: [nameKey(key)];
	return collection(names, entries);
}

function collection(names: readonly string[], nodes: readonly JsonObject[]): Collection {
	const all = [...names, ...nodes.flatMap(nodeNames)].filter((name) => name !== '');
	return { names: [...new Set(all)], records: nodes.map(declaredRecord) };
}

/** An ItemList's entries may wrap the thing they list (schema.org ListItem, `item`). */
function unwrapListItem(entry: JsonObject): JsonObject {
	const { item, ...wrapper } = entry;
	if (isJsonObject(item)) return { ...linkOf(item), ...wrapper, ...item };
	return typeof item === 'string' ? { url: item, ...wrapper } : entry;
}

/** Breadcrumbs name their page by its identifier. */
function linkOf(item: JsonObject): JsonObject {
	const id = item['@id'];
	return typeof id === 'string' && /^https?:/iu.test(id) ? { url: id } : {};
}

function isListKey(key: string): boolean {
	return key === 'itemListElement';
}

function objectsIn(value: JsonValue): JsonObject[] {
	return [value].flat().filter(isJsonObject);
}
