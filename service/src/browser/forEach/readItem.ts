/// <reference lib="dom" />
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { ActionScope, ForEachAction, HtmlPart } from '../actions/action.ts';
import { clickElement, followPopup, runItemAction } from '../actions/itemActions.ts';
import { locateItems } from './findItems.ts';
import { ITEM_HTML, readElementHtml } from '../snapshots/elementHtml.ts';
import { takeSnapshot } from '../snapshots/pageSnapshot.ts';
import { type ChangeWatch, watchChanges } from './changes.ts';
import { isErrorStatus } from '../../net/httpStatus.ts';
import { loadPage, readPage } from '../loadPage.ts';
import { openPage } from '../page/openPage.ts';
import { lookUntil } from '../timeLimit.ts';
import { describeLeftOut, toPageAddress } from '../../net/pageAddress.ts';

/** A list item to be read. */
export interface ItemVisit {
	scope: ActionScope;
	action: ForEachAction;
	/** CSS selector of the list's items. */
	selector: string;
	/** Position of the item among the visible ones, from 0. */
	index: number;
}

/** An item whose link leads to a document, already converted to Markdown. */
export interface DocumentPart {
	markdown: string;
	url: string;
}

/** Under which address what a page shows now is listed: another one if its own is too long, which is said. */
export function shownAddress({ opened, url: asked, tools }: ActionScope): string {
	const { finalUrl, isLeftOut } = toPageAddress(opened.page.url(), asked);
	if (isLeftOut) tools.warn?.(describeLeftOut(finalUrl));
	return finalUrl;
}

/** The item, looked up again at each use. */
function locateItem({ scope, selector, index }: ItemVisit): Locator {
	return locateItems(scope, selector).nth(index);
}

/** Runs the sub-actions of a forEach on one item. */
async function runSubActions(scope: ActionScope, { actions = [] }: ForEachAction): Promise<void> {
	for (const action of actions) await runItemAction(scope, action);
}

/** Pauses after a click or navigation, if the request asks for it. */
async function pauseAsAsked(
	{ opened }: ActionScope,
	{ waitAfterClick }: ForEachAction,
): Promise<void> {
	if (waitAfterClick === undefined) return;
	await delay(waitAfterClick, undefined, { signal: opened.signal });
}

/** Reads an item in place; sub-actions look for their elements inside it. */
export async function readInline(visit: ItemVisit): Promise<HtmlPart> {
	const { scope, action } = visit;
	const item = locateItem(visit);
	if (action.actions !== undefined && action.actions.length > 0) {
		await runSubActions({ ...scope, root: item }, action);
		await pauseAsAsked(scope, action);
	}
	const { captureSelector } = action;
	if (captureSelector === undefined) return captureElement(item, shownAddress(scope));
	// The selector may match the item itself.
	const own = scope.opened.page.locator(captureSelector).and(item);
	if ((await own.count()) > 0) return captureElement(item, shownAddress(scope));
	return captureSelected(captureSelector, [item], scope);
}

/** Default of `waitAfterClick` (api/openapi.yaml, ForEachAction): here the longest wait for something to happen. */
const LONGEST_WAIT_MS = 2500;
const POLL_INTERVAL_MS = 50;

const HEADING_LINKS = ':is(h1, h2, h3, h4, h5, h6) a[href]';

/** What a person would click in an item that is not itself clickable, best first. */
const CONTROLS = [
	HEADING_LINKS,
	'[aria-expanded], summary, [role="tab"]',
	'a[href]',
	'button:not([disabled]), [role="button"], [role="link"], [onclick]',
];

/**
 * Clicks an item and reads what opens: the page it leads to, or the dialog, panel or part of the
 * page that appears. If nothing does, the item itself is read.
 */
export async function readClicked(visit: ItemVisit): Promise<HtmlPart> {
	const { scope, action } = visit;
	const { opened } = scope;
	const listUrl = opened.page.url();
	const watch = await watchChanges(opened.page);
	try {
		const control = await findControl(locateItem(visit));
		await followPopup(opened, () => clickElement(control));
		if (action.waitAfterClick === undefined) await waitForChange(visit, watch, listUrl);
		else await pauseAsAsked(scope, action);
		await runSubActions({ ...scope, root: undefined }, action);
		return await captureOpened(visit, watch, listUrl);
	} finally {
		await watch.stop();
	}
}

async function findControl(item: Locator): Promise<Locator> {
	const isControl = await item.evaluate(
		(element) =>
			element.matches('a[href], button, summary, [role], [onclick], [aria-expanded], input') ||
			getComputedStyle(element).cursor === 'pointer',
	);
	if (isControl) return item;
	for (const selector of CONTROLS) {
		const control = item.locator(selector).filter({ visible: true }).first();
		if ((await control.count()) > 0) return control;
	}
	return item;
}

async function waitForChange(
	{ scope: { opened } }: ItemVisit,
	watch: ChangeWatch,
	listUrl: string,
): Promise<void> {
	const look = async (): Promise<boolean | undefined> =>
		opened.page.url() !== listUrl || (await watch.hasChanged()) || undefined;
	const { signal } = opened;
	await lookUntil(look, { patienceMs: LONGEST_WAIT_MS, intervalMs: POLL_INTERVAL_MS, signal });
	await opened.settle();
}

