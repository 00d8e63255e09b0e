import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AddressNotAllowedError, type AddressGuard } from '../../browser/addressGuard.ts';
import { LinkFailure } from './linkFailure.ts';
import { linkedFileName } from './linkedFileName.ts';

const MAX_REDIRECTS = 5;
/** A server that sends nothing for this long is given up. */
const SILENCE_LIMIT_MS = 30_000;
/** Some servers answer 403 to whoever gives no name. */
const USER_AGENT = 'Mozilla/5.0 (compatible; web-data-extraction-service)';
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** A linked document whose bytes are ready to be read. */
export interface OpenedLink {
	/** The address after redirects. */
	url: string;
	fileName: string;
	body: Readable;
}

/** Connects only to addresses that the guard has let pass, so that no name resolves anew. */
function guardedLookup(guard: AddressGuard, port: number): LookupFunction {
	return (hostname, options, callback) => {
		guard.resolveAllowed(hostname, port).then(
			(addresses) => {
				const [first] = addresses;
				if (options.all) callback(null, addresses);
				else if (first) callback(null, first.address, first.family);
				else callback(new Error(`${hostname} has no address`), '', 0);
			},
			(error: Error) => callback(error, '', 0),
		);
	};
}

function send(url: URL, guard: AddressGuard, signal: AbortSignal): Promise<IncomingMessage> {
	const isSecure = url.protocol === 'https:';
	const request = isSecure ? requestHttps : requestHttp;
	const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
	return new Promise((resolve, reject) => {
		const sent = request(url, {
			signal,
			lookup: guardedLookup(guard, port),
			timeout: SILENCE_LIMIT_MS,
			headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': USER_AGENT },
		});
		sent.once('response', resolve);
		sent.on('error', reject);
		sent.once('timeout', () => {
			sent.destroy(new Error(`the server sent nothing for ${SILENCE_LIMIT_MS / 1000} seconds`));
		});
		sent.end();
	});
}

function toFailure(url: URL, error: unknown, signal: AbortSignal): unknown {
	if (signal.aborted) return signal.reason;
	if (error instanceof AddressNotAllowedError) return new LinkFailure(`${error.message}.`);
	const reason = error instanceof Error ? error.message : String(error);
	return new LinkFailure(`${url.href} can't be fetched: ${reason}.`);
}

async function sendGuarded(
	url: URL,
	guard: AddressGuard,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	try {
		await guard.assertUrlAllowed(url);
		return await send(url, guard, signal);
	} catch (error) {
		throw toFailure(url, error, signal);
	}
}

function nextAddress(url: URL, response: IncomingMessage): URL | undefined {
	const { location } = response.headers;
	if (!REDIRECTS.includes(response.statusCode ?? 0) || location === undefined) return undefined;
	const next = URL.parse(location, url);
	if (next === null) throw new LinkFailure(`${url.href} redirects to "${location}".`);
	return next;
}

/**
 * Opens a link to a document. Redirects are followed, each through the guard.
 * @throws LinkFailure when the address is off limits, does not answer, or answers with an error
 */
export async function openLink(
	link: string,
	guard: AddressGuard,
	signal: AbortSignal,
): Promise<OpenedLink> {
	let url = URL.parse(link);
	if (url === null) throw new LinkFailure(`"${link}" is not a web address.`);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const body = await sendGuarded(url, guard, signal);
		const next = nextAddress(url, body);
		if (next === undefined) return describe(url, body);
		body.destroy();
		url = next;
	}
	throw new LinkFailure(`${link} redirects more than ${MAX_REDIRECTS} times.`);
}

/** What to do about a refusal; empty for the others. */
const ADVICE: Readonly<Record<number, string>> = {
	401: ' The address asks for a sign-in: download the document and send it as a file.',
	403: ' The address is not open to everybody: download the document and send it as a file.',
	404: ' Check the address.',
	410: ' The document was taken down.',
	429: ' The server takes no more requests for now: try again later.',
};

/** Files that are stored compressed come so, also to those who did not ask for it. */
function decoded(body: IncomingMessage): Readable {
	const encoding = body.headers['content-encoding']?.trim().toLowerCase();
	const decoders = {
		gzip: createGunzip,
		'x-gzip': createGunzip,
		deflate: createInflate,
		br: createBrotliDecompress,
	};
	const create = Object.entries(decoders).find(([name]) => name === encoding)?.[1];
	if (create === undefined) return body;
	// A failure of either stream ends the one that is read, which tells of it.
	return pipeline(body, create(), () => undefined);
}

function describe(url: URL, body: IncomingMessage): OpenedLink {
	const status = body.statusCode ?? 0;
	if (status < 200 || status > 299) {
		body.destroy();
		throw new LinkFailure(`${url.href} answered ${status}.${ADVICE[status] ?? ''}`);
	}
	const fileName = linkedFileName(url.href, {
		contentDisposition: body.headers['content-disposition'] ?? '',
		contentType: body.headers['content-type'] ?? '',
	});
	return { url: url.href, fileName, body: decoded(body) };
}
