import { toFormPart, type FileToSend } from '../shared/transport/fileToSend';
import type { ServiceClient } from '../shared/transport/serviceClient';
import type { ServiceRequest } from '../shared/transport/serviceRequest';
import type { ParseOptions } from './parseJob';
import { isLarge, storeFile, type Source } from './source';

/** A document with the input item it comes from. */
export interface BatchDocument {
	itemIndex: number;
	source: Source;
}

function rank({ source }: BatchDocument): number {
	if ('file' in source) return isLarge(source.file) ? 2 : 0;
	return 'url' in source ? 1 : 2;
}

/**
 * Documents in the order in which the service lists them: uploads first, then links, then stored
 * files (contract, POST /parse/batch). Large files become stored files before the batch starts.
 */
export function orderDocuments(documents: readonly BatchDocument[]): BatchDocument[] {
	return [...documents].sort((a, b) => rank(a) - rank(b));
}

const PATH = '/parse/batch';

function toForm(
	files: readonly FileToSend[],
	urls: readonly string[],
	fileIds: readonly string[],
	options: ParseOptions,
): ServiceRequest {
	return {
		method: 'POST',
		path: PATH,
		form: async () => {
			const form = new FormData();
			form.append('options', JSON.stringify(options));
			if (urls.length > 0) form.append('urls', JSON.stringify(urls));
			if (fileIds.length > 0) form.append('fileIds', JSON.stringify(fileIds));
			for (const file of files) form.append('files', toFormPart(file));
			return form;
		},
	};
}

/**
 * Stores the large files of a batch, then gives the request that starts it.
 * @param documents in the order of `orderDocuments`
 */
export async function completeBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	client: ServiceClient,
	signal: AbortSignal | undefined,
): Promise<ServiceRequest> {
	const files: FileToSend[] = [];
	const urls: string[] = [];
	const fileIds: string[] = [];
	for (const { source } of documents) {
		if ('url' in source) urls.push(source.url);
		else if ('fileId' in source) fileIds.push(source.fileId);
		else if (!isLarge(source.file)) files.push(source.file);
		else fileIds.push((await storeFile(client, source.file, signal)).fileId);
	}
	if (files.length > 0) return toForm(files, urls, fileIds, options);
	const body = {
		...(urls.length > 0 && { urls }),
		...(fileIds.length > 0 && { fileIds }),
		...options,
	};
	return { method: 'POST', path: PATH, body };
}

/** What identifies a batch before its files are stored, for telling submits apart. */
export function describeBatch(documents: readonly BatchDocument[], options: ParseOptions) {
	const names = documents.map(({ source }) =>
		'file' in source ? { fileName: source.file.fileName, size: source.file.sizeBytes } : source,
	);
	return { method: 'POST' as const, path: PATH, body: { documents: names, ...options } };
}
