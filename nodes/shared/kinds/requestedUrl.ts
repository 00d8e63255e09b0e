import type { OutputItem } from '../items/outputItem';
import { comparableUrl } from '../items/pairResults';

/** An address with the input items that asked for it, and where it stands among those of each. */
export interface RequestedUrl {
	url: string;
	places: ReadonlyMap<number, number>;
}

/** Each address once, however many input items ask for it: a page is paid for each time it is sent. */
export function requestOnce(
	demands: ReadonlyArray<{ itemIndex: number; urls: readonly string[] }>,
): RequestedUrl[] {
	const requested = new Map<string, { url: string; places: Map<number, number> }>();
	for (const { urls, itemIndex } of demands) {
		for (const [place, url] of urls.entries()) {
			const key = comparableUrl(url);
			const { places } = requested.get(key) ?? { places: new Map<number, number>() };
			if (!places.has(itemIndex)) places.set(itemIndex, place);
			requested.set(key, { url: requested.get(key)?.url ?? url, places });
		}
	}
	return [...requested.values()];
}

/** The input items that asked for any of these addresses, with the first place of each. */
export function askersOf(requested: readonly RequestedUrl[]): Map<number, number> {
	const askers = new Map<number, number>();
	for (const { places } of requested) {
		for (const [itemIndex, place] of places) {
			askers.set(itemIndex, Math.min(place, askers.get(itemIndex) ?? Infinity));
		}
	}
	return askers;
}

/** The same items for every input item that asked for what they are about. */
export function forEachAsker(
	items: readonly OutputItem[],
	places: ReadonlyMap<number, number>,
): OutputItem[] {
	return [...places].flatMap(([itemIndex, place]) =>
		items.map((item) => ({ ...item, itemIndex, place })),
	);
}
