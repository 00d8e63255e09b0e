/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import type { ActionScope, ForEachAction } from '../actions/action.ts';
import { clickElement } from '../actions/itemActions.ts';
import { lookUntil } from '../timeLimit.ts';
import { closeTopDialog, locateDialogs } from './changes.ts';
import { locateItems } from './findItems.ts';
import { isSamePage } from './readItem.ts';
import { describeCut, type ListCut } from './wholeList/listAccount.ts';
import type { ListShape } from './wholeList/listShape.ts';
import { WholeList } from './wholeList/wholeList.ts';

/** Default of `pagination.maxPages` (api/openapi.yaml, ForEachPagination): pages beyond the first. */
export const DEFAULT_FURTHER_PAGES = 5;
const CHANGE_TIMEOUT_MS = 10_000;
const RETURN_TIMEOUT_MS = 15_000;
const POLL_INTERVAL_MS = 100;

/** Entries that the search for a way on looks at: more than a request may have (api/openapi.yaml, ForEachAction). */
const MOST_GUIDED = 3_000;

/** How many items of a list, and how many characters of each, it is recognised by. */
const MOST_TEXT = { items: 1_000, characters: 500 };

const SWITCHED_OFF = ':disabled, [aria-disabled="true"], .disabled, .disabled *';

/** A list over one or more pages that can be restored to where it was, while its items are opened one by one. */
export class ItemList {
	readonly #scope: ActionScope;
	readonly #shape: ListShape;
	readonly #pagination: ForEachAction['pagination'];
	readonly #items: Locator;
	readonly #startUrl: string;
	/** A cookie banner that was there before stays: closing it again for each item would take time. */
	readonly #dialogsBefore: number;
	#listUrl: string;
	#firstText: string | undefined;
	#pagesTurned = 0;
	/** Finds the way on, where the request names no control. */
	#guide: WholeList | undefined;
	#ended: ListCut = 'end';

	private constructor(
		scope: ActionScope,
		shape: ListShape,
		action: ForEachAction,
		dialogs: number,
	) {
		this.#scope = scope;
		this.#shape = shape;
		this.#pagination = action.pagination;
		this.#items = locateItems(scope, shape.selector);
		this.#startUrl = scope.opened.page.url();
		this.#listUrl = this.#startUrl;
		this.#dialogsBefore = dialogs;
	}

