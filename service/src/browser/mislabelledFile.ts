/// <reference lib="dom" />
import { open, rm, stat } from 'node:fs/promises';
import {
	type DownloadOptions,
	HEAD_BYTES,
	type LoadedDocument,
	UnwantedContentError,
} from './responses/storeDocument.ts';
import type { OpenPage } from './page/openPage.ts';
import { VIRTUAL_BUDGET_MS } from './scripts/pageControls.ts';
import { answerOf, ignoreTimeout } from './timeLimit.ts';

const RELOAD_LIMIT_MS = 30_000;
/** A page larger than this is not shown again. */
const MAX_PAGE_BYTES = 20_000_000;

const NO_TEXT = 'the response is neither text nor a file of a type that can be read';

/** Where a file is stored, and how large it may be. */
type FileStore = Pick<DownloadOptions, 'askedUrl' | 'filePath' | 'maxSizeBytes' | 'accepts'>;

/**
 * Checks whether the loaded page is a file that its server calls a page, such as a PDF or JSON as
 * `text/html`: it does not begin with markup. Such an address is requested once more, to be stored
 * as it is: what the browser made of it is not its content. A page that was compressed once more than its
 * server declares is decompressed and shown.
 * @returns undefined when it is a page, which stays open
 * @throws Error when it is neither, or can't be unpacked
 */
export async function takeMislabelledFile(
	opened: OpenPage,
	store: FileStore,
): Promise<LoadedDocument | undefined> {
	const { page, traffic } = opened;
	if (traffic.httpStatus !== 200) return undefined;
	// A page that redirects at once gives no answer, and is none of these files.
	const isFile = await answerOf(page, opened.evaluate(looksLikeFile, undefined));
	if (isFile !== true) return undefined;
	const found = await askAgain(opened, page.url(), store);
	return found === 'page' ? undefined : found;
}

/** Types that servers give to anything. */
const MEANINGLESS = /^\s*(?:$|text\/plain\b)/i;

/**
 * Checks whether a response that the browser does not show is still a file, whatever its server calls it. Such
 * an address is requested once more; if its type says that it is something else, only a file is read beyond its
 * beginning.
 * @returns `page` for text that was compressed, and is shown now; undefined for anything else
 * @throws Error when it has no type, and is neither, or can't be unpacked
 */
export async function takeUnshownFile(
	opened: OpenPage,
	url: string,
	store: FileStore,
): Promise<LoadedDocument | 'page' | undefined> {
	const { httpStatus, contentType } = opened.traffic;
	if (httpStatus !== 200) return undefined;
	if (MEANINGLESS.test(contentType)) return await askAgain(opened, url, store);
	const { classifyContent } = opened.network;
	const accepts = (head: Buffer): boolean => classifyContent(head) === 'file';
	try {
		return await askAgain(opened, url, { ...store, accepts });
	} catch (error) {
		if (error instanceof UnwantedContentError) return undefined;
		throw error;
	}
}

async function askAgain(
	opened: OpenPage,
	address: string,
	store: FileStore,
): Promise<LoadedDocument | 'page' | undefined> {
	const { page, clock } = opened;
	// A stopped clock would block the next response, too.
	clock.release();
	const url = new URL(address);
	url.hash = '';
	const { classifyContent } = opened.network;
	const isPage = async (filePath: string): Promise<boolean> =>
		classifyContent(await readHead(filePath)) === 'text' &&
		(await stat(filePath)).size <= MAX_PAGE_BYTES;
	const file = await opened.catchDocument({ ...store, takesAll: true, isPage }, async () => {
		await page.goto(url.href, { waitUntil: 'commit', timeout: RELOAD_LIMIT_MS });
	});
	if (file === undefined) {
		await page
			.waitForLoadState('domcontentloaded', { timeout: RELOAD_LIMIT_MS })
			.catch(ignoreTimeout);
		if (clock.isVirtual) clock.grant(VIRTUAL_BUDGET_MS, true);
		return 'page';
	}
	const content = classifyContent(await readHead(file.filePath));
	if (content === 'file') return file;
	await rm(file.filePath, { force: true });
	if (content === 'binary') throw new Error(NO_TEXT);
	return undefined;
}

async function readHead(filePath: string): Promise<Buffer> {
	const file = await open(filePath);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES));
		return buffer.subarray(0, bytesRead);
	} finally {
		await file.close();
	}
}

/** Whether a document begins with text instead of an element, and that text like a file. Runs in the page. */
function looksLikeFile(): boolean {
	const { doctype, head, body, contentType } = document;
	const isMarkup = doctype !== null || head?.childNodes.length > 0;
	const isText = contentType === 'text/plain';
	// Of these the browser shows the source.
	const isSource = !/html|xml|^(?:image|video|audio)\//.test(contentType);
	if (!isText && isSource) return body?.textContent?.startsWith('%PDF-') === true;
	if (!isText && (isMarkup || body?.firstChild?.nodeType !== Node.TEXT_NODE)) return false;
	const text = (body.textContent ?? '').slice(0, 1_000);
	// U+FFFD replaces bytes that are not text.
	const isBinary = [...text].some((character) => /[\0-\x08\x0e-\x1f\ufffd]/.test(character));
	return isBinary || /^\s*[{[]|^%PDF-/.test(text);
}
