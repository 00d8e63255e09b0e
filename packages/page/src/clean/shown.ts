/// <reference lib="dom" />
import { isRendered, RENDERED } from '@web-data-extraction/markdown/rendered';
import { createSlideFinder, listCopies } from './slides.ts';

/** What an author hides: by attribute, or by an inline style. */
const HIDING_ATTRIBUTE = '[hidden]:not([hidden="until-found"])';
const HIDING_STYLE =
	/(^|;)\s*(display\s*:\s*none|visibility\s*:\s*hidden)\s*(!important\s*)?(;|$)/i;
const HIDING_DECLARATION = /(?:display\s*:\s*none|visibility\s*:\s*hidden)[^;]*;?/gi;

/** A page, or its main part, that shows less than this, and hides more than that, has failed to render. */
const FEWEST_SHOWN_CHARACTERS = 200;
const FEWEST_HIDDEN_CHARACTERS = 500;

/** Dialogs and menus of choices are not content, whatever opens them. */
const OVERLAYS = 'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], .modal';

/** Attributes of controls that reference what they open. */
const REFERENCES = [
	'aria-controls',
	'popovertarget',
	'commandfor',
	'data-target',
	'data-bs-target',
	'data-tab',
	'href',
];
const CONTROLS =
	'[aria-controls], [popovertarget], [commandfor], [data-target], [data-bs-target], [data-tab], a[href^="#"][role="tab"], a[href^="#"][data-toggle], a[href^="#"][data-bs-toggle], [role="tablist"] a[href^="#"], .tabs a[href^="#"], .nav-tabs a[href^="#"]';

/** Headings and the like open what follows them; single buttons submit something, only rows of them open. */
const OPENING_BUTTONS =
	':is(h1, h2, h3, h4, h5, h6, dt, summary, [role="heading"]) :is(button, a[href^="#"], [role="button"])';

/**
 * Removes what a page does not show, and shows what one of its controls opens: collapsed answers, closed
 * tabs, the rest of a text, the slides of a carousel. The styles of an element are known only in pages
 * rendered by a browser.
 */
export function keepShown(document: Document): void {
	const { unshown, closed } = findHidden(document);
	const main = document.querySelector('main, [role="main"]');
	const places = main === null ? [document.body] : [document.body, main];
	const blank = places.filter((place) => isBlank(place, unshown));
	for (const element of unshown) {
		if (blank.some((place) => place.contains(element))) show(element);
		else element.remove();
	}
	for (const element of closed) show(element);
	for (const copy of listCopies(document)) copy.remove();
}

/** Whether next to nothing would be left of a page, or of its main part, without what is not shown. */
function isBlank(place: Element, unshown: readonly Element[]): boolean {
	const hidden = sumText(unshown.filter((element) => place.contains(element)));
	return hidden >= FEWEST_HIDDEN_CHARACTERS && sumText([place]) - hidden < FEWEST_SHOWN_CHARACTERS;
}

/** Characters of the text of some elements. */
export function sumText(elements: Iterable<Element>): number {
	let length = 0;
	for (const { textContent } of elements) length += textContent.replace(/\s+/g, ' ').length;
	return length;
}

/** What a page hides from everybody: no control of the page opens it, and its links are not for readers. */
export function listHidden(document: Document): Element[] {
	return findHidden(document).unshown.filter(isHiddenByAuthor);
}

interface HiddenElements {
	/** Outermost elements that are not shown. */
	unshown: Element[];
	/** Those that a control opens. */
	closed: Element[];
}

function findHidden(document: Document): HiddenElements {
	const { body, documentElement } = document;
	const isOpened = createOpenedFinder(document);
	const found: HiddenElements = { unshown: [], closed: [] };
	const inUnshown = new Set<Element>();
	const inClosed = new Set<Element>();
	const isDrawn = document.querySelector(`[${RENDERED}~="drawn"]`) !== null;
	const isSlide = createSlideFinder(
		(element) => isRendered(element, 'none') || isHiddenByAuthor(element),
	);
	for (const element of document.querySelectorAll(`${HIDING_ATTRIBUTE}, [style], [${RENDERED}]`)) {
		if (element === body || element === documentElement) continue;
		if (element.parentElement !== null && inUnshown.has(element.parentElement)) continue;
		// The browser does not lay out anything inside an element that is not shown.
		const isKnown = isDrawn && !inClosed.has(element);
		const isHidden = isRendered(element, 'none') || (!isKnown && isHiddenByAuthor(element));
		if (!isHidden) continue;
		const isClosed = isOpened(element) || isSlide(element);
		(isClosed ? found.closed : found.unshown).push(element);
		const seen = isClosed ? inClosed : inUnshown;
		for (const inner of [element, ...element.querySelectorAll('*')]) seen.add(inner);
	}
	return found;
}

