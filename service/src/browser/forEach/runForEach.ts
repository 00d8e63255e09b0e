import type { ActionScope, ForEachAction, HtmlPart } from '../actions/action.ts';
import { describeNetworkError } from '../../net/networkErrors.ts';
import { describeBrowserError } from '../errors.ts';
import { assertAlive } from '../page/pageDeath.ts';
import { describeTaken, findItems, isAnyEntry } from './findItems.ts';
import { DEFAULT_FURTHER_PAGES, ItemList } from './itemList.ts';
import {
	type DocumentPart,
	type ItemVisit,
	readClicked,
	readInline,
	readNavigated,
	shownAddress,
	standAlone,
} from './readItem.ts';
import { describeCut } from './wholeList/listAccount.ts';
import type { ListShape } from './wholeList/listShape.ts';
import { findListShape, readWholeList, type WholeListContent } from './wholeList/readWholeList.ts';

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

/** Defaults (api/openapi.yaml, ForEachAction). */
const DEFAULT_MODE: Mode = 'click';
const DEFAULT_ITEMS = 50;
const DEFAULT_LIST_ITEMS = 2_000;

const READERS: Record<Mode, (visit: ItemVisit) => Promise<HtmlPart | DocumentPart>> = {
	click: readClicked,
	inline: readInline,
	navigate: readNavigated,
};

/** What a forEach collected. */
export interface ForEachOutcome {
	items: CollectedItem[];
	/** The list and its first page, where it was read as a whole. */
	list?: WholeListContent;
}

const NO_LIST = 'No list was found on the page: nothing on it repeats. It was read as it is.';

/**
 * Finds the elements that a description means and reads each of them, across the pages of the list. An
 * item that cannot be read is kept with the reason; the others are still read.
 * @param url requested address, for error messages
 * @param firstNumber number of the first item; numbering continues across the forEach actions of a page
 * @throws TargetNotFoundError when no elements match; Error when no item at all could be read
 */
export async function runForEach(
	scope: ActionScope,
	action: ForEachAction,
	{ url, firstNumber }: { url: string; firstNumber: number },
): Promise<ForEachOutcome> {
	const shape = await findShape(scope, action);
	if (shape === undefined) {
		scope.tools.warn?.(NO_LIST);
		return { items: [] };
	}
	if (isReadAsWhole(action)) return collectWhole({ scope, action, shape, url, firstNumber });
	return { items: await collectEach(scope, action, shape, firstNumber) };
}

/** The list that is meant; undefined when the main one is, and there is none. */
async function findShape(
	scope: ActionScope,
	{ observe }: ForEachAction,
): Promise<ListShape | undefined> {
	if (observe === undefined || isAnyEntry(observe)) return findListShape(scope.opened);
	const { selector, group } = await findItems(scope, observe);
	if (group !== undefined) scope.tools.warn?.(describeTaken(observe, group));
	return { selector };
}

/** Whether all entries are read at once, where they are: nothing is done with a single one. */
function isReadAsWhole({
	mode,
	observe,
	captureSelector,
	actions = [],
	pagination,
}: ForEachAction) {
	const isInPlace = mode === 'inline' && captureSelector === undefined && actions.length === 0;
	const isOpen = pagination !== undefined && pagination.nextSelector === undefined;
	return isInPlace && pagination?.nextSelector === undefined && (isOpen || observe === undefined);
}

interface WholeTask {
	scope: ActionScope;
	action: ForEachAction;
	shape: ListShape;
	url: string;
	firstNumber: number;
}

async function collectWhole(task: WholeTask): Promise<ForEachOutcome> {
	const { scope, action, shape, url, firstNumber } = task;
	const { pagination, maxItems = DEFAULT_LIST_ITEMS } = action;
	const further = pagination === undefined ? 0 : (pagination.maxPages ?? DEFAULT_FURTHER_PAGES);
	const report = (count: number): void => scope.tools.reportItem?.(count);
	const limits = { maxItems, maxPages: 1 + further, report };
	const list = await readWholeList(scope.opened, url, shape, limits);
	for (const sentence of describeCut(list.account)) scope.tools.warn?.(sentence);
	const items: CollectedItem[] = [];
	for (const { html, head, url: shownAt } of list.entries) {
		const part = { html: standAlone(html, head), url: shownAt, contentOnly: false };
		const number = firstNumber + items.length;
		items.push(await collectItem(task, number, () => Promise.resolve(part)));
	}
	return { items, list };
}

async function collectEach(
	scope: ActionScope,
	action: ForEachAction,
	shape: ListShape,
	firstNumber: number,
): Promise<CollectedItem[]> {
	const { mode = DEFAULT_MODE, maxItems: most = DEFAULT_ITEMS } = action;
	const list = await ItemList.open(scope, shape, action);
	const items: CollectedItem[] = [];
	let start: number | undefined = 0;
	while (start !== undefined && items.length < most) {
		const count = await list.count();
		const end = Math.min(count, start + most - items.length);
		for (let index = start; index < end; index++) {
			const visit = { scope, action, selector: shape.selector, index };
			const number = firstNumber + items.length;
			items.push(await collectItem(visit, number, () => READERS[mode](visit)));
			scope.tools.reportItem?.(items.length);
			scope.opened.signal.throwIfAborted();
			if (mode !== 'inline') await list.restore();
		}
		if (items.length >= most) await list.endAtMost(end < count);
		start = items.length < most ? await list.goOn() : undefined;
	}
	for (const sentence of list.describeCut(items.length)) scope.tools.warn?.(sentence);
	const [first] = items;
	if (first?.error !== undefined && items.every(({ error }) => error !== undefined)) {
		throw new Error(`none of ${items.length} items could be read: ${first.error}`);
	}
	return items;
}

async function collectItem(
	{ scope, action: { itemPrompt } }: Pick<ItemVisit, 'scope' | 'action'>,
	number: number,
	read: () => Promise<HtmlPart | DocumentPart>,
): Promise<CollectedItem> {
	const { opened, tools } = scope;
	try {
		const part = await read();
		const markdown = 'markdown' in part ? part.markdown : await tools.toMarkdown(part);
		if (itemPrompt === undefined) return { number, url: part.url, markdown };
		const answer = await tools.extractItem?.({ ...part, markdown }, itemPrompt);
		return { number, url: part.url, markdown: answer ?? markdown };
	} catch (error) {
		opened.signal.throwIfAborted();
		await assertAlive(opened, error);
		const url = shownAddress(scope);
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
