import type { JsonObject, JsonValue } from '../../json.ts';
import type { DataRecord } from '../pageData.ts';
import { textOf } from '../values/wording.ts';
import type { Entry } from './entries.ts';
import { recordEntries } from './entries.ts';
import type { WantedField } from './wanted.ts';

/** Records are looked into once per field of the schema: their entries are listed once. */
const entriesOf = memoise(recordEntries);

/**
 * The values that may fill a field, best first: those that bear its name in any record, synonyms
 * in declared records, then things it names, then synonyms anywhere.
 */
export function findValues(
	wanted: WantedField,
	records: readonly DataRecord[],
	groups: readonly DataRecord[],
): JsonValue[] {
	const declared = records.filter((record) => record.isDeclared);
	return [
		...declared.flatMap((record) => withKeys(record, [...wanted.exact, ...wanted.aliases])),
		...records.flatMap((record) => withKeys(record, wanted.exact)),
		...groupValues(wanted, groups),
		...records.flatMap((record) => withKeys(record, wanted.aliases)),
	];
}

/** The records that bear a field's name: a thing of that type, labels under that heading. */
export function findGroups(wanted: WantedField, groups: readonly DataRecord[]): DataRecord[] {
	for (const key of [...wanted.exact, ...wanted.aliases]) {
		const named = groups.filter((group) => group.names.includes(key));
		if (named.length > 0) return named;
	}
	return [];
}

/** "company name" is the name of the company, "shipping cost" the cost under "Shipping". */
function groupValues(wanted: WantedField, groups: readonly DataRecord[]): JsonValue[] {
	return wanted.exact.flatMap((key) => {
		const words = key.split(' ');
		return words.slice(1).flatMap((_word, index) => {
			const owner = words.slice(0, index + 1).join(' ');
			const rest = words.slice(index + 1).join(' ');
			const owners = groups.filter((group) => group.names.includes(owner));
			return agreedValue(owners.flatMap((group) => withKeys(group, [rest])));
		});
	});
}

/** Several things of a name have something in common or it is not known whose is meant. */
function agreedValue(values: readonly JsonValue[]): JsonValue[] {
	const texts = new Set(values.map(textOf));
	return texts.size === 1 ? values.slice(0, 1) : [];
}

function withKeys(record: DataRecord, keys: readonly string[]): JsonValue[] {
	const entries = entriesOf(record.fields);
	return keys.flatMap((key) => entries.filter((entry) => entry.keys.includes(key)).map(valueOf));
}

function valueOf(entry: Entry): JsonValue {
	return entry.value;
}

function memoise<Result>(read: (fields: JsonObject) => Result): (fields: JsonObject) => Result {
	const results = new WeakMap<JsonObject, Result>();
	return (fields) => {
		const known = results.get(fields);
		if (known !== undefined) return known;
		const result = read(fields);
		results.set(fields, result);
		return result;
	};
}
