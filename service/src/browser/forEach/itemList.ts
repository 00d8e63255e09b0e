/// <reference lib="dom" />
import type { ActionScope, ForEachAction } from '../actions/action.ts';
import { clickElement } from '../actions/itemActions.ts';
import { lookUntil } from '../timeLimit.ts';
import { closeTopDialog, locateDialogs } from './changes.ts';
import { locateItems } from './findItems.ts';
import { isSamePage } from './readItem.ts';

/** A list over one or more pages that can be restored to where it was. */
export interface ItemList {
	/** Items on the list's current page. */
	count(): Promise<number>;
	/** Restores the list after an item was read: closes what was opened, returns from other pages. */
	restore(): Promise<void>;
	/**
	 * Goes on to the next page.
	 * @returns the position of the first new item: 0 on a new page, higher when items were added to
	 *   the existing ones; undefined when there is no next page
	 */
	goOn(): Promise<number | undefined>;
}

/** Default of `pagination.maxPages` (api/openapi.yaml, ForEachPagination): pages beyond the first. */
const DEFAULT_FURTHER_PAGES = 5;
const CHANGE_TIMEOUT_MS = 10_000;
const RETURN_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 100;

/** How many items of a list, and how many characters of each, it is recognised by. */
const MOST_TEXT = { items: 1_000, characters: 500 };

const SWITCHED_OFF = ':disabled, [aria-disabled="true"], .disabled, .disabled *';

/**
 * The list of the elements that a selector finds on an open page.
 * @param selector as `findItems` returned it
 */
export async function openItemList(
	scope: ActionScope,
	selector: string,
	{ pagination }: ForEachAction,
): Promise<ItemList> {
	const { opened } = scope;
	const { page, signal } = opened;
	const items = locateItems(scope, selector);
	const startUrl = page.url();
	let listUrl = startUrl;
	let firstText = (await readTexts())[0];
	let pagesTurned = 0;
	// A cookie banner that was there before stays: closing it again for each item would take time.
	const dialogsBefore = await locateDialogs(opened).count();

	function readTexts(): Promise<string[]> {
		return items.evaluateAll(readDistinctTexts, MOST_TEXT).catch(() => []);
	}

	async function turnPage(): Promise<number | undefined> {
		if (pagination === undefined) return undefined;
		const next = page.locator(pagination.nextSelector).filter({ visible: true }).first();
		const isThere = (await next.count()) > 0;
		if (!isThere || (await next.and(page.locator(SWITCHED_OFF)).count()) > 0) return undefined;
		const before = await readTexts();
		await clickElement(next);
		const after = await lookUntil(
			async () => {
				await opened.settle();
				const texts = await readTexts();
				return isChanged(before, texts) ? texts : undefined;
			},
			{ patienceMs: CHANGE_TIMEOUT_MS, intervalMs: POLL_INTERVAL_MS, signal },
		);
		if (after === undefined) return undefined;
		listUrl = page.url();
		firstText = after[0];
		return isContinued(before, after) ? before.length : 0;
	}

	async function isBack(): Promise<boolean> {
		if (!isSamePage(page.url(), listUrl) || (await items.count()) === 0) return false;
		return pagesTurned === 0 || (await readTexts())[0] === firstText;
	}

	// Lists that scripts page through without changing the address start over on return.
	async function reopen(): Promise<void> {
		await page.goto(startUrl, { waitUntil: 'domcontentloaded', timeout: RETURN_TIMEOUT_MS });
		await opened.settle();
		await items.first().waitFor({ timeout: RETURN_TIMEOUT_MS });
		listUrl = page.url();
		for (let turned = 0; turned < pagesTurned; turned++) await turnPage();
	}

	return {
		count: () => items.count(),
		async restore() {
			if (isSamePage(page.url(), listUrl)) {
				if ((await locateDialogs(opened).count()) > dialogsBefore) await closeTopDialog(opened);
				if ((await items.count()) > 0) return;
			} else {
				const options = { waitUntil: 'domcontentloaded', timeout: RETURN_TIMEOUT_MS } as const;
				await page.goBack(options).catch(() => undefined);
				await opened.settle();
				const first = items.first();
				await first.waitFor({ timeout: CHANGE_TIMEOUT_MS }).catch(() => undefined);
				if (await isBack()) return;
			}
			await reopen();
		},
		async goOn() {
			if (pagesTurned >= (pagination?.maxPages ?? DEFAULT_FURTHER_PAGES)) return undefined;
			const start = await turnPage();
			if (start !== undefined) pagesTurned++;
			return start;
		},
	};
}

// Runs in the page. Items with the same text, such as "Details" buttons, are distinguished by their parents.
function readDistinctTexts(all: Element[], most: { items: number; characters: number }): string[] {
	const items = all.slice(0, most.items);
	const read = (element: Element | null) =>
		element instanceof HTMLElement ? element.innerText.slice(0, most.characters) : '';
	const texts = items.map(read);
	if (new Set(texts).size === texts.length) return texts;
	return items.map(({ parentElement }) => read(parentElement));
}

function isChanged(before: readonly string[], after: readonly string[]): boolean {
	return after.length > 0 && before.join('\n') !== after.join('\n');
}

/** Whether items were added after the existing ones, as "Load more" does. */
function isContinued(before: readonly string[], after: readonly string[]): boolean {
	const isLonger = after.length > before.length;
	return isLonger && before.every((text, index) => after[index] === text);
}
