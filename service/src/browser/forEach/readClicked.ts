/// <reference lib="dom" />
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { HtmlPart } from '../actions/actionTools.ts';
import { clickElement } from '../actions/clickElement.ts';
import { followPopup } from '../actions/followPopup.ts';
import { takeSnapshot } from '../pageSnapshot.ts';
import { captureElement, captureSelected } from './captureSelected.ts';
import { watchChanges, type ChangeWatch } from './changeWatch.ts';
import { locateItem, pauseAsAsked, runSubActions, type ItemVisit } from './itemVisit.ts';
import { isSamePage } from './samePage.ts';

/** Default of `waitAfterClick` (gaps page, Scrape): here the longest wait for something to happen. */
const LONGEST_WAIT_MS = 2500;
const POLL_INTERVAL_MS = 50;

/** What a person would click in an item that is not itself to be clicked, best first. */
const CONTROLS = [
	'h1 a[href], h2 a[href], h3 a[href], h4 a[href], h5 a[href], h6 a[href]',
	'[aria-expanded], summary, [role="tab"]',
	'a[href]',
	'button:not([disabled]), [role="button"], [role="link"], [onclick]',
];

/**
 * Clicks an item and reads what opens: the page it leads to, or the dialog, panel or part of the
 * page that appears. When nothing does, the item itself is read.
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
		return await capture(visit, watch, listUrl);
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
	const deadlineMs = Date.now() + LONGEST_WAIT_MS;
	while (Date.now() < deadlineMs) {
		if (opened.page.url() !== listUrl || (await watch.hasChanged())) break;
		await delay(POLL_INTERVAL_MS, undefined, { signal: opened.signal });
	}
	await opened.settle();
}

async function capture(visit: ItemVisit, watch: ChangeWatch, listUrl: string): Promise<HtmlPart> {
	const { page } = visit.scope.opened;
	const item = locateItem(visit);
	const url = page.url();
	const hasLeft = !isSamePage(url, listUrl);
	const { captureSelector } = visit.action;
	if (captureSelector !== undefined) {
		const places = [page.locator(captureSelector)];
		if (!hasLeft) places.unshift(item.locator(captureSelector));
		return captureSelected(captureSelector, places, url);
	}
	if (hasLeft) return { html: (await takeSnapshot(page)).html, url, contentOnly: true };
	const html = await watch.readRegion(visit.selector, visit.index);
	return html === undefined ? captureElement(item, url) : { html, url, contentOnly: false };
}
