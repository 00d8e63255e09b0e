import type { INodeExecutionData } from 'n8n-workflow';
import type { WebDataError } from '../transport/webDataError';

/** An item with its position among those of its input item. */
export interface PositionedItem {
	item: INodeExecutionData;
	position: number;
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
	return sortByPosition(items.map((item) => ({ item, position: 0 })));
}

/** The same for items that several jobs gave for one input item. */
export function sortByPosition(items: readonly PositionedItem[]): INodeExecutionData[] {
	return [...items]
		.sort((a, b) => itemIndexOf(a.item) - itemIndexOf(b.item) || a.position - b.position)
		.map(({ item }) => item);
}
