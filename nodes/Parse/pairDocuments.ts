import type { BatchDocument } from './batchSubmit';
import type { ParseJob } from './parseJob';
import type { Source } from './source';

/** Two spellings of one address: the service may add a slash or lower the host's case. */
function comparable(url: string): string {
	return URL.canParse(url) ? new URL(url).href : url;
}

/** Whether a result names the document that was sent. */
function names({ sourceUrl, fileId, fileName }: ParseJob, source: Source): boolean {
	if ('url' in source) {
		return sourceUrl !== undefined && comparable(sourceUrl) === comparable(source.url);
	}
	if ('fileId' in source) return fileId === source.fileId;
	return sourceUrl === undefined && fileName === source.file.fileName;
}

/** Whether a result names another document. A service may clean file names: those prove nothing. */
function contradicts({ sourceUrl, fileId }: ParseJob, source: Source): boolean {
	if ('url' in source) {
		return sourceUrl !== undefined && comparable(sourceUrl) !== comparable(source.url);
	}
	if ('fileId' in source) return fileId !== undefined && fileId !== source.fileId;
	return sourceUrl !== undefined;
}

/**
 * Finds for every document of a batch its result. The contract lists them in the order submitted;
 * one that stands elsewhere is found by its address, file ID or name, so that no result lands on the
 * wrong input item.
 * @returns one result per document, undefined where the batch has none
 */
export function pairDocuments(
	documents: readonly BatchDocument[],
	results: readonly ParseJob[],
): Array<ParseJob | undefined> {
	const unused = new Set(results);
	const take = (result: ParseJob | undefined) => {
		if (result) unused.delete(result);
		return result;
	};
	const inPlace = documents.map(({ source }, index) => {
		const result = results[index];
		return result && names(result, source) ? take(result) : undefined;
	});
	const named = documents.map(
		({ source }, index) =>
			inPlace[index] ?? take([...unused].find((result) => names(result, source))),
	);
	return documents.map(
		({ source }, index) =>
			named[index] ?? take([...unused].find((result) => !contradicts(result, source))),
	);
}
