import type { AddressPolicy } from '../../net/addressGuard.ts';
import { describeFetchFailure } from '../../net/guardedFetch.ts';
import type { ParseFile } from '../../db/parseFiles.ts';
import { StorageUnavailableError } from '../../files/storage.ts';
import type { DocumentFiles, StoredDocument } from '../files/documentFiles.ts';
import { STORED_FILE_MAX_BYTES } from '../files/limits.ts';
import { TooManyBytesError } from '../files/writeBounded.ts';
import { LinkFailure } from './linkFailure.ts';
import { openLink } from './openLink.ts';

/** All of a document must have come by then. */
const TOTAL_LIMIT_MS = 600_000;

/** What fetching takes. */
export interface LinkTools {
	files: DocumentFiles;
	policy: AddressPolicy;
}

/**
 * Fetches a linked document into its announced file, streamed; tells the encoding that the server
 * names, too.
 * @throws LinkFailure, StorageUnavailableError, or the signal's reason
 */
export async function fetchLink(
	file: ParseFile & { sourceUrl: string },
	{ files, policy }: LinkTools,
	signal: AbortSignal,
): Promise<StoredDocument & { charset?: string }> {
	const bounded = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_LIMIT_MS)]);
	const { url, fileName, body, charset } = await openLink(file.sourceUrl, policy, bounded);
	try {
		const maxBytes = STORED_FILE_MAX_BYTES;
		const stored = await files.take(file, body, { maxBytes, fileName, signal: bounded });
		if (stored === undefined) throw new LinkFailure('The file was deleted while it was fetched.');
		return { ...stored, ...(charset !== undefined && { charset }) };
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof LinkFailure || error instanceof StorageUnavailableError) throw error;
		if (error instanceof TooManyBytesError) {
			const megabytes = STORED_FILE_MAX_BYTES / 1024 / 1024;
			throw new LinkFailure(`${url} is larger than ${megabytes} MB.`, { cause: error });
		}
		throw new LinkFailure(`${url} broke off: ${describeFetchFailure(error)}.`, { cause: error });
	}
}
