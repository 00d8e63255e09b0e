/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object: a page's record, a JSON Schema, an answer. */
export interface JsonObject {
	[key: string]: JsonValue;
}

/** Whether a value parsed from JSON is an object: neither null nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether two JSON values are equal, regardless of the order of their keys. */
export function sameJson(left: JsonValue, right: JsonValue): boolean {
	return stableText(left) === stableText(right);
}

/** The value as JSON text with sorted keys: equal values have equal texts. */
function stableText(value: JsonValue): string {
	return JSON.stringify(value, (_key, inner: unknown) =>
		isJsonObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner,
	);
}

/** The list without repeated values, in the original order. */
export function withoutRepeats<Value extends JsonValue>(values: readonly Value[]): Value[] {
	const seen = new Set<string>();
	return values.filter((value) => {
		const text = stableText(value);
		if (seen.has(text)) return false;
		seen.add(text);
		return true;
	});
}

/**
 * Whether every value of a JSON answer is empty: null, empty string, empty list
 * (api/openapi.yaml, ExtractionEmpty). Nested objects and lists count by their
 * content, so an object without fields is empty; `0` and `false` are values.
 */
export function isEmptyAnswer(answer: JsonValue): boolean {
	if (Array.isArray(answer)) return answer.every(isEmptyAnswer);
	if (isJsonObject(answer)) return Object.values(answer).every(isEmptyAnswer);
	return answer === null || answer === '';
}

/** Whether lists and objects of a value are in each other more often than a limit: what reads them has a stack. */
export function isNestedDeeper(value: JsonValue, limit: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return limit === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, limit - 1));
}

/** The fields of an object that are not empty. */
export function stated(fields: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmptyAnswer(value)));
}
