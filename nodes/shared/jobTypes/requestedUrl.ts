import type { OutputItem } from '../items/outputItem';
import { comparableUrl } from '../items/pairResults';

/** An address with the input items that asked for it, and its position among those of each. */
export interface RequestedUrl {
	url: string;
	positions: ReadonlyMap<number, number>;
}

/** Each address once, however many input items ask for it: a page is paid for each time it is sent. */
export function deduplicate(
	demands: ReadonlyArray<{ itemIndex: number; urls: readonly string[] }>,
): RequestedUrl[] {
	const requested = new Map<string, { url: string; positions: Map<number, number> }>();
	for (const { urls, itemIndex } of demands) {
		for (const [position, url] of urls.entries()) {
			const key = comparableUrl(url);
			const known = requested.get(key) ?? { url, positions: new Map<number, number>() };
			if (!known.positions.has(itemIndex)) known.positions.set(itemIndex, position);
			requested.set(key, known);
		}
	}
	return [...requested.values()];
}

/** The input items that asked for any of these addresses, with the first position of each. */
export function inputItemsOf(requested: readonly RequestedUrl[]): Map<number, number> {
	const positionsByItem = new Map<number, number>();
	for (const { positions } of requested) {
		for (const [itemIndex, position] of positions) {
			positionsByItem.set(
				itemIndex,
				Math.min(position, positionsByItem.get(itemIndex) ?? Infinity),
			);
		}
	}
	return positionsByItem;
}

/** The same items for every input item that asked for what they are about. */
export function forEachInputItem(
	items: readonly OutputItem[],
	positions: ReadonlyMap<number, number>,
): OutputItem[] {
	return [...positions].flatMap(([itemIndex, position]) =>
		items.map((item) => ({ ...item, itemIndex, position })),
	);
}
