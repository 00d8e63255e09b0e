/// <reference lib="dom" />
import { listHidden } from '../clean/shown.ts';
import { oneLine } from '../parse/document.ts';
import type { PageLink } from './pageLinks.ts';

/** Which elements of a page may lead on by a script, as CSS selectors. */
export const PRESSED = {
	/** What a script may make lead somewhere. */
	controls:
		'button, [role="button"], [role="link"], a:not([href]), a[href="#"], a[href^="javascript:" i], [onclick]',
	/** What does nothing now, or opens a part of the page itself. */
	others:
		'[disabled], [aria-disabled="true"], [aria-expanded], [aria-haspopup], [aria-controls], [popovertarget], [type="reset" i]',
	/** A form with these asks something; its buttons send the answers. */
	fields: 'input:not([type="hidden" i], [type="submit" i], [type="button" i]), select, textarea',
};
/** A fragment that is a page to scripts, not a place in one. */
const ROUTE = /^#!?\//;
/** A single one closes a notice, or plays something. */
const FEWEST = 2;
const LONGEST_NAME = 60;
/** How many are named. */
const MOST_NAMES = 3;

/**
 * The names of the buttons of a page that has no link to another page of its site: what they lead to, if
 * anything, only their scripts know. Linear but for what lies above each.
 * @param document the page as loaded
 * @param links all links of the page, and what it leads to when it is pressed
 */
export function listPressedOnly(
	document: Document,
	links: readonly PageLink[],
	pageUrl: string,
): string[] {
	const page = URL.parse(pageUrl);
	const leadsOn = ({ url }: PageLink): boolean => {
		const target = URL.parse(url);
		if (target === null || target.host !== page?.host) return false;
		const isOther = target.pathname + target.search !== page.pathname + page.search;
		return isOther || (ROUTE.test(target.hash) && target.hash !== page.hash);
	};
	if (links.some(leadsOn)) return [];
	const controls = [...document.querySelectorAll(PRESSED.controls)].filter(
		(control) => !control.matches(PRESSED.others) && !isOfForm(control),
	);
	const hidden = controls.length < FEWEST ? [] : listHidden(document);
	const names = controls
		.filter((control) => !hidden.some((place) => place.contains(control)))
		.map(
			(control) =>
				oneLine(control.textContent) || oneLine(control.getAttribute('aria-label') ?? ''),
		)
		.filter((name) => name !== '' && name.length <= LONGEST_NAME);
	const all = [...new Set(names)];
	return all.length < FEWEST ? [] : all;
}

const isOfForm = (control: Element): boolean =>
	control.closest('form')?.querySelector(PRESSED.fields) != null;

/**
 * Reports a page of which only buttons may lead on; nothing for others, and nothing if each of them led to
 * an address.
 * @param names of its buttons
 * @param found how many addresses pressing them led to; undefined if they were not pressed
 */
export function describePressedOnly(names: readonly string[], found?: number): string[] {
	if (names.length === 0 || (found ?? 0) >= names.length) return [];
	const shown = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
	const all = `${shown.join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
	const buttons = `The page has no link to another page of its site, only ${names.length} buttons (${all}).`;
	const outcome =
		found === undefined || found === 0
			? 'Where they lead only its scripts know, so nothing behind them was read'
			: `They were pressed, and lead to ${found} address${found === 1 ? '' : 'es'}; what else they show was not read`;
	return [
		`${buttons} ${outcome}: crawl those addresses as well, or scrape the page with click actions.`,
	];
}
