/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import type { HtmlPart } from '../actions/actionTools.ts';
import { LONGEST_ITEM_CHARACTERS, readElementHtml } from '../pageSnapshot.ts';

const PATIENCE_MS = 2_000;

/**
 * HTML of an element as it is drawn, able to stand alone: a row of a table keeps the table's head, an
 * item of a list loses its bullet.
 * @throws Error when it is larger than 2 MB
 */
export async function captureElement(element: Locator, url: string): Promise<HtmlPart> {
	const html = await element.evaluate(readElementHtml, LONGEST_ITEM_CHARACTERS);
	if (html === undefined)
		throw new Error('it is larger than 2 MB, which is the most that is read of one item');
	const head = html.startsWith('<tr') ? await element.evaluate(readTableHead) : undefined;
	return { html: toStandalone(html, head), url, contentOnly: false };
}

// Runs in the page.
function readTableHead(row: Element): string {
	const table = row.closest('table');
	const head =
		table?.querySelector('thead') ?? table?.querySelector('tr:has(> th):not(:has(> td))');
	const html = head === null || head === undefined || head.contains(row) ? '' : head.outerHTML;
	return html.length > 100_000 ? '' : html;
}

function toStandalone(html: string, tableHead: string | undefined): string {
	if (tableHead !== undefined) return `<table>${tableHead}${html}</table>`;
	return html.replace(/^<(li|dt|dd)\b/, '<div').replace(/<\/(li|dt|dd)>$/, '</div>');
}

/**
 * HTML of the first visible match of a `captureSelector`, waited for up to 2 seconds.
 * @param places where to look, in this order
 * @throws Error when nothing matches
 */
export async function captureSelected(
	selector: string,
	places: readonly Locator[],
	url: string,
): Promise<HtmlPart> {
	const deadlineMs = Date.now() + PATIENCE_MS;
	do {
		for (const place of places) {
			const match = place.filter({ visible: true }).first();
			const isThere = await match
				.waitFor({ timeout: PATIENCE_MS / 10 })
				.then(() => true)
				.catch(() => false);
			if (isThere) return captureElement(match, url);
		}
	} while (Date.now() < deadlineMs);
	throw new Error(`nothing matches the captureSelector ${selector}`);
}
