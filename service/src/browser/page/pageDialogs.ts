import type { Dialog, Page } from 'playwright-core';

/** A page that keeps asking is not quoted each time. */
const MOST_QUOTED = 5;
const LONGEST_QUOTE_CHARACTERS = 200;

/**
 * Answers the dialogs of a page's scripts (`confirm`, `prompt`, `alert`), which block the page
 * until then, and records what was said.
 */
export class PageDialogs {
	/**
	 * Whether confirmations are answered with OK: something is being done on the page for the
	 * client, who wants that done. Otherwise they are cancelled.
	 */
	isAgreeing = false;
	readonly #said = new Set<string>();

	constructor(page: Page) {
		page.on('dialog', (dialog) => {
			// It is gone with the page.
			this.#answer(dialog).catch(() => undefined);
		});
	}

	/** What the page said in dialogs and how it was answered, one sentence each. */
	get said(): string[] {
		return [...this.#said];
	}

	async #answer(dialog: Dialog): Promise<void> {
		const kind = dialog.type();
		const isAccepted = kind === 'beforeunload' || (kind === 'confirm' && this.isAgreeing);
		if (kind !== 'beforeunload' && this.#said.size < MOST_QUOTED) {
			this.#said.add(describe(kind, dialog.message(), isAccepted));
		}
		await (isAccepted ? dialog.accept() : dialog.dismiss());
	}
}

function describe(kind: string, message: string, isAccepted: boolean): string {
	const text = message.replace(/\s+/g, ' ').trim().slice(0, LONGEST_QUOTE_CHARACTERS);
	if (kind === 'alert') return `The page said in a dialog: "${text}"`;
	const answer = isAccepted ? 'OK' : 'Cancel';
	return `The page asked in a dialog: "${text}"; the answer was ${answer}.`;
}
