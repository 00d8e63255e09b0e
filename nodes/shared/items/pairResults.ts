/** How well a result answers a request: it names it, nothing speaks against it, or it is another's. */
export type Fit = 'named' | 'possible' | 'other';

/** Two spellings of one address: the service may add a slash or lower the host's case. */
export function comparableUrl(url: string): string {
	return URL.canParse(url) ? new URL(url).href : url;
}

/**
 * Finds for every request of a batch its result. The contract gives results in the order submitted;
 * one that stands elsewhere is found by what it names, so that no result lands on the wrong input
 * item. What names nothing, or something that nobody asked for, is taken in its place.
 * @param fit how a result answers a request; `isInPlace` when both stand at the same place
 * @returns one result per request, undefined where there is none
 */
export function pairResults<Request, Result>(
	requests: readonly Request[],
	results: readonly Result[],
	fit: (result: Result, request: Request, isInPlace: boolean) => Fit,
): Array<Result | undefined> {
	const unused = new Set(results);
	const paired = new Map<number, Result>();
	const pass = (wanted: Fit, candidates: (index: number) => readonly Result[]) => {
		for (const [index, request] of requests.entries()) {
			if (paired.has(index)) continue;
			const found = candidates(index).find(
				(result) =>
					unused.has(result) && fit(result, request, result === results[index]) === wanted,
			);
			if (found === undefined) continue;
			paired.set(index, found);
			unused.delete(found);
		}
	};
	const inPlace = (index: number) => results.slice(index, index + 1);
	const anywhere = () => results;
	pass('named', inPlace);
	pass('named', anywhere);
	pass('possible', inPlace);
	pass('possible', anywhere);
	return requests.map((_request, index) => paired.get(index));
}
