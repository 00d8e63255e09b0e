import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { someOf } from '../someOf.ts';

const MOST_NAMED = 10;
const MOST_VALUES = 3;
const LONGEST_VALUE = 60;

/** The different values that labels of a source give a field, which is therefore empty. */
export type Unsure = ReadonlyMap<string, readonly string[]>;

/** Says which values a source gives a field, where it gives different ones. */
export function describeUnsure(unsure: Unsure): string[] {
	const all = [...unsure].slice(0, MOST_NAMED).map(([name, values]) => {
		const said = values
			.slice(0, MOST_VALUES)
			.map((value) => JSON.stringify(value.slice(0, LONGEST_VALUE)));
		return `'${name}' may be ${said.join(' or ')}`;
	});
	return all.length > 0 ? [`Not sure: ${all.join('; ')}.`] : [];
}

/**
 * Names the fields that an answer has no value for: everywhere, and in how many of its rows.
 * @param known fields of which more is said
 * @returns sentences for the reader; none when all was found, or nothing at all
 */
export function describeMissing(
	answer: JsonValue,
	known: ReadonlySet<string> = new Set(),
): string[] {
	if (isEmptyAnswer(answer)) return [];
	const fields = fieldsOf('', [answer]).filter(({ name }) => !known.has(name));
	const missing = fields.filter(({ found }) => found === 0).map(({ name }) => `'${name}'`);
	const partly = fields
		.filter(({ found, of }) => found > 0 && found < of)
		.map(({ name, found, of }) => `'${name}' in ${of - found} of ${of} rows`);
	return [
		...(missing.length > 0 ? [`Not found: ${someOf(missing, MOST_NAMED)}.`] : []),
		...(partly.length > 0 ? [`Empty: ${someOf(partly, MOST_NAMED)}.`] : []),
	];
}

/** The plain fields of values of one kind, and how many of these have a value there. */
function fieldsOf(
	name: string,
	values: readonly JsonValue[],
): Array<{ name: string; found: number; of: number }> {
	const entries = values.flat().filter(isJsonObject);
	if (entries.length === 0) {
		const found = values.filter((value) => !isEmptyAnswer(value)).length;
		return [{ name, found, of: values.length }];
	}
	const keys = new Set(entries.flatMap((entry) => Object.keys(entry)));
	const prefix = name === '' ? '' : `${name}.`;
	return [...keys].flatMap((key) =>
		fieldsOf(
			`${prefix}${key}`,
			entries.map((entry) => entry[key] ?? null),
		),
	);
}
