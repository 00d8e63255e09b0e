/// <reference lib="dom" />
import type { Locator } from 'playwright-core';

const PATIENCE_MS = 3_000;

/**
 * Clicks an element as a person would; when something else lies over it for 3 seconds (a cookie
 * banner, as a rule), the click is given to the element itself.
 */
export async function clickElement(element: Locator): Promise<void> {
	await element.evaluate(openInPlace, undefined, { timeout: PATIENCE_MS }).catch(ignoreTimeout);
	try {
		await element.click({ timeout: PATIENCE_MS });
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

// The click itself then says what is wrong.
function ignoreTimeout(error: unknown): void {
	if (!isTimeout(error)) throw error;
}

function isTimeout(error: unknown): boolean {
	return error instanceof Error && error.name === 'TimeoutError';
}
