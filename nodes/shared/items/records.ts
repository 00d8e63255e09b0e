import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';

export function omit<T extends object, K extends keyof T>(
	object: T,
	...names: readonly K[]
): Omit<T, K> {
	const omitted = new Set<PropertyKey>(names);
	const entries = Object.entries(object).filter(([name]) => !omitted.has(name));
	return Object.fromEntries(entries) as Omit<T, K>;
}

/** Some fields of a record, in this order, as far as it has them. */
export function pickFields(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(
		names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])),
	) as IDataObject;
}

/** A body as the JSON of an item; empty when it is no object, such as after a 204. */
export function bodyJson(body: unknown): IDataObject {
	return isRecord(body) ? (body as IDataObject) : {};
}

export function chunk<T>(list: readonly T[], size: number): T[][] {
	const count = Math.ceil(list.length / size);
	return Array.from({ length: count }, (_part, index) =>
		list.slice(index * size, (index + 1) * size),
	);
}

/** A list in groups of entries with the same key, in the order of the first of each. */
export function groupBy<T>(
	list: readonly T[],
	keyOf: (entry: T) => unknown,
): Array<[first: T, ...others: T[]]> {
	const groups = new Map<unknown, [T, ...T[]]>();
	for (const entry of list) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group) group.push(entry);
		else groups.set(key, [entry]);
	}
	return [...groups.values()];
}
