/// <reference lib="dom" />
import { PRESSED } from '@web-data-extraction/page/pressedOnly';
import type { OpenPage } from './page/openPage.ts';
import { answerOf } from './timeLimit.ts';

/** Buttons beyond these are not pressed. */
const MOST_PRESSED = 200;

/**
 * Presses the buttons of a page that may lead on, and answers with the addresses they lead to, those in the
 * page's fragment or history included. Nothing is left or sent by it: every navigation is noted and cancelled, and the tab has
 * no network from then on, so it can't be used for another page.
 * @returns absolute http or https addresses, each once, in their order
 * @throws TimeLimitError when the page's scripts leave no time to answer
 */
export async function listPressedAddresses(opened: OpenPage): Promise<string[]> {
	const { page, evaluate } = opened;
	await page.context().setOffline(true);
	await answerOf(page, evaluate(pressAll, { ...PRESSED, most: MOST_PRESSED }));
	// Routers may decide in a later task.
	await opened.settle();
	return (await answerOf(page, evaluate(readNoted, undefined))) ?? [];
}

/** What {@link pressAll} leaves in the page for {@link readNoted}. */
declare global {
	interface Window {
		notedAddresses?: Set<string>;
	}
}

function pressAll(
	_root: Element,
	{ controls, others, fields, most }: typeof PRESSED & { most: number },
): void {
	const noted = new Set<string>();
	Object.defineProperty(window, 'notedAddresses', { value: noted });
	const note = (address: string) => {
		const url = URL.parse(address, document.baseURI);
		if (url !== null && /^https?:$/.test(url.protocol)) noted.add(url.href);
	};
	window.navigation.addEventListener('navigate', (event) => {
		event.preventDefault();
		const isLink = event.formData === null && event.downloadRequest === null;
		if (isLink && event.navigationType !== 'reload') note(event.destination.url);
	});
	window.open = (address) => {
		if (address !== undefined) note(String(address));
		return null;
	};
	const pressed = [...document.querySelectorAll<HTMLElement>(controls)].filter(
		(control) =>
			!control.matches(others) &&
			control.closest('form')?.querySelector(fields) == null &&
			control.checkVisibility(),
	);
	for (const control of pressed.slice(0, most)) control.click?.();
}

function readNoted(): string[] {
	return [...(window.notedAddresses ?? [])].slice(0, 10_000);
}
