/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { ActionScope, ItemAction } from './action.ts';
import { locateBySelector, locateElement, waitUntilVisible } from '../targets/locate.ts';
import type { OpenPage } from '../page/openPage.ts';
import { ignoreTimeout, isTimeout } from '../timeLimit.ts';

/** The action of a type. */
type ActionOf<Type extends ItemAction['type']> = Extract<ItemAction, { type: Type }>;

/** Runs one action on a page or on one item of it. */
export function runItemAction(scope: ActionScope, action: ItemAction): Promise<void> {
	switch (action.type) {
		case 'click':
			return runClick(scope, action);
		case 'type':
			return runType(scope, action);
		case 'check':
		case 'uncheck':
			return runCheck(scope, action);
		case 'wait':
			return runWait(scope, action);
		case 'scroll':
			return runScroll(scope, action);
	}
}

/** Clicks an element and waits until the page has drawn the outcome, which may be a new page or window. */
async function runClick(scope: ActionScope, action: ActionOf<'click'>): Promise<void> {
	const element = await locateElement(scope, action, 'click');
	await followPopup(scope.opened, () => clickElement(element));
}

const CLICK_PATIENCE_MS = 3_000;

/**
 * Clicks an element as a person would; when something else covers it for 3 seconds (usually a
 * cookie banner), the click is dispatched to the element itself.
 */
export async function clickElement(element: Locator): Promise<void> {
	// The click itself reports what is wrong.
	await element
		.evaluate(openInPlace, undefined, { timeout: CLICK_PATIENCE_MS })
		.catch(ignoreTimeout);
	try {
		await element.click({ timeout: CLICK_PATIENCE_MS });
	} catch (error) {
		if (!isTimeout(error) || (await element.count()) === 0) throw error;
		await element.evaluate((target) => {
			if (target instanceof HTMLElement) target.click();
			else target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
		});
	}
}

// A link that would open a window opens in the page, which is the one that is read.
function openInPlace(element: Element): void {
	const link = element.closest('a[target], area[target]');
	if (link?.getAttribute('target')?.toLowerCase() === '_blank') link.removeAttribute('target');
}

const POPUP_TIMEOUT_MS = 15_000;

/** A window becomes known slightly after the page has opened it. */
const ANNOUNCEMENT_MS = 100;

/**
 * Does something that may open a window, and if it does, shows that window's address in the page
 * itself: a page is read in one place only.
 */
export async function followPopup(opened: OpenPage, act: () => Promise<void>): Promise<void> {
	const { page } = opened;
	const before = page.url();
	const popups = await opened.catchWindows(async () => {
		await act();
		await opened.settle();
		if (page.url() === before) await delay(ANNOUNCEMENT_MS);
	});
	const popup = popups.at(-1);
	if (popup === undefined) return;
	const address = await readAddress(popup);
	await Promise.all(popups.map((window) => window.close()));
	if (address === undefined) return;
	await page.goto(address, { waitUntil: 'domcontentloaded', timeout: POPUP_TIMEOUT_MS });
	await opened.settle();
}

async function readAddress(popup: Page): Promise<string | undefined> {
	const isWebAddress = (url: URL) => url.protocol.startsWith('http');
	const options = { timeout: POPUP_TIMEOUT_MS, waitUntil: 'commit' } as const;
	await popup.waitForURL(isWebAddress, options).catch(() => undefined);
	return popup.url().startsWith('http') ? popup.url() : undefined;
}

const CHECK_PATIENCE_MS = 5_000;

/**
 * Sets a checkbox, radio button or switch to a state; one already in that state is left alone.
 * Boxes that the page hides behind a custom drawing are clicked through their element.
 */
