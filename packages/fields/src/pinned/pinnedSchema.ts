import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { mapParts, SELECTOR } from '../schema/schema.ts';
import { innerNodes, readSchema, type SchemaNode } from '../schema/schemaNode.ts';
import { findMistake } from './selector.ts';

/** Whether a field, or one inside it, has a selector. */
export const isPinned = (node: SchemaNode): boolean =>
	node.selector !== undefined || innerNodes(node).some(isPinned);

/** What is wrong with the selectors of a schema, one sentence each, with the name of the field. */
export function findSelectorMistakes(schema: JsonObject, path = ''): string[] {
	const given = schema[SELECTOR];
	const reason = typeof given === 'string' ? findMistake(given) : 'it is not text';
	const own =
		given === undefined || reason === undefined
			? []
			: [
					`schema: the ${SELECTOR} of "${path || 'the root'}" is no CSS selector: ${JSON.stringify(given)} (${reason}).`,
				];
	const inner: string[] = [];
	mapParts(schema, (part, pointer) => {
		const name = /^\/properties\/(.*)$/u.exec(pointer)?.[1];
		const step = name === undefined ? (pointer === '/items' ? '[]' : '') : `.${name}`;
		const at = `${path}${step}`.replace(/^\./u, '');
		if (isJsonObject(part)) inner.push(...findSelectorMistakes(part, at));
		return part;
	});
	return [...own, ...inner];
}

/** The selectors of a schema. */
export function listSelectors(schema: JsonObject): string[] {
	const found: string[] = [];
	const { [SELECTOR]: own } = schema;
	if (typeof own === 'string') found.push(own);
	mapParts(schema, (part) => {
		if (isJsonObject(part)) found.push(...listSelectors(part));
		return part;
	});
	return found;
}

/** The schema for readers that do not know selectors. */
export function withoutSelectors({ [SELECTOR]: _selector, ...schema }: JsonObject): JsonObject {
	return mapParts(schema, (part) => (isJsonObject(part) ? withoutSelectors(part) : part));
}

/** The schema of the fields without a selector; undefined when all have one. */
export function unpinnedPart(schema: JsonObject): JsonObject | undefined {
	const { properties, required, ...others } = schema;
	if (schema[SELECTOR] !== undefined || !isJsonObject(properties)) return undefined;
	const kept = Object.entries(properties).flatMap(([name, part]): [string, JsonValue][] => {
		if (!isJsonObject(part) || !isPinned(readSchema(part))) return [[name, part]];
		const inner = unpinnedPart(part);
		return inner === undefined ? [] : [[name, inner]];
	});
	if (kept.length === 0) return undefined;
	const names = new Set<JsonValue>(kept.map(([name]) => name));
	return {
		...others,
		properties: Object.fromEntries(kept),
		...(Array.isArray(required) && { required: required.filter((name) => names.has(name)) }),
	};
}
