import type { JsonValue } from '../../json.ts';
import type { DataRecord } from '../pageData.ts';
import { aliasesOf } from '../synonyms.ts';
import type { CoercionContext } from '../values/coerce.ts';
import { coerce } from '../values/coerce.ts';
import { findValues } from './findValues.ts';
import type { ScalarShape, View } from './view.ts';
import type { WantedField } from './wanted.ts';

/** Asked for in the plural, these are wanted of the things a page lists, not of the page. */
const LISTED_FIELDS = new Set([
	'name',
	'title',
	'headline',
	'price',
	'url',
	'description',
	'rating',
]);

/** A plain field: the first value found for it that has its type. */
export function fillScalar(
	wanted: WantedField,
	shape: ScalarShape,
	view: View,
): JsonValue | undefined {
	return firstFitting(
		[...findValues(wanted, view.records, view.groups), ...thingNames(wanted, view.groups)],
		(value) => coerce(value, shape, coercionContext(wanted, view)),
	);
}

/**
 * A list of plain values: a declared value as it is, else a list under the field's name, else
 * everything on the page that is called so, else a single value or a column of a list of things.
 */
export function fillScalarList(
	wanted: WantedField,
	shape: ScalarShape,
	view: View,
): JsonValue[] | undefined {
	const context = coercionContext(wanted, view);
	const toList = (value: JsonValue): JsonValue[] | undefined => {
		const parts = [value].flat().flatMap((part) => splitKeywords(part, wanted));
		const list = parts.flatMap((part) => coerce(part, shape, context) ?? []);
		return list.length > 0 ? list : undefined;
	};
	const declared = view.records.filter((record) => record.isDeclared);
	const values = findValues(wanted, view.records, view.groups);
	const singles = LISTED_FIELDS.has(wanted.key)
		? [...columns(wanted, view), ...values]
		: [...values, ...columns(wanted, view)];
	return (
		firstFitting(findValues(wanted, declared, []), toList) ??
		firstFitting(values.filter(Array.isArray), toList) ??
		firstFitting(namedCollections(wanted, view), toList) ??
		firstFitting(singles, toList)
	);
}

function coercionContext(wanted: WantedField, view: View): CoercionContext {
	return { key: wanted.key, baseUrl: view.baseUrl, decimalMark: view.decimalMark };
}

function firstFitting<Result>(
	values: readonly JsonValue[],
	fit: (value: JsonValue) => Result | undefined,
): Result | undefined {
	for (const value of values) {
		const result = fit(value);
		if (result !== undefined) return result;
	}
	return undefined;
}

/** A field called like a type ("event") is filled with the name of the only thing of that type. */
function thingNames(wanted: WantedField, groups: readonly DataRecord[]): JsonValue[] {
	const things = groups.filter(
		(group) => group.isDeclared && wanted.exact.some((key) => group.names.includes(key)),
	);
	const [only, ...others] = things;
	return only === undefined || others.length > 0 ? [] : [only.fields];
}

function namedCollections(wanted: WantedField, view: View): JsonValue[] {
	return view.collections
		.filter(({ names }) => wanted.exact.some((key) => names.includes(key)))
		.map(({ records }) => records.map((record) => record.fields));
}

/** The values that the things of each list have under the field's name, longest list first. */
function columns(wanted: WantedField, view: View): JsonValue[] {
	return view.collections
		.map(({ records }) => records.flatMap((record) => findValues(wanted, [record], []).slice(0, 1)))
		.filter((values) => values.length > 1)
		.toSorted((left, right) => right.length - left.length);
}

/** Keywords are published as one text with commas. */
function splitKeywords(value: JsonValue, wanted: WantedField): JsonValue[] {
	const asksForKeywords = wanted.key === 'keyword' || aliasesOf(wanted.key).includes('keyword');
	if (!asksForKeywords || typeof value !== 'string') return [value];
	return value.split(',').map((part) => part.trim());
}
