import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, sameJson } from '../../json.ts';
import { nameKey, withoutSubject } from '../names.ts';

/** A value of a record and the names under which it can be asked for. */
export interface Entry {
	/** Name keys, best first: its own name when it speaks for the record, and its path. */
	keys: readonly string[];
	value: JsonValue;
}

const MAX_DEPTH = 3;

/**
 * Parts that only structure a record: what they hold is a fact about the record itself
 * (schema.org: an offer's price is the product's price).
 */
const TRANSPARENT = new Set([
	'offers',
	'aggregateRating',
	'address',
	'location',
	'geo',
	'nutrition',
	'priceSpecification',
	'contactPoint',
	'reviewRating',
	'baseSalary',
	'jobLocation',
	'acceptedAnswer',
	'mainEntity',
]);

/** Names that every part has for itself: an offer's url is not the product's. */
const PART_NAMES = new Set([
	'name',
	'title',
	'headline',
	'description',
	'url',
	'image',
	'text',
	'type',
	'id',
	'value',
	'author',
	'date published',
	'position',
]);

/** Lists the values of a record, nested ones too. Vocabulary keys such as `@type` are no values. */
export function recordEntries(fields: JsonObject): Entry[] {
	return entriesIn(fields, [], true);
}

function entriesIn(fields: JsonObject, path: readonly string[], isOwn: boolean): Entry[] {
	return Object.entries(fields)
		.filter(([name]) => !name.startsWith('@'))
		.flatMap(([name, value]) => {
			const inner = path.length + 1 < MAX_DEPTH ? innerObject(name, value) : undefined;
			const entry = { keys: keysOf(name, path, isOwn), value };
			const nested =
				inner === undefined
					? []
					: entriesIn(inner, [...path, name], isOwn && TRANSPARENT.has(name));
			return [entry, ...nested];
		});
}

function keysOf(name: string, path: readonly string[], isOwn: boolean): string[] {
	const key = nameKey(name);
	const speaksForRecord = isOwn && (path.length === 0 || !PART_NAMES.has(key));
	const ownKeys = speaksForRecord ? [key, withoutSubject(key)] : [];
	const pathKey = nameKey([...path, name].join(' '));
	return [...new Set([...ownKeys, pathKey])];
}

/** The object a value holds; of several the part on which all of them agree, where that is allowed. */
function innerObject(name: string, value: JsonValue): JsonObject | undefined {
	if (isJsonObject(value)) return value;
	if (!Array.isArray(value)) return undefined;
	const objects = value.filter(isJsonObject);
	const [first] = objects;
	if (first === undefined || objects.length < value.length) return undefined;
	if (objects.length === 1) return first;
	return TRANSPARENT.has(name) ? agreement(objects, first) : undefined;
}

/** Several offers have one price only if they all have the same. */
function agreement(objects: readonly JsonObject[], first: JsonObject): JsonObject {
	const agreed = Object.entries(first).filter(([key, value]) =>
		objects.every((object) => sameJson(object[key] ?? null, value)),
	);
	return Object.fromEntries(agreed);
}
