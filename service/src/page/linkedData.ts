/// <reference lib="dom" />
import { isJsonObject, withoutRepeats, type JsonObject, type JsonValue } from '../json.ts';

/** Comment and CDATA brackets that older templates put around scripts. */
const OPENING_BRACKETS = /^(?:<!--|(?:\/\*|\/\/)?\s?<!\[CDATA\[\s?(?:\*\/)?)/;
const CLOSING_BRACKETS = /(?:-->|(?:\/\*|\/\/)?\s?\]\]>\s?(?:\*\/)?)$/;
/** Line breaks and tabs inside strings, which JSON forbids and templates produce. */
const CONTROL_CHARACTERS = /[\u0000-\u001F]+/g;

/** How deep values may be nested; vocabularies need far less, and hostile pages far more. */
const MOST_NESTING = 40;
/** How deep references between nodes are followed ("author": {"@id": "#ada"}). */
const MOST_REFERENCE_DEPTH = 4;
/** How many references of a page are followed: nodes that all name each other multiply. */
const MOST_REFERENCES = 500;
/** Nodes of a page that are read. */
const MOST_NODES = 2_000;

/** The nodes a page's references may name, and how many more references are followed. */
interface References {
	byId: ReadonlyMap<string, JsonObject>;
	remaining: number;
}

/**
 * The things a page describes for machines (JSON-LD), in page order: top-level objects, entries of
 * lists and of `@graph`, with references by `@id` replaced by the node they name. Scripts that are
 * not JSON are passed over.
 */
export function readLinkedData(document: Document): JsonObject[] {
	const scripts = [...document.querySelectorAll('script[type*="ld+json" i]')];
	const nodes = scripts.flatMap((script) => topNodes(parse(script.textContent)));
	const references: References = {
		byId: new Map(nodes.flatMap(idEntry)),
		remaining: MOST_REFERENCES,
	};
	return withoutRepeats(nodes.slice(0, MOST_NODES)).map((node) =>
		resolveObject(node, references, MOST_REFERENCE_DEPTH),
	);
}

/** A thing and every thing inside of it that says what it is. */
export function listThings(value: JsonValue): JsonObject[] {
	if (Array.isArray(value)) return value.flatMap(listThings);
	if (!isJsonObject(value)) return [];
	const own = '@type' in value ? [value] : [];
	return [...own, ...Object.values(value).flatMap(listThings)];
}

/** The kinds of a thing as the page writes them, such as `NewsArticle`. */
export function typesOf(node: JsonObject): string[] {
	return [node['@type'] ?? []].flat().filter((type) => typeof type === 'string');
}

function parse(text: string): JsonValue {
	const bare = text.trim().replace(OPENING_BRACKETS, '').replace(CLOSING_BRACKETS, '').trim();
	for (const candidate of [bare, bare.replace(CONTROL_CHARACTERS, ' ').replace(/;$/, '')]) {
		try {
			const value: JsonValue = JSON.parse(candidate);
			return isNestedDeeper(value, MOST_NESTING) ? null : value;
		} catch {
			continue;
		}
	}
	return null;
}

function isNestedDeeper(value: JsonValue, limit: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return limit === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, limit - 1));
}

function topNodes(value: JsonValue): JsonObject[] {
	if (Array.isArray(value)) return value.flatMap(topNodes);
	if (!isJsonObject(value)) return [];
	const { '@graph': graph, ...own } = value;
	if (graph === undefined) return [value];
	const hasOwnData = Object.keys(own).some((key) => !key.startsWith('@'));
	return [...(hasOwnData ? [own] : []), ...topNodes(graph)];
}

function idEntry(node: JsonObject): [string, JsonObject][] {
	const id = node['@id'];
	return typeof id === 'string' && Object.keys(node).length > 1 ? [[id, node]] : [];
}

function resolveObject(node: JsonObject, references: References, depth: number): JsonObject {
	return Object.fromEntries(
		Object.entries(node).map(([key, value]) => [key, resolve(value, references, depth)]),
	);
}

function resolve(value: JsonValue, references: References, depth: number): JsonValue {
	if (Array.isArray(value)) return value.map((part) => resolve(part, references, depth));
	if (!isJsonObject(value)) return value;
	const id = value['@id'];
	const isReference = typeof id === 'string' && Object.keys(value).length === 1;
	const target = isReference ? references.byId.get(id) : undefined;
	if (target === undefined) return resolveObject(value, references, depth);
	// Nodes may name each other in circles.
	if (depth === 0 || references.remaining === 0) return value;
	references.remaining -= 1;
	return resolveObject(target, references, depth - 1);
}
