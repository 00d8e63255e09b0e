import type { IDataObject } from 'n8n-workflow';
import { renameTaken } from './names';
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
	// An item with `error` would be taken for a failed one.
	const taken = new Set(['error', ...items.flatMap(({ json }) => Object.keys(json))]);
	return items.map((item) => {
		const input = item.itemIndex === undefined ? undefined : inputOf(item.itemIndex);
		return input
			? { ...item, json: { ...renameTaken(input, taken, 'input'), ...item.json } }
			: { ...item };
	});
}
