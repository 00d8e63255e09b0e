import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';

/** A part of a schema that is a schema itself, with its JSON Pointer below the parent. */
export interface SchemaPart {
	pointer: string;
	value: JsonValue;
}

/** The schema with each schema directly inside of it replaced; keywords of the wrong shape stay. */
export function replaceParts(
	schema: JsonObject,
	replace: (part: SchemaPart) => JsonValue,
): JsonObject {
	const replaced: JsonObject = { ...schema };
	const { properties } = schema;
	if (isJsonObject(properties)) {
		replaced['properties'] = Object.fromEntries(
			Object.entries(properties).map(([name, value]) => [
				name,
				replace({ pointer: `/properties${pointerStep(name)}`, value }),
			]),
		);
	}
	for (const keyword of ['anyOf', 'oneOf']) {
		const listed = schema[keyword];
		if (!Array.isArray(listed)) continue;
		replaced[keyword] = listed.map((value, index) =>
			replace({ pointer: `/${keyword}/${index}`, value }),
		);
	}
	for (const keyword of ['items', 'additionalProperties']) {
		const value = schema[keyword];
		// True and false are switches, not parts.
		if (value === undefined || typeof value === 'boolean') continue;
		replaced[keyword] = replace({ pointer: `/${keyword}`, value });
	}
	return replaced;
}

/** Every schema directly inside a schema. */
export function schemaParts(schema: JsonObject): SchemaPart[] {
	const parts: SchemaPart[] = [];
	replaceParts(schema, (part) => {
		parts.push(part);
		return part.value;
	});
	return parts;
}

/** A name as one step of a JSON Pointer (RFC 6901: ~ and / are escaped). */
function pointerStep(name: string): string {
	return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names that a JSON Pointer leads through. */
export function pointerSteps(pointer: string): string[] {
	return pointer
		.split('/')
		.slice(1)
		.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer for people: "At /properties/price" or "At the root". */
export function placeText(pointer: string): string {
	return pointer === '' ? 'At the root' : `At ${pointer}`;
}

/**
 * How many schema parts may come out when references are replaced by what they name. A 10 KB
 * schema whose definitions name each other can expand without bound.
 */
const MAX_EXPANDED_PARTS = 2_000;

/** How many parts may lie inside each other; a schema within the limits has far fewer. */
const MAX_STEPS = 32;

interface Expansion {
	root: JsonObject;
	errors: string[];
	partCount: number;
}

/** Where in the expanded schema a part lies, and the references that led there. */
interface Path {
	pointer: string;
	followed: readonly string[];
}

/** A schema without references, and the references that could not be followed. */
export interface ExpandedSchema {
	schema: JsonObject;
	errors: string[];
}

/** Replaces every reference into the schema itself (`#/$defs/Offer`) by what it names. */
export function expandReferences(root: JsonObject): ExpandedSchema {
	const expansion: Expansion = { root, errors: [], partCount: 0 };
	const schema = expand(root, { pointer: '', followed: [] }, expansion);
	if (expansion.partCount > MAX_EXPANDED_PARTS) {
		expansion.errors.push(
			`The schema has more than ${MAX_EXPANDED_PARTS} parts once its references are followed. Name fewer definitions.`,
		);
	}
	return { schema: isJsonObject(schema) ? schema : root, errors: expansion.errors };
}

function expand(part: JsonValue, path: Path, expansion: Expansion): JsonValue {
	expansion.partCount += 1;
	const isTooLarge = expansion.partCount > MAX_EXPANDED_PARTS;
	const isTooDeep = path.pointer.split('/').length > 2 * MAX_STEPS;
	if (!isJsonObject(part) || isTooLarge || isTooDeep) return part;
	if (typeof part['$ref'] === 'string') return follow(part['$ref'], part, path, expansion);
	return replaceParts(part, ({ pointer, value }) =>
		expand(value, { ...path, pointer: path.pointer + pointer }, expansion),
	);
}

function follow(reference: string, part: JsonObject, path: Path, expansion: Expansion): JsonValue {
	const { $ref: _reference, ...siblings } = part;
	const target = lookUp(reference, expansion.root);
	const isCircular = path.followed.includes(reference);
	if (isJsonObject(target) && !isCircular) {
		const followed = [...path.followed, reference];
		return expand({ ...target, ...siblings }, { ...path, followed }, expansion);
	}
	const problem = isCircular
		? 'refers to itself; a schema cannot be recursive'
		: 'does not exist in this schema (only references such as "#/$defs/Name" can be followed)';
	expansion.errors.push(`${placeText(path.pointer)}: the reference "${reference}" ${problem}.`);
	return siblings;
}

function lookUp(reference: string, root: JsonObject): JsonValue | undefined {
	if (!/^#(?:\/|$)/u.test(reference)) return undefined;
	return pointerSteps(reference).reduce<JsonValue | undefined>(
		(value, step) => (isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined),
		root,
	);
}
