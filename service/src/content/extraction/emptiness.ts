import type { JsonValue } from './json.ts';
import { isJsonObject } from './json.ts';

/**
 * True when every value of a JSON answer is empty: null, empty string, empty list
 * (reference, scrape result, `extraction_empty`). Nested objects and lists count by what they
 * hold, so an object without fields is empty; `0` and `false` are values.
 */
export function isEmptyAnswer(answer: JsonValue): boolean {
	if (Array.isArray(answer)) return answer.every(isEmptyAnswer);
	if (isJsonObject(answer)) return Object.values(answer).every(isEmptyAnswer);
	return answer === null || answer === '';
}
