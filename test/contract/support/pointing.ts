import type { Page } from 'playwright-core';
import { PASSWORD } from './dashboardClient';

/** Signs in to the dashboard, and opens *Pick Fields*. */
export async function openPickFields(page: Page, origin: string): Promise<void> {
	await page.goto(new URL('/pick', origin).href);
	await page.getByLabel('Password').fill(PASSWORD);
	await page.keyboard.press('Enter');
	await page.getByRole('heading', { level: 1, name: 'Pick Fields' }).waitFor();
}

/** Opens a page for pointing, from the form of *Pick Fields*. */
export async function openForPointing(page: Page, url: string): Promise<void> {
	await page.goto(new URL('/pick', page.url()).href);
	await page.getByLabel('URL of the Page').fill(url);
	await page.getByRole('button', { name: 'Open' }).click();
	await page.locator('.workbench[data-ready]').waitFor();
}

/** Clicks the middle of the first element with a text, where its box is in the picture. */
export async function pointAt(page: Page, text: string): Promise<void> {
	const { boxes } = await page.evaluate(async () => {
		const id = document.querySelector('.workbench')?.getAttribute('data-pick');
		return (await fetch(`/pick/${id}/boxes`)).json();
	});
	const { x, y, width, height } = boxes.find((box: { text: string }) => box.text === text);
	const scale = await page.evaluate(() => {
		const picture = document.querySelector('.pick-canvas img');
		return picture instanceof HTMLImageElement ? picture.width / picture.naturalWidth : 0;
	});
	const position = { x: (x + width / 2) * scale, y: (y + height / 2) * scale };
	await page.locator('.pick-canvas').click({ position });
	await whenRead(page);
}

/** Until what was pointed at is read. */
export const whenRead = (page: Page) => page.locator('.workbench:not([aria-busy])').waitFor();

/** The cells of the shown rows. */
export const shownRows = (page: Page) =>
	page
		.locator('[data-rows] tbody tr')
		.evaluateAll((all) =>
			all.map((row) => [...row.children].map(({ textContent }) => textContent)),
		);

/** Copies the node or the schema; the page may use the clipboard. */
export async function copyPicked(page: Page, what: 'node' | 'schema'): Promise<string> {
	await page.getByRole('button', { name: `Copy the ${what}` }).click();
	await page.locator('#announcements', { hasText: 'Copied' }).waitFor({ state: 'attached' });
	return await page.evaluate(() => navigator.clipboard.readText());
}
