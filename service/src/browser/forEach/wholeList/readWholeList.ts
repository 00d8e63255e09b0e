import { randomUUID } from 'node:crypto';
import { type PageContent, readContent } from '../../loadPage.ts';
import type { OpenPage } from '../../page/openPage.ts';
import { lookUntil } from '../../timeLimit.ts';
import { toPageAddress } from '../../../net/pageAddress.ts';
import { divideMarked, type MarkedPage, markEntries, unmarkEntries } from './entryMarks.ts';
import type { ListAccount } from './listAccount.ts';
import type { ListShape } from './listShape.ts';
import { findMainList } from './mainList.ts';
import { type TakenEntry, WholeList, type WholeListLimits } from './wholeList.ts';

/** A list over all its pages, and the page that it began on. */
export interface WholeListContent {
	/** The page as it was before anything led on. */
	page: PageContent;
	marked: MarkedPage;
	entries: TakenEntry[];
	account: ListAccount;
}

/** A list may be drawn a moment after its page has settled. */
const LIST_PATIENCE_MS = 1_500;
const POLL_INTERVAL_MS = 250;

/** The shape of the list that a page is about; undefined when nothing on it repeats. */
export async function findListShape({
	evaluate,
	signal,
}: Pick<OpenPage, 'evaluate' | 'signal'>): Promise<ListShape | undefined> {
	const look = () => evaluate(findMainList, undefined);
	return lookUntil(look, { patienceMs: LIST_PATIENCE_MS, intervalMs: POLL_INTERVAL_MS, signal });
}

/** Reads a list of an open page to its end. @throws what `readContent` throws */
export async function readWholeList(
	opened: OpenPage,
	url: string,
	shape: ListShape,
	limits: WholeListLimits,
): Promise<WholeListContent> {
	const list = new WholeList(opened, shape, limits);
	await list.readFirst();
	const mark = randomUUID();
	await opened.evaluate(markEntries, { shape, mark });
	const page = await readContent(opened, url, true);
	await opened.evaluate(unmarkEntries, { mark });
	await list.readOn();
	const { account } = list;
	const entries = list.entries.map((entry) => ({
		...entry,
		url: toPageAddress(entry.url, url).finalUrl,
	}));
	return { page, marked: divideMarked(page.html, mark), entries, account };
}
