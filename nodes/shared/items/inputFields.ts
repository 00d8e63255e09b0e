import type { IDataObject } from 'n8n-workflow';
import { freeName } from './freeName';
import type { OutputItem } from './outputItem';

/**
 * Items with the fields of their input item before their own. An input field whose name an item has
 * itself is called `inputTitle`, on all of these items, so that the column is the same.
 * @param inputOf the fields of an input item; undefined where they are not wanted
 */
export function withInputFields(
	items: readonly OutputItem[],
	inputOf: (itemIndex: number) => IDataObject | undefined,
): OutputItem[] {
	const taken = new Set(items.flatMap(({ json }) => Object.keys(json)));
	return items.map((item) => {
		const input = item.itemIndex === undefined ? undefined : inputOf(item.itemIndex);
		return input ? { ...item, json: { ...renameTaken(input, taken), ...item.json } } : { ...item };
	});
}

function renameTaken(input: IDataObject, taken: ReadonlySet<string>): IDataObject {
	const entries = Object.entries(input).map(([name, value]) => {
		const other = `input${name.charAt(0).toUpperCase()}${name.slice(1)}`;
		const wished = taken.has(name) || name === 'error' ? other : name;
		const isTaken = (free: string) =>
			taken.has(free) || (free !== name && Object.hasOwn(input, free));
		return [freeName(wished, isTaken), value];
	});
	return Object.fromEntries(entries) as IDataObject;
}
