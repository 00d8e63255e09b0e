import type { INodeExecutionData } from 'n8n-workflow';
import type { WebDataError } from '../transport/webDataError';

/** An item with its place among those of its input item. */
export interface PlacedItem {
	item: INodeExecutionData;
	place: number;
	/** Set when it stands for a part that did not work. */
	failure?: WebDataError;
}

/** The input item that an item answers. */
export function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : (first ?? 0);
}

/** Output in the order of the input; items of one input item keep their order. */
export function sortByItem(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	return sortPlaced(items.map((item) => ({ item, place: 0 })));
}

/** The same for items that several jobs gave for one input item. */
export function sortPlaced(items: readonly PlacedItem[]): INodeExecutionData[] {
	return [...items]
		.sort((a, b) => itemIndexOf(a.item) - itemIndexOf(b.item) || a.place - b.place)
		.map(({ item }) => item);
}
