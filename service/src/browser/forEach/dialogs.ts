import type { Locator } from 'playwright-core';
import type { OpenPage } from '../openPage.ts';

/** Dialogs in the ways pages mark them. */
export const DIALOGS = 'dialog[open], [role="dialog"], [role="alertdialog"], [aria-modal="true"]';

const PATIENCE_MS = 1_000;
const CLOSE_CONTROLS =
	'[aria-label*="close" i], [title*="close" i], [data-dismiss], [data-bs-dismiss], .close, .btn-close, button:text-matches("^\\\\s*(close|done|ok|×|✕|✖)\\\\s*$", "i")';

/** Dialogs that a page shows. */
export function locateDialogs({ page }: OpenPage): Locator {
	return page.locator(DIALOGS).filter({ visible: true });
}

/** Closes the dialog on top of a page as a person would: by the Escape key, else by its close button. */
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
	// A dialog that will not close is met again when the next item is clicked.
	await control.click({ timeout: PATIENCE_MS }).catch(() => undefined);
	await opened.settle();
}