async function captureOpened(
	visit: ItemVisit,
	watch: ChangeWatch,
	listUrl: string,
): Promise<HtmlPart> {
	const { scope } = visit;
	const { opened } = scope;
	const item = locateItem(visit);
	const hasLeft = !isSamePage(opened.page.url(), listUrl);
	const { captureSelector } = visit.action;
	if (captureSelector !== undefined) {
		const places = hasLeft ? [opened.page] : [item, opened.page];
		return captureSelected(captureSelector, places, scope);
	}
	const url = shownAddress(scope);
	if (hasLeft) return { html: (await takeSnapshot(opened)).html, url, contentOnly: true };
	const html = await watch.readRegion(visit.selector, visit.index);
	return html === undefined ? captureElement(item, url) : { html, url, contentOnly: false };
}

/**
 * Follows an item's link in a separate tab, so that the list stays as it is, and reads the page
 * behind it. An item without a link is clicked instead.
 */
export async function readNavigated(visit: ItemVisit): Promise<HtmlPart | DocumentPart> {
	const href = await locateItem(visit).evaluate((element, headingLinks) => {
		const link =
			element.closest('a[href]') ??
			element.querySelector(headingLinks) ??
			element.querySelector('a[href]');
		return link instanceof HTMLAnchorElement ? link.href : '';
	}, HEADING_LINKS);
	if (!href.startsWith('http')) return readClicked(visit);
	const { opened } = visit.scope;
	const tab = await openPage(opened.page.context(), opened);
	try {
		const scope = { ...visit.scope, opened: tab, root: undefined, url: href };
		return await readLinked(scope, visit.action);
	} finally {
		await tab.page.close().catch(() => undefined);
	}
}

async function readLinked(
	scope: ActionScope,
	action: ForEachAction,
): Promise<HtmlPart | DocumentPart> {
	const { opened, tools, url } = scope;
	const { documentDirectory } = tools;
	const isTouched = action.actions !== undefined || action.waitAfterClick !== undefined;
	const loaded = await loadPage(opened, { url, documentDirectory, inRealTime: isTouched });
	if (loaded.kind === 'document') {
		const { fileName, filePath, finalUrl } = loaded;
		try {
			const link = `[${fileName}](${finalUrl})`;
			return { markdown: (await tools.readDocument?.(loaded)) ?? link, url: finalUrl };
		} finally {
			await rm(filePath, { force: true });
		}
	}
	if (isErrorStatus(loaded.httpStatus)) {
		throw new Error(`${url} answers with HTTP status ${loaded.httpStatus}`);
	}
	await pauseAsAsked(scope, action);
	await runSubActions(scope, action);
	const { captureSelector } = action;
	if (captureSelector !== undefined) {
		return captureSelected(captureSelector, [opened.page], scope);
	}
	const { html, finalUrl } = isTouched ? await readPage(opened, url) : loaded;
	return { html, url: finalUrl, contentOnly: true };
}

/**
 * Self-contained HTML of an element as it is rendered: a table row keeps the table's head, a
 * list item loses its bullet.
 * @throws Error when it is larger than 2 MB
 */
async function captureElement(element: Locator, url: string): Promise<HtmlPart> {
	const html = await element.evaluate(readElementHtml, ITEM_HTML);
	if (html === undefined)
		throw new Error('it is larger than 2 MB, the most that is read of one item');
	const head = html.startsWith('<tr') ? await element.evaluate(readTableHead) : '';
	return { html: standAlone(html, head), url, contentOnly: false };
}

/**
 * HTML of an element that can stand without those around it.
 * @param head HTML of its table's head, for a row
 */
export function standAlone(html: string, head: string): string {
	return html.startsWith('<tr')
		? `<table>${head}${html}</table>`
		: html.replace(/^<(li|dt|dd)\b/, '<div').replace(/<\/(li|dt|dd)>$/, '</div>');
}

/** HTML of the head of a row's table. Runs in the page. */
export function readTableHead(row: Element): string {
	const table = row.closest('table');
	const head =
		table?.querySelector('thead') ?? table?.querySelector('tr:has(> th):not(:has(> td))');
	const html = head === null || head === undefined || head.contains(row) ? '' : head.outerHTML;
	return html.length > 100_000 ? '' : html;
}

const CAPTURE_PATIENCE_MS = 2_000;

/**
 * HTML of the first visible match of a `captureSelector`, waited for up to 2 seconds.
 * @param places where to look, in this order
 * @throws Error when nothing matches
 */
async function captureSelected(
	selector: string,
	places: ReadonlyArray<Page | Locator>,
	scope: ActionScope,
): Promise<HtmlPart> {
	const { signal } = scope.opened;
	const look = async (): Promise<Locator | undefined> => {
		for (const place of places) {
			const match = place.locator(selector).filter({ visible: true }).first();
			if ((await match.count()) > 0) return match;
		}
		return undefined;
	};
	const limits = { patienceMs: CAPTURE_PATIENCE_MS, intervalMs: POLL_INTERVAL_MS, signal };
	const match = await lookUntil(look, limits);
	if (match !== undefined) return captureElement(match, shownAddress(scope));
	throw new Error(`nothing matches the captureSelector ${selector}`);
}

/** Whether two addresses are the same page: what follows the `#` only points to a place in it. */
export function isSamePage(one: string, other: string): boolean {
	return one.split('#', 1)[0] === other.split('#', 1)[0];
}
