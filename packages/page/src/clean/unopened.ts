/// <reference lib="dom" />
import { oneLine } from '../parse/document.ts';
import { listHidden } from './shown.ts';

const TABS = '[role="tablist"] [role="tab"]';
const PANELS = '[role="tabpanel"]';
const HEADINGS = ':is(h1, h2, h3, h4, h5, h6, [role="heading"])';
const EXPANDERS = `${HEADINGS} :is(button, [role="button"])[aria-expanded="false"]`;
/** What opens there is a choice or a way to other pages. */
const MENUS =
	'nav, header, footer, dialog, [role="dialog"], [role="menu"], [role="menubar"], [role="navigation"]';
/** What is read of a panel although it has no text. */
const SHOWN = 'img, picture, svg, video, audio, canvas, iframe, object, embed, input, select';

const LONGEST_NAME = 60;
/** How many are named. */
const MOST_NAMES = 3;

/**
 * The names of controls whose panel has nothing in it yet: many pages fill tabs and answers only as they
 * are opened. Only controls that say by their roles that they open a part of the page are considered.
 * @param document the page as loaded
 */
export function listUnopened(document: Document): string[] {
	const tabs = [...document.querySelectorAll(TABS)].filter(isPart);
	const panelCount = [...document.querySelectorAll(PANELS)].filter(hasContent).length;
	const isUnfilled = (tab: Element): boolean => {
		if (tab.getAttribute('aria-selected') === 'true') return false;
		const id = readTarget(tab);
		if (id === '') return panelCount > 0 && panelCount < tabs.length;
		const isShared = tabs.some((other) => other !== tab && readTarget(other) === id);
		return isShared || !hasContent(document.getElementById(id));
	};
	const hasSelected = tabs.some((tab) => tab.getAttribute('aria-selected') === 'true');
	const unfilled = hasSelected ? tabs.filter(isUnfilled) : [];
	const answers = [...document.querySelectorAll(EXPANDERS)].filter(
		(control) => isPart(control) && isUnanswered(control),
	);
	const found = [...unfilled, ...answers, ...listEmptyDetails(document)];
	const hidden = found.length === 0 ? [] : listHidden(document);
	return found
		.filter((control) => !hidden.some((place) => place.contains(control)))
		.flatMap((control) => readName(control) || []);
}

/** What the reader should know about the parts that controls of these names open. */
export function describeUnopened(names: readonly string[]): string[] {
	const [first] = names;
	if (first === undefined) return [];
	const listed = names.slice(0, MOST_NAMES).map((name) => `"${name}"`);
	const all = `${listed.join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
	return names.length === 1
		? [
				`A part of the page has no text until it is opened (${all}), and was not read. A click action can open it.`,
			]
		: [
				`${names.length} parts of the page have no text until they are opened (${all}), and were not read. Click actions can open them.`,
			];
}

function readName(control: Element): string {
	const own = oneLine(control.textContent);
	const name = own === '' ? oneLine(control.getAttribute('aria-label') ?? '') : own;
	return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME).trim()}…` : name;
}

/** Whether a control opens a part of its page, not a menu or another page. */
function isPart(control: Element): boolean {
	const address = control.getAttribute('href') ?? '#';
	return /^(?:#|javascript:)/i.test(address) && control.closest(MENUS) === null;
}

const readTarget = (control: Element): string =>
	control.getAttribute('aria-controls')?.trim() ?? '';

const hasContent = (panel: Element | null): boolean =>
	panel !== null && (oneLine(panel.textContent) !== '' || panel.querySelector(SHOWN) !== null);

function isUnanswered(control: Element): boolean {
	const id = readTarget(control);
	if (id !== '') return !hasContent(control.ownerDocument.getElementById(id));
	const heading = control.closest(HEADINGS);
	const next = heading?.nextElementSibling;
	// Whether the answer stands elsewhere is not known.
	return next != null && !hasContent(next);
}

const listEmptyDetails = (document: Document): Element[] =>
	[...document.querySelectorAll('details:not([open]) > summary:only-child')].filter(
		(summary) =>
			isPart(summary) &&
			oneLine(summary.parentElement?.textContent ?? '') === oneLine(summary.textContent),
	);