async function runCheck(
	scope: ActionScope,
	action: ActionOf<'check'> | ActionOf<'uncheck'>,
): Promise<void> {
	const isWanted = action.type === 'check';
	const patience = { timeout: CHECK_PATIENCE_MS };
	const box = await locateElement(scope, action, 'check');
	const isDone =
		(await box.isVisible()) &&
		(await box.setChecked(isWanted, patience).then(
			() => true,
			() => false,
		));
	if (!isDone && (await box.isChecked(patience)) !== isWanted) {
		await box.evaluate((element) => {
			if (element instanceof HTMLElement) element.click();
		});
	}
	await scope.opened.settle();
	if ((await box.count()) > 0 && (await box.isChecked(patience)) !== isWanted) {
		throw new Error(`the element cannot be ${action.type}ed`);
	}
}

const FIELD_PATIENCE_MS = 10_000;

/** Longer texts are pasted: typing takes the browser about a millisecond per key. */
const LONGEST_TYPED_CHARACTERS = 500;

/**
 * Puts text into a field, replacing its content. Keys are pressed one by one, for fields that
 * respond to typing; a line break is the Enter key, which may open a page or window. In a list of
 * options the text selects one.
 */
async function runType(scope: ActionScope, { selector, value }: ActionOf<'type'>): Promise<void> {
	const field = await locateBySelector(scope, selector);
	const options = { timeout: FIELD_PATIENCE_MS };
	const tag = await field.evaluate((element) => element.tagName, undefined, options);
	const text = value.replace(/\r?\n$/, '');
	if (tag === 'SELECT') {
		await field.selectOption(text, options);
	} else {
		await field.fill(text.length > LONGEST_TYPED_CHARACTERS ? text : '', options);
		if (text.length <= LONGEST_TYPED_CHARACTERS) await field.pressSequentially(text, options);
		if (text !== value) await followPopup(scope.opened, () => field.press('Enter', options));
	}
	await scope.opened.settle();
}

/** Time a page gets at each stop to start loading what has come into view. */
const STOP_MS = 60;

/**
 * Scrolls a page to a percentage of its height, one window height at a time, as a reader would, so that
 * lists that load more when their end comes into view do so on the way; the height is read once.
 */
async function runScroll({ opened }: ActionScope, { to }: ActionOf<'scroll'>): Promise<void> {
	const share = Number.parseFloat(to) / 100;
	if (Number.isNaN(share)) throw new Error(`"${to}" is not a percentage such as 80%`);
	await opened.page.evaluate(scrollTo, { share, stopMs: STOP_MS });
	await opened.settle();
}

// Runs in the page.
async function scrollTo({ share, stopMs }: { share: number; stopMs: number }): Promise<void> {
	const root = document.scrollingElement ?? document.documentElement;
	const isScrollable = (element: Element) =>
		element.scrollHeight > element.clientHeight + 1 &&
		/auto|scroll/.test(getComputedStyle(element).overflowY);
	const area = (element: Element) => element.clientWidth * element.clientHeight;
	const inner =
		root.scrollHeight > root.clientHeight + 1
			? []
			: [...document.querySelectorAll('body *')].filter(isScrollable);
	// A page that does not scroll itself scrolls in its largest part.
	const scroller = inner.sort((one, other) => area(other) - area(one))[0] ?? root;
	const target = Math.round((scroller.scrollHeight - scroller.clientHeight) * share);
	const step = scroller.clientHeight * Math.sign(target - scroller.scrollTop);
	while (step !== 0 && Math.abs(target - scroller.scrollTop) > Math.abs(step)) {
		const before = scroller.scrollTop;
		scroller.scrollBy({ top: step, behavior: 'instant' });
		await new Promise((resolve) => setTimeout(resolve, stopMs));
		if (scroller.scrollTop === before) break;
	}
	scroller.scrollTo({ top: target, behavior: 'instant' });
}

/** Pauses, or waits for an element, which is there for the next action or for reading. */
async function runWait(
	scope: ActionScope,
	{ duration, selector }: ActionOf<'wait'>,
): Promise<void> {
	const { opened } = scope;
	if (selector === undefined) {
		await delay(duration, undefined, { signal: opened.signal });
		return;
	}
	await waitUntilVisible(scope, selector, duration);
	await opened.settle();
}
