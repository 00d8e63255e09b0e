/// <reference lib="dom" />
import type { JSHandle, Locator, Page } from 'playwright-core';
import { ITEM_HTML, readElementHtml } from '../snapshots/elementHtml.ts';
import type { OpenPage } from '../page/openPage.ts';

interface ChangeRecord {
	observer: MutationObserver;
	changed: Set<Element>;
}

/** Observes what a click changes on a page. */
export type ChangeWatch = Awaited<ReturnType<typeof watchChanges>>;

/** Starts watching a page. */
export async function watchChanges(page: Page) {
	const record: JSHandle<ChangeRecord> = await page.evaluateHandle(startRecording);
	return {
		/** Whether anything has changed so far; also true once the page has been left. */
		hasChanged: (): Promise<boolean> =>
			record.evaluate(({ changed }) => changed.size > 0).catch(() => true),

		/**
		 * HTML of what the click opened: the dialog, panel or part of the page that changed most.
		 * @param selector selector of the list's items; a part that contains several of them is the list
		 *   itself, and says nothing about one item
		 * @param index position of the clicked item among the visible ones
		 * @returns undefined when only the item itself changed
		 */
		async readRegion(selector: string, index: number): Promise<string | undefined> {
			const place = { selector, index, dialogs: DIALOGS };
			const region = (await record.evaluateHandle(findRegion, place)).asElement();
			return region === null ? undefined : region.evaluate(readElementHtml, ITEM_HTML);
		},

		/** Stops watching; leaving the page does so as well. */
		async stop(): Promise<void> {
			await record.evaluate(({ observer }) => observer.disconnect()).catch(() => undefined);
			await record.dispose();
		},
	};
}

// Runs in the page.
function startRecording(): ChangeRecord {
	const changed = new Set<Element>();
	const add = (node: Node | null) => {
		const element = node instanceof Element ? node : node?.parentElement;
		if (element) changed.add(element);
	};
	const observer = new MutationObserver((records) => {
		for (const { type, target, addedNodes } of records) {
			if (type !== 'childList') add(target);
			addedNodes.forEach(add);
		}
	});
	observer.observe(document, {
		subtree: true,
		childList: true,
		characterData: true,
		attributes: true,
		attributeFilter: ['class', 'style', 'hidden', 'open', 'aria-hidden'],
	});
	return { observer, changed };
}

// Runs in the page.
function findRegion(
	{ changed }: ChangeRecord,
	{ selector, index, dialogs }: { selector: string; index: number; dialogs: string },
): Element | null {
	const isVisible = (element: Element) =>
		element.checkVisibility() && element.getBoundingClientRect().height > 0;
	const items = [...document.querySelectorAll(selector)].filter(isVisible);
	const item = items[index];
	const others = items.filter((each) => each !== item);
	const measure = (element: Element) =>
		element instanceof HTMLElement ? element.innerText.trim().length : 0;
	const toRegion = (element: Element) =>
		element.closest(dialogs) ?? (item?.contains(element) === true ? item : element);
	const isOfOneItem = (element: Element) =>
		!others.some((each) => each.contains(element)) &&
		(element.matches(dialogs) || items.filter((each) => element.contains(each)).length < 2);
	const isBrought = (element: Element) =>
		element !== document.body && element.isConnected && isVisible(element) && isOfOneItem(element);
	const regions = [...changed].map(toRegion).filter(isBrought);
	const outer = regions.filter(
		(one) => !regions.some((other) => other !== one && other.contains(one)),
	);
	const [region] = outer.sort((one, other) => measure(other) - measure(one));
	return region === undefined || measure(region) === 0 || region === item ? null : region;
}

/** Selector of dialogs in the ways pages mark them. */
const DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]';

const PATIENCE_MS = 1_000;
const CLOSE_CONTROLS =
	'[aria-label*="close" i], [title*="close" i], [data-dismiss], [data-bs-dismiss], .close, .btn-close, button:text-matches("^\\\\s*(close|done|ok|×|✕|✖)\\\\s*$", "i")';

/** The visible dialogs of a page. */
export function locateDialogs({ page }: OpenPage): Locator {
	return page.locator(DIALOGS).filter({ visible: true });
}

/** Closes the topmost dialog of a page as a person would: with the Escape key, else its close button. */
export async function closeTopDialog(opened: OpenPage): Promise<void> {
	const dialog = locateDialogs(opened).last();
	await opened.page.keyboard.press('Escape');
	await opened.settle();
	const isGone = await dialog.waitFor({ state: 'hidden', timeout: PATIENCE_MS / 2 }).then(
		() => true,
		() => false,
	);
	if (isGone) return;
	const control = dialog.locator(CLOSE_CONTROLS).filter({ visible: true }).first();
	if ((await control.count()) === 0) return;
	// A dialog that will not close turns up again when the next item is clicked.
	await control.click({ timeout: PATIENCE_MS }).catch(() => undefined);
	await opened.settle();
}
