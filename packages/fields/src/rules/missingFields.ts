import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';

/** A single empty field is noticed anyway. */
const FEWEST_MISSING = 2;
const MOST_NAMED = 10;

/**
 * Lists the fields that an answer over one page has no value for, if these are at least two and half
 * of all: for rows, the columns where no row has a value.
 * @returns a sentence for the reader; none when most was found, or nothing at all
 */
export function describeMissing(answer: JsonValue): string[] {
	if (isEmptyAnswer(answer)) return [];
	const fields = fieldsOf('', [answer]);
	const missing = fields.filter(({ isFound }) => !isFound).map(({ name }) => `'${name}'`);
	if (missing.length < FEWEST_MISSING || missing.length * 2 < fields.length) return [];
	const rest = missing.length - MOST_NAMED;
	const more = rest > 0 ? ` and ${rest} more` : '';
	return [`Not found: ${missing.slice(0, MOST_NAMED).join(', ')}${more}.`];
}

/** The plain fields of values of one kind, and whether any of these has a value there. */
function fieldsOf(
	name: string,
	values: readonly JsonValue[],
): Array<{ name: string; isFound: boolean }> {
	const entries = values.flat().filter(isJsonObject);
	if (entries.length === 0) return [{ name, isFound: !values.every(isEmptyAnswer) }];
	const keys = new Set(entries.flatMap((entry) => Object.keys(entry)));
	const prefix = name === '' ? '' : `${name}.`;
	return [...keys].flatMap((key) =>
		fieldsOf(
			`${prefix}${key}`,
			entries.map((entry) => entry[key] ?? null),
		),
	);
}
