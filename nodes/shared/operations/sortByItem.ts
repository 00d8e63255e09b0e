import type { INodeExecutionData } from 'n8n-workflow';

function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : (first ?? 0);
}

/** Output in the order of the input; items of one input item keep their order. */
export function sortByItem(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	return [...items].sort((a, b) => itemIndexOf(a) - itemIndexOf(b));
}