function isHiddenByAuthor(element: Element): boolean {
	if (HIDING_STYLE.test(element.getAttribute('style') ?? '')) return true;
	return element.hasAttribute('hidden') && element.getAttribute('hidden') !== 'until-found';
}

/** The IDs of what the controls of a page open. */
function listOpened(document: Document): Set<string> {
	const ids = new Set<string>();
	for (const control of document.querySelectorAll(CONTROLS)) {
		for (const name of REFERENCES) {
			for (const id of control.getAttribute(name)?.trim().split(/\s+/) ?? []) {
				ids.add(id.replace(/^#/, ''));
			}
		}
	}
	ids.delete('');
	return ids;
}

/** Tells whether a control of a page opens an element. */
function createOpenedFinder(document: Document): (element: Element) => boolean {
	const ids = listOpened(document);
	const siblings = new SiblingControls();
	return (element) => {
		if (element.matches(OVERLAYS)) return false;
		if (ids.has(element.id) || element.getAttribute('role') === 'tabpanel') return true;
		if (isRendered(element, 'opens')) return true;
		return followsControl(element, siblings) || siblings.isTab(element);
	};
}

/** Whether the element before another one opens it, as a question opens its answer. */
function followsControl(element: Element, siblings: SiblingControls): boolean {
	const control = element.previousElementSibling;
	if (control === null) return false;
	if (isRendered(control, 'control')) return true;
	const expander = '[aria-expanded]';
	if (control.matches(expander) || control.querySelector(expander) !== null) return true;
	if (control.nodeName === 'BUTTON') return siblings.isInRowOfButtons(control);
	return control.querySelector(OPENING_BUTTONS) !== null || control.matches(OPENING_BUTTONS);
}

/** What the elements of one parent are to each other; each parent is looked at once. */
class SiblingControls {
	readonly #rows = new Map<Element, ReadonlySet<string>>();
	readonly #tabs = new Map<Element, 'all' | 'behind the first' | 'none'>();

	/** Whether a button is one of similar ones, each with something after it. */
	isInRowOfButtons(button: Element): boolean {
		const parent = button.parentElement;
		if (parent === null) return false;
		const classes = this.#rows.get(parent) ?? rowsOfButtons(parent);
		this.#rows.set(parent, classes);
		return classes.has(button.className);
	}

	/** Whether an element is one of several alike that as many controls before them show one at a time. */
	isTab(element: Element): boolean {
		const parent = element.parentElement;
		if (parent === null) return false;
		const tabs = this.#tabs.get(parent) ?? whichAreTabs(parent);
		this.#tabs.set(parent, tabs);
		return tabs === 'all' || (tabs === 'behind the first' && element !== parent.firstElementChild);
	}
}

/** The classes of rows of similar buttons in an element. */
function rowsOfButtons({ children }: Element): Set<string> {
	const buttons = [...children].filter(({ nodeName }) => nodeName === 'BUTTON');
	const rows = [...Map.groupBy(buttons, ({ className }) => className)].filter(
		([, alike]) =>
			alike.length > 1 && alike.every((one) => one.nextElementSibling?.nodeName !== 'BUTTON'),
	);
	return new Set(rows.map(([className]) => className));
}

function whichAreTabs(parent: Element): 'all' | 'behind the first' | 'none' {
	const [first, ...others] = parent.children;
	if (first === undefined) return 'none';
	if (isTabStrip(parent.previousElementSibling, [first, ...others])) return 'all';
	return isTabStrip(first, others) ? 'behind the first' : 'none';
}

const TABS = 'button, [role="tab"], [role="button"], a[href^="#"], a:not([href])';

function isTabStrip(strip: Element | null, panels: readonly Element[]): boolean {
	if (strip === null || panels.length < 2) return false;
	const [first] = panels;
	if (!panels.every(({ nodeName }) => nodeName === first?.nodeName)) return false;
	const tabs = strip.querySelectorAll(TABS).length;
	if (tabs > 0) return tabs === panels.length;
	return isRendered(strip, 'control') && strip.children.length === panels.length;
}

function show(element: Element): void {
	element.removeAttribute('hidden');
	element.removeAttribute(RENDERED);
	const style = element.getAttribute('style');
	if (style !== null) element.setAttribute('style', style.replace(HIDING_DECLARATION, ''));
}
