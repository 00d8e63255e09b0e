import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { OpenPage } from '../openPage.ts';

const TIMEOUT_MS = 15_000;

/** A window is known a moment after the page asked for it. */
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
	await page.goto(address, { waitUntil: 'domcontentloaded', timeout: TIMEOUT_MS });
	await opened.settle();
}

async function readAddress(popup: Page): Promise<string | undefined> {
	const isWebAddress = (url: URL) => url.protocol.startsWith('http');
	const options = { timeout: TIMEOUT_MS, waitUntil: 'commit' } as const;
	await popup.waitForURL(isWebAddress, options).catch(() => undefined);
	return popup.url().startsWith('http') ? popup.url() : undefined;
}
