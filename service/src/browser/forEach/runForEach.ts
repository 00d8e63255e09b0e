import type { ActionScope, ForEachAction, HtmlPart } from '../actions/action.ts';
import { describeNetworkError } from '../../net/networkErrors.ts';
import { describeBrowserError } from '../errors.ts';
import { assertAlive } from '../pageDeath.ts';
import { describeTaken, findItems } from './findItems.ts';
import { openItemList } from './itemList.ts';
import {
	type DocumentPart,
	type ItemVisit,
	readClicked,
	readInline,
	readNavigated,
} from './readItem.ts';

/** One element of a list, read by forEach. */
export interface CollectedItem {
	/** From 1, across all pages of the list and all forEach actions of a page. */
	number: number;
	/** Address of the page it was read from. */
	url: string;
	/** Its content, or the answer to the request's `itemPrompt`; empty when it could not be read. */
	markdown: string;
	/** Why it could not be read. */
	error?: string;
}

type Mode = NonNullable<ForEachAction['mode']>;

/** Defaults and limits (api/openapi.yaml, ForEachAction). */
const DEFAULT_MODE: Mode = 'click';
const MOST_ITEMS = 50;

const READERS: Record<Mode, (visit: ItemVisit) => Promise<HtmlPart | DocumentPart>> = {
	click: readClicked,
	inline: readInline,
	navigate: readNavigated,
};

/**
 * Finds the elements that a description means and reads each of them, across the pages of the list. An
 * item that cannot be read is kept with the reason; the others are still read.
 * @param firstNumber number of the first item; numbering continues across the forEach actions of a page
 * @throws TargetNotFoundError when no elements match; Error when no item at all could be read
 */
export async function runForEach(
	scope: ActionScope,
	action: ForEachAction,
	firstNumber: number,
): Promise<CollectedItem[]> {
	const { mode = DEFAULT_MODE } = action;
	const { selector, group } = await findItems(scope, action.observe);
	if (group !== undefined) scope.tools.warn?.(describeTaken(action.observe, group));
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
			scope.opened.signal.throwIfAborted();
			if (mode !== 'inline') await list.restore();
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
	const { opened, tools } = visit.scope;
	const { itemPrompt, mode = DEFAULT_MODE } = visit.action;
	try {
		const part = await READERS[mode](visit);
		const markdown = 'markdown' in part ? part.markdown : await tools.toMarkdown(part);
		if (itemPrompt === undefined) return { number, url: part.url, markdown };
		const answer = await tools.extractItem?.(markdown, part.url, itemPrompt);
		return { number, url: part.url, markdown: answer ?? markdown };
	} catch (error) {
		opened.signal.throwIfAborted();
		await assertAlive(opened, error);
		const url = opened.page.url();
		const reason = describeNetworkError(describeBrowserError(error), url);
		return { number, url, markdown: '', error: reason };
	}
}

const ITEM_HEADING_LEVEL = 2;
const DEEPEST_LEVEL = 6;

/**
 * The items of a page as Markdown sections titled Item 1, Item 2 and so on (api/openapi.yaml,
 * ForEachAction), to be appended to the page's own Markdown. Headings inside an item move below its title;
 * an item from another page includes its address.
 * @param pageUrl address of the page the list is on
 */
export function formatItemSections(items: readonly CollectedItem[], pageUrl: string): string {
	return items.map((item) => formatItem(item, pageUrl)).join('\n\n');
}

function formatItem({ number, url, markdown, error }: CollectedItem, pageUrl: string): string {
	const title = `${'#'.repeat(ITEM_HEADING_LEVEL)} Item ${number}`;
	if (error !== undefined) return `${title}\n\n_This item could not be read: ${error}_`;
	const source = url === pageUrl ? [] : [`Source: ${url}`];
	return [title, ...source, lowerHeadings(markdown)].filter((part) => part !== '').join('\n\n');
}

function lowerHeadings(markdown: string): string {
	let fence: string | undefined;
	const lines = markdown.split('\n');
	return lines
		.map((line) => {
			const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
			if (fence === undefined) fence = mark;
			else if (mark?.startsWith(fence) === true) fence = undefined;
			return fence === undefined ? lowerHeading(line) : line;
		})
		.join('\n');
}

function lowerHeading(line: string): string {
	return line.replace(/^(#{1,6})(?=\s)/, (marks) =>
		'#'.repeat(Math.min(marks.length + ITEM_HEADING_LEVEL, DEEPEST_LEVEL)),
	);
}
