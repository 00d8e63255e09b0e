import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, withoutRepeats } from '../../json.ts';

const SCRIPTS = 'script[type]';
const JSON_LD_TYPE = /^application\/ld\+json\b/iu;

/** Comment and CDATA brackets that older templates put around scripts. */
const WRAPPERS =
	/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)|(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*$/gu;
/** Line breaks and tabs inside strings, which JSON forbids and templates produce. */
const CONTROL_CHARACTERS = /[\u0000-\u001F]+/gu;

/** How deep values may be nested; vocabularies need far less, and hostile pages far more. */
const MAX_NESTING = 40;

/** How deep references between nodes are followed ("author": {"@id": "#ada"}). */
const MAX_REFERENCE_DEPTH = 4;
/** How many references of a page are followed: nodes that all name each other multiply. */
const MAX_REFERENCES = 500;

/** The nodes a page's references may name, and how many more references are followed. */
interface References {
	byId: ReadonlyMap<string, JsonObject>;
	remaining: number;
}

/**
 * The nodes of a page's JSON-LD, in page order: top-level objects, entries of lists and of
 * `@graph`, with references by `@id` replaced by the node they name. Scripts that are not JSON
 * are passed over.
 */
export function readJsonLd(document: Document): JsonObject[] {
	const nodes = [...document.querySelectorAll(SCRIPTS)]
		.filter((script) => JSON_LD_TYPE.test(script.getAttribute('type')?.trim() ?? ''))
		.flatMap((script) => topNodes(parseScript(script.textContent ?? '')));
	const references = { byId: new Map(nodes.flatMap(idEntry)), remaining: MAX_REFERENCES };
	return withoutRepeats(nodes).map((node) => resolveObject(node, references, MAX_REFERENCE_DEPTH));
}

function parseScript(text: string): JsonValue {
	const bare = text.replace(WRAPPERS, '').trim();
	for (const candidate of [bare, bare.replace(CONTROL_CHARACTERS, ' ').replace(/;$/u, '')]) {
		try {
			const value: JsonValue = JSON.parse(candidate);
			return isNestedDeeper(value, MAX_NESTING) ? null : value;
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
