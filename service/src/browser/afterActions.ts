/// <reference lib="dom" />
import {
	asPageLoad,
	type LoadRequest,
	type PageContent,
	readContent,
	toStore,
} from './loadPage.ts';
import { takeMislabelledFile } from './mislabelledFile.ts';
import type { OpenPage } from './page/openPage.ts';
import { scrollParts } from './scrolled/readAreas.ts';
import { settleInRealTime } from './settling/settleInRealTime.ts';
import type { LoadedDocument } from './responses/storeDocument.ts';
import { answerOf } from './timeLimit.ts';

/**
 * Reads a page again after actions, which may have led to a file that is served as a page.
 * @throws PageLoadError, ChallengeError
 */
export function readAfterActions(
	opened: OpenPage,
	request: LoadRequest,
): Promise<PageContent | LoadedDocument> {
	const { url } = request;
	return asPageLoad(opened, url, async () => {
		const file = await takeMislabelledFile(opened, toStore(request));
		return file ?? readWithLists(opened, url);
	});
}

/**
 * Scrolls the lists that actions opened, or loaded anew. Where that took away what the actions had led to, as
 * with a menu that closes when a page is scrolled, this is read without the rest of the lists.
 */
async function readWithLists(opened: OpenPage, url: string): Promise<PageContent> {
	const lines = await readLines(opened);
	const before = await readContent(opened, url, true);
	const hasMore = await scrollParts(opened, () => isSamePage(opened));
	if (hasMore === undefined) return before;
	opened.window.hasUnreadPart = hasMore;
	const after = await readContent(opened, url, true);
	const left = new Set(await readLines(opened));
	return lines.every((line) => left.has(line)) ? after : { ...before, hasUnreadPart: true };
}

/** Waits for what a page does after it was scrolled; false when that left the page. */
async function isSamePage(opened: OpenPage): Promise<boolean> {
	const { documentCount } = opened.traffic;
	await settleInRealTime(opened, 'changed');
	return opened.traffic.documentCount === documentCount;
}

/** The lines that a page shows, without their figures: clocks and counters change. */
async function readLines({ page, evaluate }: OpenPage): Promise<string[]> {
	const text = await answerOf(
		page,
		evaluate(() => document.body?.innerText ?? '', undefined),
	);
	return (text ?? '').split('\n').map((line) => line.replace(/\d+/g, '0').trim());
}
