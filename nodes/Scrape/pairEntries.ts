import { WebDataError } from '../shared/transport/webDataError';
import type { BatchEntry } from './batchJob';

/** An address of a batch with the input item that asked for it. */
export interface RequestedUrl {
	url: string;
	itemIndex: number;
}

/** Two spellings of one address: the service may add a slash or lower the host's case. */
function comparable(url: string): string {
	return URL.canParse(url) ? new URL(url).href : url;
}

/**
 * Finds for every requested address its entry in the batch. The contract gives them in the order
 * submitted; an entry that stands elsewhere is found by its address, so that no result lands on the
 * wrong input item.
 * @returns one entry per requested address, undefined where the batch has none
 */
export function pairEntries(
	requested: readonly RequestedUrl[],
	entries: readonly BatchEntry[],
): Array<BatchEntry | undefined> {
	const unused = new Set(entries);
	const take = (entry: BatchEntry | undefined) => {
		if (entry) unused.delete(entry);
		return entry;
	};
	const fits = (entry: BatchEntry | undefined, { url }: RequestedUrl) =>
		entry?.url !== undefined && comparable(entry.url) === comparable(url);
	const inPlace = requested.map((wanted, index) => {
		const entry = entries[index];
		return fits(entry, wanted) ? take(entry) : undefined;
	});
	return inPlace.map(
		(entry, index) =>
			entry ??
			take([...unused].find((other) => fits(other, requested[index] ?? { url: '', itemIndex: 0 }))),
	);
}

/** An address that was submitted, but is not in the answer. */
export function missingEntryError(batchId: string, url: string): WebDataError {
	return new WebDataError(
		`The batch has no result for ${url}`,
		`Read batch ${batchId} again with the operation 'Get Result'.`,
		{ batchId, url },
	);
}
