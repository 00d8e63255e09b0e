import type { IDataObject } from 'n8n-workflow';
import type { OutputItem } from './outputItem';

/**
 * A name that is not taken: the wished one, or the first of `name_2`, `name_3`, … that is free.
 * @param isTaken whether a name has another value already
 */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
	let free = name;
	for (let count = 2; isTaken(free); count += 1) free = `${name}_${count}`;
	return free;
}

/**
 * Fields that are added to others. One whose name is taken gets a prefix, as in `sourceUrl`, and a
 * number where that is taken as well: none is lost.
 */
export function renameTaken(
	fields: IDataObject,
	taken: ReadonlySet<string>,
	prefix: string,
): IDataObject {
	const entries = Object.entries(fields).map(([name, value]) => {
		const prefixed = `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
		const isTaken = (free: string) =>
			taken.has(free) || (free !== name && Object.hasOwn(fields, free));
		return [freeName(taken.has(name) ? prefixed : name, isTaken), value];
	});
	return Object.fromEntries(entries) as IDataObject;
}

/** What n8n takes for the sign of a failed item. */
const ERROR_FIELD = new Set(['error']);

/**
 * Extracted fields as they may be on an item. One called `error` would make n8n take the item for
 * a failed one: its Retry On Fail would run the node, and with it paid work, again (n8n-core 2.41,
 * runNode). Every item has it as `extractedError`, whatever the value, so that the column is the same.
 */
export function renameErrorField(fields: IDataObject): IDataObject {
	return renameTaken(fields, ERROR_FIELD, 'extracted');
}

/**
 * Items with the fields of their input item before their own. An input field whose name an item has
 * itself is called `inputTitle`, on all of these items, so that the column is the same.
 * @param inputOf the fields of an input item; undefined where they are not wanted
 */
export function withInputFields(
	items: readonly OutputItem[],
	inputOf: (itemIndex: number) => IDataObject | undefined,
): OutputItem[] {
	const taken = new Set([...ERROR_FIELD, ...items.flatMap(({ json }) => Object.keys(json))]);
	return items.map((item) => {
		const input = item.itemIndex === undefined ? undefined : inputOf(item.itemIndex);
		return input
			? { ...item, json: { ...renameTaken(input, taken, 'input'), ...item.json } }
			: { ...item };
	});
}