	/** The list of a shape on an open page. */
	static async open(
		scope: ActionScope,
		shape: ListShape,
		action: ForEachAction,
	): Promise<ItemList> {
		const dialogs = await locateDialogs(scope.opened).count();
		const list = new ItemList(scope, shape, action, dialogs);
		[list.#firstText] = await list.#readTexts();
		return list;
	}

	/** Items on the list's current page. */
	count(): Promise<number> {
		return this.#items.count();
	}

	/** Restores the list after an item was read: closes what was opened, returns from other pages. */
	async restore(): Promise<void> {
		const { opened } = this.#scope;
		const { page } = opened;
		if (isSamePage(page.url(), this.#listUrl)) {
			if ((await locateDialogs(opened).count()) > this.#dialogsBefore) await closeTopDialog(opened);
			if ((await this.#items.count()) > 0) return;
		} else {
			const options = { waitUntil: 'domcontentloaded', timeout: RETURN_TIMEOUT_MS } as const;
			await page.goBack(options).catch(() => undefined);
			await opened.settle();
			const first = this.#items.first();
			await first.waitFor({ timeout: CHANGE_TIMEOUT_MS }).catch(() => undefined);
			if (await this.#isBack()) return;
		}
		await this.#reopen();
	}

	/**
	 * Goes on to the next page.
	 * @returns the position of the first new item: 0 on a new page, higher when items were added to
	 *   the existing ones; undefined when there is no next page
	 */
	async goOn(): Promise<number | undefined> {
		const { maxPages = DEFAULT_FURTHER_PAGES } = this.#pagination ?? {};
		if (this.#pagesTurned >= maxPages) {
			if (await this.#hasWayOn()) this.#ended = 'maxPages';
			return undefined;
		}
		const start = await this.#turnPage();
		if (start !== undefined) this.#pagesTurned++;
		return start;
	}

	/**
	 * Ends the list at the most items that are asked for.
	 * @param isMore whether its current page has more
	 */
	async endAtMost(isMore: boolean): Promise<void> {
		if (isMore || (await this.#hasWayOn())) this.#ended = 'maxItems';
	}

	/** Says what is missing of it after so many items. */
	describeCut(entries: number): string[] {
		return describeCut({ entries, pages: this.#pagesTurned + 1, ended: this.#ended });
	}

	/** Whether it may go on: what leads on where no control is named shows only when it is tried. */
	async #hasWayOn(): Promise<boolean> {
		if (this.#pagination === undefined) return false;
		const { nextSelector } = this.#pagination;
		return nextSelector === undefined || (await this.#findControl(nextSelector)) !== undefined;
	}

	/** The control that leads on, where it is shown and not switched off. */
	async #findControl(selector: string): Promise<Locator | undefined> {
		const { page } = this.#scope.opened;
		const control = page.locator(selector).filter({ visible: true }).first();
		const isThere = (await control.count()) > 0;
		const isOff = isThere && (await control.and(page.locator(SWITCHED_OFF)).count()) > 0;
		return isThere && !isOff ? control : undefined;
	}

	#readTexts(): Promise<string[]> {
		return this.#items.evaluateAll(readDistinctTexts, MOST_TEXT).catch(() => []);
	}

	async #turnPage(): Promise<number | undefined> {
		if (this.#pagination === undefined) return undefined;
		const { nextSelector } = this.#pagination;
		const before = await this.#readTexts();
		const after =
			nextSelector === undefined ? await this.#findOn() : await this.#press(nextSelector, before);
		if (after === undefined) return undefined;
		this.#listUrl = this.#scope.opened.page.url();
		[this.#firstText] = after;
		return isContinued(before, after) ? before.length : 0;
	}

	/** Presses a control. @returns the items' texts when they have changed */
	async #press(selector: string, before: readonly string[]): Promise<string[] | undefined> {
		const { opened } = this.#scope;
		const next = await this.#findControl(selector);
		if (next === undefined) return undefined;
		await clickElement(next);
		let isAtRest = true;
		const look = async (): Promise<string[] | undefined> => {
			isAtRest = await opened.settle();
			const texts = await this.#readTexts();
			return isChanged(before, texts) ? texts : undefined;
		};
		const { signal } = opened;
		const limits = { patienceMs: CHANGE_TIMEOUT_MS, intervalMs: POLL_INTERVAL_MS, signal };
		const after = await lookUntil(look, limits);
		if (after === undefined && !isAtRest) this.#ended = 'loading';
		return after;
	}

	/** Goes on by whatever leads on. @returns the items' texts when new ones have come */
	async #findOn(): Promise<string[] | undefined> {
		if (this.#guide === undefined) {
			const limits = { maxPages: Infinity, maxItems: MOST_GUIDED, report: () => undefined };
			this.#guide = new WholeList(this.#scope.opened, this.#shape, limits);
			await this.#guide.readFirst();
		}
		if (await this.#guide.goOn()) return this.#readTexts();
		this.#ended = this.#guide.account.ended;
		return undefined;
	}

	async #isBack(): Promise<boolean> {
		const { page } = this.#scope.opened;
		if (!isSamePage(page.url(), this.#listUrl) || (await this.#items.count()) === 0) return false;
		return this.#pagesTurned === 0 || (await this.#readTexts())[0] === this.#firstText;
	}

	/** Lists that scripts page through without changing the address start over on return. */
	async #reopen(): Promise<void> {
		const { opened } = this.#scope;
		const options = { waitUntil: 'domcontentloaded', timeout: RETURN_TIMEOUT_MS } as const;
		await opened.page.goto(this.#startUrl, options);
		await opened.settle();
		await this.#items.first().waitFor({ timeout: RETURN_TIMEOUT_MS });
		this.#listUrl = opened.page.url();
		this.#guide = undefined;
		for (let turned = 0; turned < this.#pagesTurned; turned++) await this.#turnPage();
	}
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
