import { isEmptyAnswer } from '../../emptiness.ts';
import type { JsonObject } from '../../json.ts';
import { textOf } from '../values/wording.ts';
import type { View } from './view.ts';

/** An object whose fields the schema leaves open: the labels and values of the first thing found. */
export function openObject(candidates: readonly View[]): JsonObject | undefined {
	const objects = candidates.map(({ records }) =>
		Object.fromEntries(records.flatMap(({ fields }) => textEntries(fields))),
	);
	return objects.find((object) => !isEmptyAnswer(object));
}

function textEntries(fields: JsonObject): [string, string][] {
	return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
		const text = name.startsWith('@') ? undefined : textOf(value);
		return text === undefined ? [] : [[name, text]];
	});
}
