import type { JsonObject, JsonValue } from '../../json.ts';
import { withoutRepeats } from '../../json.ts';

/** Values collected under the names a page gives them; a name may come up several times. */
export type FieldBag = Map<string, JsonValue[]>;

/** Adds a value; empty texts and names are no data. */
export function addField(bag: FieldBag, name: string, value: JsonValue): void {
	const label = name.trim();
	if (label === '' || value === '' || value === null) return;
	const values = bag.get(label);
	if (values === undefined) bag.set(label, [value]);
	else values.push(value);
}

/** Every name with its value, or with the list of its values. */
export function allValues(bag: FieldBag): JsonObject {
	return Object.fromEntries(
		[...bag].map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? null)]),
	);
}

/** Only names whose values agree: a name with different values belongs to different things. */
export function agreedValues(bag: FieldBag): JsonObject {
	return Object.fromEntries(
		[...bag].flatMap(([name, values]) => {
			const [value, ...others] = withoutRepeats(values);
			return value === undefined || others.length > 0 ? [] : [[name, value]];
		}),
	);
}
