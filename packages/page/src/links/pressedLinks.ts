/// <reference lib="dom" />
import { oneLine } from '../parse/document.ts';
import { resolveAddress } from '../parse/resolveAddress.ts';

/** What leads to an address when it is pressed, although it is no link. */
export interface PressedLink {
	/** Absolute http or https address. */
	url: string;
	text: string;
	element: Element;
}

/** Scripts of an attribute that do nothing but lead to one address: `location.href = '/a'`. */
const LEADS =
	/^(?:event\.\w{1,30}\(\);\s*)?(?:javascript:\s*)?(?:(?:(?:window|document|self|top|parent)\.)?location(?:\.(?:href|(?<hash>hash)))?\s*=\s*|(?:(?:window|document|self|top|parent)\.)?(?:location\.(?:assign|replace)|open)\(\s*)(["'])(?<address>[^"']{1,2000})\2\s*(?:$|[;,)])/;

/** An address as the value of `data-href`: rows that a script makes links; elsewhere it is for scripts alone. */
const ADDRESS = /^(?:https?:\/\/|\/|\.{1,2}\/|\?)\S+$/i;

/** Most such links of one page. */
const MOST_PRESSED = 2_000;
const FIELDS = 'input:not([type="submit" i], [type="image" i]), select, textarea';

/**
 * Cards, rows and buttons that lead to one address: it is in their `onclick`, or the `data-href` of
 * a row, or they are all that a form has (GET).
 */
export function listPressedLinks(document: Document, baseUrl: string): PressedLink[] {
	const find = (selector: string, read: (element: Element) => string | undefined): PressedLink[] =>
		[...document.querySelectorAll(selector)].slice(0, MOST_PRESSED).flatMap((element) => {
			const url = resolveAddress(read(element) ?? null, baseUrl);
			return url === undefined ? [] : [{ url, text: readText(element), element }];
		});
	return [
		...find('[onclick]', (element) => readScript(element.getAttribute('onclick')?.trim() ?? '')),
		...find('tr[data-href]', (element) => {
			const address = element.getAttribute('data-href')?.trim() ?? '';
			return ADDRESS.test(address) ? address : undefined;
		}),
		...find('form button, form input[type="submit" i]', readOnlyButton),
	];
}

/** The address that a script of an attribute leads to: of a fragment, the `#` may be left out. */
function readScript(script: string): string | undefined {
	const { hash, address } = LEADS.exec(script)?.groups ?? {};
	return hash === undefined || address?.startsWith('#') ? address : `#${address}`;
}

/** Where the only button of a form without fields leads. */
function readOnlyButton(button: Element): string | undefined {
	const form = button.closest('form');
	const method = button.getAttribute('formmethod') ?? form?.getAttribute('method') ?? '';
	const type = button.getAttribute('type') ?? 'submit';
	if (form === null || !/^(?:get)?$/i.test(method.trim()) || !/^submit$/i.test(type))
		return undefined;
	if (button.hasAttribute('disabled') || form.querySelector(FIELDS) !== null) return undefined;
	// Its script decides what is sent.
	if (form.hasAttribute('onsubmit') || button.getAttribute('name')) return undefined;
	const action = button.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
	return action.trim() === '' ? undefined : action.split(/[?#]/, 1)[0];
}

function readText(element: Element): string {
	// The cells of a row are no word together.
	const parts = element.children.length === 0 ? [element] : [...element.children];
	const own = oneLine(parts.map(({ textContent }) => textContent).join(' '));
	return own === '' ? oneLine(element.getAttribute('value') ?? '') : own;
}
