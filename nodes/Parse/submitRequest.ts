import type { FileToSend } from '../shared/transport/fileToSend';
import type { ServiceClient } from '../shared/transport/serviceClient';
import type { ServiceRequest } from '../shared/transport/serviceRequest';
import type { ParseOptions } from './parseJob';
import { isLarge, storeFile, type Source } from './source';

function uploadRequest(file: FileToSend, options: ParseOptions): ServiceRequest {
	return {
		method: 'POST',
		path: '/parse',
		form: [
			{ name: 'options', text: JSON.stringify(options) },
			{ name: 'file', file },
		],
	};
}

function documentRequest(source: { url: string } | { fileId: string }, options: ParseOptions) {
	return { method: 'POST' as const, path: '/parse', body: { ...source, ...options } };
}

/** The request that starts a document, for sources that need no step before it. */
export function toSubmitRequest(source: Source, options: ParseOptions): ServiceRequest {
	return 'file' in source ? uploadRequest(source.file, options) : documentRequest(source, options);
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
	const { fileId } = await storeFile(client, source.file, signal);
	return documentRequest({ fileId }, options);
}
