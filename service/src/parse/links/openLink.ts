import { Readable } from 'node:stream';
import { AddressNotAllowedError, type AddressPolicy } from '../../net/addressGuard.ts';
import { GuardedFetchError, guardedFetch, type GuardedResponse } from '../../net/guardedFetch.ts';
import { LinkFailure } from './linkFailure.ts';
import { linkedFileName } from './linkedFileName.ts';

/** A linked document whose bytes are ready to be read. */
export interface OpenedLink {
	/** The address after redirects. */
	url: string;
	fileName: string;
	/** The encoding of text, where the server names one. */
	charset?: string;
	body: Readable;
}

/**
 * Opens a link to a document. Redirects are followed, each through the guard.
 * @throws LinkFailure when the address is off limits, does not answer, or answers with an error
 */
export async function openLink(
	link: string,
	policy: AddressPolicy,
	signal: AbortSignal,
): Promise<OpenedLink> {
	const url = URL.parse(link);
	if (url === null) throw new LinkFailure(`"${link}" is not a web address.`);
	try {
		return describe(await guardedFetch(url, { guard: policy.forTarget(link), signal }));
	} catch (error) {
		if (error instanceof AddressNotAllowedError) throw new LinkFailure(`${error.message}.`);
		if (error instanceof GuardedFetchError) {
			throw new LinkFailure(`${error.url} can't be fetched: ${error.message}.`, { cause: error });
		}
		throw error;
	}
}

const CHARSET = /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i;

/** What to do about a refusal; empty for the others. */
const ADVICE: Readonly<Record<number, string>> = {
	401: ' The address asks for a sign-in: download the document and send it as a file.',
	403: ' The address is not open to everybody: download the document and send it as a file.',
	404: ' Check the address.',
	410: ' The document was taken down.',
	429: ' The server takes no more requests for now: try again later.',
};

function describe({ url, response }: GuardedResponse): OpenedLink {
	const { status, headers, body } = response;
	if (!response.ok || body === null) {
		void body?.cancel();
		throw new LinkFailure(`${url.href} answered ${status}.${ADVICE[status] ?? ''}`);
	}
	const fileName = linkedFileName(url.href, {
		contentDisposition: headers.get('content-disposition') ?? '',
		contentType: headers.get('content-type') ?? '',
	});
	const charset = CHARSET.exec(headers.get('content-type') ?? '')?.[1];
	return {
		url: url.href,
		fileName,
		body: Readable.fromWeb(body),
		...(charset !== undefined && { charset }),
	};
}
