import type { JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { isEmptyAnswer } from '../emptiness.ts';

/**
 * One answer over several pages: lists are put together, other fields come from the first page
 * that has them.
 */
export function mergeAnswers(answers: readonly JsonValue[]): JsonValue {
	return answers.reduce(merge, null);
}

function merge(first: JsonValue, second: JsonValue): JsonValue {
	if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
	if (isJsonObject(first) && isJsonObject(second)) {
		const names = new Set([...Object.keys(first), ...Object.keys(second)]);
		return Object.fromEntries(
			[...names].map((name) => [name, merge(first[name] ?? null, second[name] ?? null)]),
		);
	}
	return isEmptyAnswer(first) ? second : first;
}
