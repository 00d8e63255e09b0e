/// <reference lib="dom" />

/** Whether an element's own style makes it visible, displayed or not. Runs in the page. */
export function isVisible(element: Element): boolean {
	return getComputedStyle(element).visibility === 'visible';
}

/** Whether nothing of an element is shown. Runs in the page. */
export function isHidden(
	element: Element,
	{ display, visibility }: Pick<CSSStyleDeclaration, 'display' | 'visibility'>,
): boolean {
	if (display === 'none') return true;
	if (visibility === 'visible') return false;
	return ![...element.querySelectorAll('*')].some(isVisible);
}

/** Whether clicking an element may open its neighbour; it leads nowhere and sends nothing. In the page. */
export function isControl(element: Element): boolean {
	const isPointed = (place: Element) => getComputedStyle(place).cursor === 'pointer';
	// All of a card that is a link is pointed at.
	if (element.parentElement !== null && isPointed(element.parentElement)) return false;
	const places = [element, ...element.querySelectorAll('*')].slice(0, 4);
	const others = 'a[href]:not([href^="#"], [href^="javascript:" i]), button, label, input, select';
	return places.some((place) => isPointed(place) && place.closest(others) === null);
}

/** Whether an object shows its fallback content. Runs in the page. */
export function isReplaced(object: Element): boolean {
	const range = document.createRange();
	range.selectNodeContents(object);
	return range.getClientRects().length > 0;
}

/** Whether an element is in a row with others because its parent lays out a row. Runs in the page. */
export function isInRow(element: Element): boolean {
	const { parentElement, previousElementSibling, nextElementSibling } = element;
	if (parentElement === null) return false;
	const { display, flexDirection } = getComputedStyle(parentElement);
	if (display.endsWith('flex')) return flexDirection.startsWith('row');
	if (!display.endsWith('grid')) return false;
	const topOf = (place: Element | null) => place?.getBoundingClientRect().top;
	return [previousElementSibling, nextElementSibling].map(topOf).includes(topOf(element));
}

/** Whether an element is the first letter of the word after it, drawn as an initial. Runs in the page. */
export function isDropCap({ textContent, nextSibling }: Element): boolean {
	return /^\s*\p{P}?\p{Lu}\s*$/u.test(textContent) && /^\p{Ll}/u.test(nextSibling?.nodeValue ?? '');
}
