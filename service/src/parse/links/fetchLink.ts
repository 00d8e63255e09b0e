import { Readable } from 'node:stream';
import { AddressNotAllowedError, type AddressPolicy } from '../../net/addressGuard.ts';
import {
	describeFetchFailure,
	guardedFetch,
	GuardedFetchError,
	type GuardedResponse,
} from '../../net/guardedFetch.ts';
import { type DocumentFormat, factsOf, formatOfName } from '../../documents/detect/formats.ts';
import { fileNameOfUrl, nameWithEnding, servedFileName } from '../../documents/detect/fileNames.ts';
import { bounded, StreamLimitError, StreamWatch } from '../../net/streamWatch.ts';
import type { ParseFile } from '../../db/parseDocuments.ts';
import { hideUserInfo } from '../../userInfo.ts';
import { StorageUnavailableError } from '../../files/storage.ts';
import {
	type DocumentFiles,
	STORED_FILE_MAX_BYTES,
	type StoredDocument,
} from '../files/documentFiles.ts';

/** A linked document that cannot be fetched; the message is the reason shown to the client. */
export class LinkFailure extends Error {
	override name = 'LinkFailure' as const;
}

/** Opens a link to a document. Redirects are followed, each through the guard. @throws LinkFailure */
async function openLink(
	link: string,
	policy: AddressPolicy,
	signal: AbortSignal,
): Promise<GuardedResponse> {
	const url = URL.parse(link);
	if (url === null) throw new LinkFailure(`"${link}" is not a web address.`);
	try {
		return await guardedFetch(url, policy.forTarget(link), signal);
	} catch (error) {
		if (error instanceof AddressNotAllowedError) throw new LinkFailure(`${error.message}.`);
		if (error instanceof GuardedFetchError) {
			throw new LinkFailure(`${error.url} can't be fetched: ${error.message}.`, { cause: error });
		}
		throw error;
	}
}

/** What to do about a refusal; empty for the others. */
const ADVICE: Readonly<Record<number, string>> = {
	401: ' The address asks for a sign-in: download the document and send it as a file.',
	403: ' The address is not open to everybody: download the document and send it as a file.',
	404: ' Check the address.',
	410: ' The document was taken down.',
	429: ' The server accepts no more requests at the moment: try again later.',
};

const CHARSET = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i;

/** All of a document must have come by then. */
const TOTAL_LIMIT_MS = 600_000;

/** What fetching takes. */
export interface LinkTools {
	files: DocumentFiles;
	policy: AddressPolicy;
}

/**
 * Fetches a linked document into its announced file, streamed.
 * @throws LinkFailure when the address is off limits, does not answer, answers with an error or too
 * much; StorageUnavailableError; the signal's reason
 */
export async function fetchLink(
	file: ParseFile & { sourceUrl: string },
	{ files, policy }: LinkTools,
	signal: AbortSignal,
): Promise<StoredDocument> {
	const limit = AbortSignal.timeout(TOTAL_LIMIT_MS);
	const opening = AbortSignal.any([signal, limit]);
	const { url, response } = await openLink(file.sourceUrl, policy, opening).catch((error) => {
		if (signal.aborted || !limit.aborted) throw error;
		const link = hideUserInfo(file.sourceUrl);
		throw new LinkFailure(`${link} did not answer within ${TOTAL_LIMIT_MS / 1000} seconds.`);
	});
	const { status, headers, body } = response;
	if (!response.ok || body === null) {
		void body?.cancel();
		throw new LinkFailure(`${url.href} answered ${status}.${ADVICE[status] ?? ''}`);
	}
	const contentType = headers.get('content-type') ?? '';
	const served = servedFileName(url.href, headers.get('content-disposition') ?? '');
	const fileName = nameWithEnding(served, contentType);
	const charset = CHARSET.exec(contentType)?.[1];
	const watch = new StreamWatch({ maxBytes: STORED_FILE_MAX_BYTES, totalMs: TOTAL_LIMIT_MS });
	try {
		const intake = { maxBytes: STORED_FILE_MAX_BYTES, fileName, charset, signal };
		const stored = await files.take(file, Readable.from(bounded(body, watch)), intake);
		if (stored === undefined) throw new LinkFailure('The file was deleted while it was fetched.');
		return stored;
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof LinkFailure || error instanceof StorageUnavailableError) throw error;
		const limit = watch.signal.aborted ? watch.signal.reason : error;
		if (limit instanceof StreamLimitError) {
			throw new LinkFailure(`${limit.message.replace(/^it/, url.href)}.`, { cause: error });
		}
		const reason = describeFetchFailure(error);
		throw new LinkFailure(`${url.href} broke off: ${reason}.`, { cause: error });
	}
}

/** Formats whose address may well answer with a page. */
const PAGE_FORMATS: readonly DocumentFormat[] = ['html', 'md', 'txt'];

/**
 * Tells of a link that names a document, but gave a page: most often one that asks to sign in.
 * @param format of what came
 */
export function describeAnswer(sourceUrl: string, format: string): string[] {
	const named = formatOfName(fileNameOfUrl(sourceUrl));
	if (format !== 'html' || named === undefined || PAGE_FORMATS.includes(named)) return [];
	return [
		`The link names ${factsOf(named).label}, but answered with a page: it may ask for a sign-in, or the document has moved.`,
	];
}
