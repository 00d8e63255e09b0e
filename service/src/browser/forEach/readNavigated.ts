/// <reference lib="dom" />
import { rm } from 'node:fs/promises';
import type { ActionScope } from '../actions/actionScope.ts';
import type { HtmlPart } from '../actions/actionTools.ts';
import { loadPage, readPage, type LoadedDocument } from '../loadPage.ts';
import { openPage, type OpenPage } from '../openPage.ts';
import { captureSelected } from './captureSelected.ts';
import { locateItem, pauseAsAsked, runSubActions, type ItemVisit } from './itemVisit.ts';
import { readClicked } from './readClicked.ts';

/** An item whose link leads to a document, already Markdown. */
export interface DocumentPart {
	markdown: string;
	url: string;
}

const FIRST_ERROR_STATUS = 400;

/**
 * Follows an item's link in a tab of its own, so that the list stays as it is, and reads the page
 * behind it. An item without a link is clicked instead.
 */
export async function readNavigated(visit: ItemVisit): Promise<HtmlPart | DocumentPart> {
	const address = await readAddress(visit);
	if (address === undefined) return readClicked(visit);
	const { network, page, signal } = visit.scope.opened;
	const tab = await openPage(page.context(), network, signal);
	try {
		return await readTab(visit, tab, address);
	} finally {
		await tab.page.close().catch(() => undefined);
	}
}

async function readAddress(visit: ItemVisit): Promise<string | undefined> {
	const href = await locateItem(visit).evaluate((element) => {
		const headings = 'h1 a[href], h2 a[href], h3 a[href], h4 a[href], h5 a[href], h6 a[href]';
		const link =
			element.closest('a[href]') ??
			element.querySelector(headings) ??
			element.querySelector('a[href]');
		return link instanceof HTMLAnchorElement ? link.href : '';
	});
	return href.startsWith('http') ? href : undefined;
}

async function readTab(
	{ scope, action }: ItemVisit,
	opened: OpenPage,
	address: string,
): Promise<HtmlPart | DocumentPart> {
	const { documentDirectory } = scope.tools;
	const isTouched = action.actions !== undefined || action.waitAfterClick !== undefined;
	const loaded = await loadPage(opened, {
		url: address,
		documentDirectory,
		inRealTime: isTouched,
	});
	if (loaded.kind === 'document') return readLinkedDocument(scope, loaded);
	if (loaded.httpStatus >= FIRST_ERROR_STATUS) {
		throw new Error(`${address} answers with HTTP status ${loaded.httpStatus}`);
	}
	await pauseAsAsked(scope, action);
	await runSubActions({ ...scope, opened, root: undefined }, action);
	const { captureSelector } = action;
	if (captureSelector !== undefined) {
		const places = [opened.page.locator(captureSelector)];
		return captureSelected(captureSelector, places, opened.page.url());
	}
	const { html, finalUrl } = isTouched ? await readPage(opened, address) : loaded;
	return { html, url: finalUrl, contentOnly: true };
}

async function readLinkedDocument(
	{ tools }: ActionScope,
	document: LoadedDocument,
): Promise<DocumentPart> {
	try {
		const markdown =
			tools.readDocument === undefined
				? `[${document.fileName}](${document.finalUrl})`
				: await tools.readDocument(document);
		return { markdown, url: document.finalUrl };
	} finally {
		await rm(document.filePath, { force: true });
	}
}
