import Papa from 'papaparse';
import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
	sameJson,
} from '@web-data-extraction/page/json';

/** Answers over the parts of one text as one answer. */
export interface JoinedAnswer {
	value: JsonValue;
	/** Fields for which later parts gave other values. */
	conflicts: string[];
}

/** Lists are concatenated; for other fields the first value is kept. */
export function joinAnswers(answers: readonly JsonValue[]): JoinedAnswer {
	const conflicts = new Set<string>();
	const join = (first: JsonValue, second: JsonValue, path: string): JsonValue => {
		if (isEmptyAnswer(second)) return first;
		if (isEmptyAnswer(first)) return second;
		if (Array.isArray(first) && Array.isArray(second)) return [...first, ...second];
		if (!isJsonObject(first) || !isJsonObject(second)) {
			if (!sameJson(first, second)) conflicts.add(path || 'the answer');
			return first;
		}
		const joined: JsonObject = { ...first };
		for (const [name, value] of Object.entries(second)) {
			const before = Object.hasOwn(first, name) ? (first[name] ?? null) : null;
			joined[name] = join(before, value, path === '' ? name : `${path}.${name}`);
		}
		return joined;
	};
	const [first = null, ...others] = answers;
	const value = others.reduce((joined, next) => join(joined, next, ''), first);
	return { value, conflicts: [...conflicts] };
}

/** CSV tables one below the other, with the header of the first; columns are matched by name. */
export function joinTables(tables: readonly string[]): string {
	const parsed = tables.map((table) => Papa.parse<string[]>(table, { skipEmptyLines: true }).data);
	const columns = [...new Set(parsed.flatMap(([header = []]) => header))];
	const rows = parsed.flatMap(([header = [], ...lines]) =>
		lines.map((line) => columns.map((column) => line[header.indexOf(column)] ?? '')),
	);
	return Papa.unparse([columns, ...rows], { newline: '\n' });
}
