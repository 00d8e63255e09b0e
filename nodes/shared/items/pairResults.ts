import { parseUrl } from '../transport/parseUrl';

/** Two spellings of one address: the service may add a slash or lower the host's case. */
export function comparableUrl(url: string): string {
	return parseUrl(url)?.href ?? url;
}

/** Whether a result names a request; `maybe` where it names nothing that can be compared. */
export type Match = 'yes' | 'maybe' | 'no';

/**
 * Finds for every request of a batch its result: the one that names it, else the one in its place,
 * because results come in the order submitted (`api/openapi.yaml`, BatchScrape and ParseBatch).
 * @returns one result per request, undefined where there is none
 */
export function pairResults<Request, Result>(
	requests: readonly Request[],
	results: readonly Result[],
	match: (result: Result, request: Request) => Match,
): Array<Result | undefined> {
	const unused = new Set(results);
	const paired = new Map<number, Result>();
	const pair = (index: number, found: Result | undefined) => {
		if (found === undefined) return;
		paired.set(index, found);
		unused.delete(found);
	};
	for (const [index, request] of requests.entries()) {
		const names = (result: Result) => unused.has(result) && match(result, request) === 'yes';
		pair(index, [...results.slice(index, index + 1), ...results].find(names));
	}
	for (const [index, request] of requests.entries()) {
		if (paired.has(index)) continue;
		const [inPlace] = results.slice(index, index + 1);
		const isFree = inPlace !== undefined && unused.has(inPlace);
		if (isFree && match(inPlace, request) === 'maybe') pair(index, inPlace);
	}
	return requests.map((_request, index) => paired.get(index));
}
