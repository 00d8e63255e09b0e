import type { ActionScope, ForEachAction, HtmlPart } from '../actions/action.ts';
import { BrowserCrashedError, describeBrowserError } from '../errors.ts';

import type { CollectedItem } from './collected.ts';
import { findItemSelector } from './findItems.ts';
import { openItemList, type ItemList } from './itemList.ts';
import {
	type DocumentPart,
	type ItemVisit,
	readClicked,
	readInline,
	readNavigated,
} from './readItem.ts';

type Mode = NonNullable<ForEachAction['mode']>;

/** Defaults and caps of the gaps page, Scrape. */
const DEFAULT_MODE: Mode = 'click';
const MOST_ITEMS = 50;

const READERS: Record<Mode, (visit: ItemVisit) => Promise<HtmlPart | DocumentPart>> = {
	click: readClicked,
	inline: readInline,
	navigate: readNavigated,
};

/**
 * Finds the elements that a description means and reads each of them, over the pages of the list. An
 * item that cannot be read is kept with the reason; the others are read all the same.
 * @param firstNumber number of the first item; earlier forEach actions of a page count on
 * @throws TargetNotFoundError when no elements fit; Error when not one item could be read
 */
export async function runForEach(
	scope: ActionScope,
	action: ForEachAction,
	firstNumber: number,
): Promise<CollectedItem[]> {
	const selector = await findItemSelector(scope, action.observe);
	const list = await openItemList(scope, selector, action);
	const items: CollectedItem[] = [];
	const most = Math.min(action.maxItems ?? MOST_ITEMS, MOST_ITEMS);
	let start: number | undefined = 0;
	while (start !== undefined && items.length < most) {
		const end = Math.min(await list.count(), start + most - items.length);
		for (let index = start; index < end; index++) {
			const number = firstNumber + items.length;
			items.push(await collectItem({ scope, action, selector, index }, number));
			scope.tools.reportItem?.(items.length);
			await restoreList(scope, action, list);
		}
		start = items.length < most ? await list.goOn() : undefined;
	}
	const [first] = items;
	if (first?.error !== undefined && items.every(({ error }) => error !== undefined)) {
		throw new Error(`none of ${items.length} items could be read: ${first.error}`);
	}
	return items;
}

async function collectItem(visit: ItemVisit, number: number): Promise<CollectedItem> {
	const { scope, action } = visit;
	try {
		const part = await READERS[action.mode ?? DEFAULT_MODE](visit);
		const markdown = 'markdown' in part ? part.markdown : await scope.tools.toMarkdown(part);
		const answer = await extractItem(scope, action, markdown, part.url);
		return { number, url: part.url, markdown: answer };
	} catch (error) {
		scope.opened.signal.throwIfAborted();
		if (error instanceof BrowserCrashedError || scope.opened.page.isClosed()) throw error;
		return {
			number,
			url: scope.opened.page.url(),
			markdown: '',
			error: describeBrowserError(error),
		};
	}
}

async function extractItem(
	{ tools }: ActionScope,
	{ itemPrompt }: ForEachAction,
	markdown: string,
	url: string,
): Promise<string> {
	if (itemPrompt === undefined || tools.extractItem === undefined) return markdown;
	return tools.extractItem(markdown, url, itemPrompt);
}

async function restoreList(
	{ opened }: ActionScope,
	{ mode = DEFAULT_MODE }: ForEachAction,
	list: ItemList,
): Promise<void> {
	opened.signal.throwIfAborted();
	if (mode !== 'inline') await list.restore();
}
