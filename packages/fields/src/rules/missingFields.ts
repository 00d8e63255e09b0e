import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';

const MOST_NAMED = 10;

/**
 * Names the fields that an answer has no value for: everywhere, and in how many of its rows.
 * @returns sentences for the reader; none when all was found, or nothing at all
 */
export function describeMissing(answer: JsonValue): string[] {
	if (isEmptyAnswer(answer)) return [];
	const fields = fieldsOf('', [answer]);
	const missing = fields.filter(({ found }) => found === 0).map(({ name }) => `'${name}'`);
	const partly = fields
		.filter(({ found, of }) => found > 0 && found < of)
		.map(({ name, found, of }) => `'${name}' in ${of - found} of ${of} rows`);
	return [
		...(missing.length > 0 ? [`Not found: ${list(missing)}.`] : []),
		...(partly.length > 0 ? [`Empty: ${list(partly)}.`] : []),
	];
}

function list(names: readonly string[]): string {
	const rest = names.length - MOST_NAMED;
	return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
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
