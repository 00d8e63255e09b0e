import { Readable } from 'node:stream';
import { AddressNotAllowedError, type AddressPolicy } from '../../net/addressGuard.ts';
import { describeFetchFailure, guardedFetch, GuardedFetchError } from '../../net/guardedFetch.ts';
import type { LocatedAnswer } from '../../net/followRedirects.ts';
import {
	type DocumentFormat,
	factsOf,
	formatOfName,
	isTextFormat,
} from '@web-data-extraction/documents/formats';
import { fileNameOfUrl, nameWithEnding, servedFileName } from '../../documents/fileNames.ts';
import { formatOfMediaType } from '@web-data-extraction/documents/formats';
import { bounded, StreamLimitError, StreamWatch } from '../../net/streamWatch.ts';
import type { ParseFile } from '../../db/parseFiles.ts';
import { isSignInAddress } from '@web-data-extraction/page/signIn';
import { hideUserInfo } from '../../secrets/userInfo.ts';
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

/** Opens a link to a document. Redirects are followed, each checked by the guard. @throws LinkFailure */
async function openLink(
	link: string,
	policy: AddressPolicy,
	signal: AbortSignal,
): Promise<LocatedAnswer> {
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

/** What to do about an error status; empty for the others. */
const ADVICE: Readonly<Record<number, string>> = {
	401: ' The address asks for a sign-in: download the document and send it as a file.',
	403: ' The address is not open to everybody: download the document and send it as a file.',
	404: ' Check the address.',
	410: ' The document was taken down.',
	429: ' The server accepts no more requests at the moment: try again later.',
};

const CHARSET = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i;

/** Time limit for receiving all of a document. */
const TOTAL_LIMIT_MS = 600_000;

/** What fetching needs. */
export interface LinkTools {
	files: DocumentFiles;
	policy: AddressPolicy;
}

/**
 * Fetches a linked document into its announced file, as a stream.
 * @throws LinkFailure if the address is off limits, does not answer, answers with an error or too
 * much; StorageUnavailableError; the signal's reason
 */
export async function fetchLink(
	file: ParseFile & { sourceUrl: string },
	{ files, policy }: LinkTools,
	signal: AbortSignal,
): Promise<StoredDocument> {
	const limit = AbortSignal.timeout(TOTAL_LIMIT_MS);
	const opening = AbortSignal.any([signal, limit]);
	const { url, response, body } = await openLink(file.sourceUrl, policy, opening).catch((error) => {
		if (signal.aborted || !limit.aborted) throw error;
		const link = hideUserInfo(file.sourceUrl);
		throw new LinkFailure(`${link} did not answer within ${TOTAL_LIMIT_MS / 1000} seconds.`);
	});
	const { status, headers } = response;
	if (!response.ok || body === null) {
		void response.body?.cancel();
		throw new LinkFailure(`${url.href} answered ${status}.${ADVICE[status] ?? ''}`);
	}
	const contentType = headers.get('content-type') ?? '';
	const served = servedFileName(url.href, headers.get('content-disposition') ?? '');
	// Many things are called plain text: without an extension, the content decides.
	const isPlain = formatOfMediaType(contentType) === 'txt';
	const fileName = isPlain ? served : nameWithEnding(served, contentType);
	const charset = CHARSET.exec(contentType)?.[1];
	const watch = new StreamWatch({ maxBytes: STORED_FILE_MAX_BYTES, totalMs: TOTAL_LIMIT_MS });
	try {
		const sourceUrl = nameSource(file.sourceUrl, url);
		const intake = { maxBytes: STORED_FILE_MAX_BYTES, fileName, sourceUrl, charset, signal };
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
		throw new LinkFailure(`${url.href} could not be read completely: ${reason}.`, { cause: error });
	}
}

/**
 * Where a document came from, for its links: the requested address, or the one it was redirected to.
 * Queries of the latter often contain access tokens, and no link needs them.
 */
function nameSource(asked: string, { href, origin, pathname }: URL): string {
	const start = new URL(asked);
	start.username = start.password = '';
	return start.href === href ? hideUserInfo(asked) : origin + pathname;
}

/** Formats whose address may well return a web page. */
const PAGE_FORMATS: readonly DocumentFormat[] = ['html', 'md', 'txt'];

/** Formats that servers use for errors. */
const ERROR_FORMATS: readonly DocumentFormat[] = ['json', 'xml', 'txt'];

/** The response to a link. */
interface LinkAnswer {
	format: string;
	fileName: string;
	/** Where it came from, after redirects. */
	sourceUrl?: string | undefined;
}

/** Reports a link that seems to have returned something else, most often a page that asks to sign in. */
export function describeAnswer(link: string, answer: LinkAnswer): string[] {
	const { format, fileName, sourceUrl = link } = answer;
	const named = formatNamedBy(link);
	const isNamed = named !== undefined && !PAGE_FORMATS.includes(named);
	if (format === 'html' && isNamed) {
		return [
			`The link should lead to ${factsOf(named).label}, but returned a page: it may require signing in, or the document has moved.`,
		];
	}
	if (format === 'html' && isSignInAddress(sourceUrl) && !isSignInAddress(link)) {
		return [
			`The link led to ${sourceUrl}: the document may only be available after signing in. Download it and send it as a file.`,
		];
	}
	// The format in the name is compared with the content when that is read.
	if (!isNamed || isTextFormat(named) || formatOfName(fileName) === named) return [];
	const errorFormat = ERROR_FORMATS.find((known) => known === format);
	if (errorFormat === undefined) return [];
	return [
		`The link should lead to ${factsOf(named).label}, but returned ${factsOf(errorFormat).label}: it may be an error message.`,
	];
}

/** The format at the end of an address, or in its query: `/download?file=report.pdf`. */
function formatNamedBy(link: string): DocumentFormat | undefined {
	const names = [fileNameOfUrl(link), ...new URL(link).searchParams.values()];
	return names.map(formatOfName).find((format) => format !== undefined);
}
