import type { FileToSend } from '../shared/transport/fileToSend';
import type { ServiceClient } from '../shared/transport/serviceClient';
import type { ServiceRequest } from '../shared/transport/serviceRequest';
import type { ParseOptions } from './parseJob';
import { isLarge, storeFile, type Source, MAX_DIRECT_BYTES } from './source';

/** The request that starts a document, for sources that need no step before it. */
export function toSubmitRequest(source: Source, options: ParseOptions): ServiceRequest {
	const request = { method: 'POST' as const, path: '/parse' };
	if ('file' in source) {
		const text = JSON.stringify(options);
		return {
			...request,
			form: [
				{ name: 'options', text },
				{ name: 'file', ...source },
			],
		};
	}
	const id = 'fileId' in source ? { id: source.fileId } : {};
	return { ...request, ...id, body: { ...source, ...options } };
}

/**
 * Stores a file first that is too large for the request itself, and gives the request for the stored
 * file; undefined when that is not needed.
 */
export async function storeLargeFile(
	source: Source,
	options: ParseOptions,
	client: ServiceClient,
	signal: AbortSignal | undefined,
): Promise<ServiceRequest | undefined> {
	if (!('file' in source) || !isLarge(source.file)) return undefined;
	return toSubmitRequest(await storeFile(client, source.file, signal), options);
}

/** A document with the input item it comes from. */
export interface BatchDocument {
	itemIndex: number;
	source: Source;
}

const PATH = '/parse/batch';

/**
 * Documents in the order in which the service lists them: uploads first, then links, then stored
 * files (`api/openapi.yaml`, POST /parse/batch). Files that are too large for the request, alone or together,
 * are stored before the batch starts: one broken connection must not cost fifty documents.
 */
export function orderDocuments(documents: readonly BatchDocument[]): BatchDocument[] {
	const direct = directDocuments(documents);
	const rank = (document: BatchDocument) => {
		if ('url' in document.source) return 1;
		return direct.has(document) ? 0 : 2;
	};
	return [...documents].sort((a, b) => rank(a) - rank(b));
}

/** The documents whose files together fit into one request. */
function directDocuments(documents: readonly BatchDocument[]): Set<BatchDocument> {
	const direct = new Set<BatchDocument>();
	let bytes = 0;
	for (const document of documents) {
		if (!('file' in document.source) || isLarge(document.source.file)) continue;
		const { sizeBytes = 0 } = document.source.file;
		if (bytes + sizeBytes > MAX_DIRECT_BYTES) continue;
		bytes += sizeBytes;
		direct.add(document);
	}
	return direct;
}

/**
 * Stores the files that are not sent with the request, then gives the request that starts the batch.
 * @param documents in the order of `orderDocuments`
 */
export async function completeBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
	client: ServiceClient,
	signal: AbortSignal | undefined,
): Promise<ServiceRequest> {
	const direct = directDocuments(documents);
	const files: FileToSend[] = [];
	const urls: string[] = [];
	const fileIds: string[] = [];
	for (const document of documents) {
		const { source } = document;
		if ('url' in source) urls.push(source.url);
		else if ('fileId' in source) fileIds.push(source.fileId);
		else if (direct.has(document)) files.push(source.file);
		else fileIds.push((await storeFile(client, source.file, signal)).fileId);
	}
	const lists = { ...(urls.length > 0 && { urls }), ...(fileIds.length > 0 && { fileIds }) };
	if (files.length === 0) return { method: 'POST', path: PATH, body: { ...lists, ...options } };
	const texts = Object.entries({ options, ...lists });
	return {
		method: 'POST',
		path: PATH,
		form: [
			...texts.map(([name, value]) => ({ name, text: JSON.stringify(value) })),
			...files.map((file) => ({ name: 'files', file })),
		],
	};
}

/** What identifies a batch before its files are stored, for telling submits apart. */
export function identifyBatch(
	documents: readonly BatchDocument[],
	options: ParseOptions,
): ServiceRequest {
	const sources = documents.map(({ source }) => source);
	return { method: 'POST', path: PATH, body: { documents: sources, ...options } };
}
