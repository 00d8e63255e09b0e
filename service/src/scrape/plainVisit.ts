import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeEnding } from '../browser/responses/answerEnding.ts';
import type { LoadedDocument } from '../browser/responses/storeDocument.ts';
import { PageLoadError } from '../browser/errors.ts';
import { chooseProxy } from '../net/upstreamProxy.ts';
import type { PlainPage } from '../plain/plainReader.ts';
import type { PageTools } from './pageTools.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';

/** The outcome of reading an address without a browser. */
export interface PlainVisit {
	/** Undefined when a browser has to read it. */
	found: PlainPage | LoadedDocument | undefined;
	/** What the client should know, one sentence each. */
	warnings: string[];
}

/** A fragment that identifies a page to scripts, not a place in one. */
const ROUTE = /#!?\//;

const NOTHING: PlainVisit = { found: undefined, warnings: [] };

/**
 * Reads an address by HTTP alone if the request asks for that (`scrapeMode`) and the page
 * allows it; otherwise reports why a browser reads it.
 * @throws PageLoadError; CookieFormatError; the signal's reason
 */
export async function visitPlainly(
	tools: PageTools,
	request: ScrapeRequest,
	{ url, actions = [] }: ScrapeTarget,
	signal: AbortSignal,
): Promise<PlainVisit> {
	if (request.scrapeMode !== 'fast' || tools.plain === undefined) return NOTHING;
	if (actions.length > 0 || request.screenshot === true) {
		const cause = actions.length > 0 ? 'actions' : 'screenshots';
		return toBrowser(url, `${cause} need one`);
	}
	if (ROUTE.test(url))
		return toBrowser(url, 'its scripts show the part that the end of its address selects');
	const { plain, config } = tools;
	const documentDirectory = join(config.dataDirectory, 'documents');
	await mkdir(documentDirectory, { recursive: true });
	const place = { targetUrl: url, upstream: chooseProxy(request, config.proxy) };
	const contentOnly = request.extractContentOnly === true;
	const { cookies } = request;
	const found = await plain.withClient(place, (client) =>
		plain.load(client, { url, cookies, documentDirectory, contentOnly }, signal),
	);
	if (found.kind === 'failed') throw new PageLoadError(url, found.reason);
	if (found.kind === 'browser') return toBrowser(url, found.reason);
	if (found.kind === 'document') return { found, warnings: [] };
	return { found, warnings: [...describeEnding(url, found.ending), ...describeFrames(url, found)] };
}

const toBrowser = (url: string, reason: string): PlainVisit => ({
	found: undefined,
	warnings: [describeFallback(url, reason)],
});

/** Reports that a page was not read as fast as requested. */
export function describeFallback(url: string, reason: string): string {
	return `${url} was read with the browser: ${reason}.`;
}

/** Lists the frames of a page, which only a browser reads. */
export function describeFrames(url: string, { converted: { frames } }: PlainPage): string[] {
	if (frames.length === 0) return [];
	return [`${url} shows frames, which are not read without a browser: ${frames.join(', ')}.`];
}
