/// <reference lib="dom" />
import { isElement } from '../parse/selectors.ts';
import { measureProse, measureText } from './textSize.ts';

/** The title of a page has no more of its text before it; else it is a title within the page. */
const LARGEST_SHARE_BEFORE = 1 / 3;

/** What belongs to a text and stands above its title: when it was written, and by whom. */
const SAYINGS = 'time, address, [rel~="author"], [itemprop]';
/** Elements that hold the content; what they say in sentences is part of it, wherever it stands. */
const HOLDERS = 'main, article, [role="main"]';
const FEWEST_PROSE_CHARACTERS = 60;

/**
 * Removes what stands before the title of a page: notices of the site, the way to the page, menus that nothing
 * marks. Pictures without text stay, and so do dates, authors and sentences within the content.
 */
export function removeBeforeTitle(root: Element): void {
	const title = root.querySelector('h1');
	if (title === null) return;
	const before = listBefore(title, root).filter((node) => measureText(node) > 0);
	const length = before.reduce((sum, node) => sum + measureText(node), 0);
	if (length > LARGEST_SHARE_BEFORE * measureText(root)) return;
	for (const node of before) if (!isContent(node)) node.remove();
}

/** The nodes that stand before an element, next to it or to what it is in. */
function listBefore(element: Element, root: Element): ChildNode[] {
	const before: ChildNode[] = [];
	let place: Element | null = element;
	while (place !== null && place !== root) {
		let node: ChildNode | null = place.previousSibling;
		while (node !== null) {
			before.push(node);
			node = node.previousSibling;
		}
		place = place.parentElement;
	}
	return before;
}

function isContent(node: ChildNode): boolean {
	if (!isElement(node)) return false;
	if (node.matches(SAYINGS) || node.querySelector(SAYINGS) !== null) return true;
	return (
		node.parentElement?.closest(HOLDERS) != null && measureProse(node) >= FEWEST_PROSE_CHARACTERS
	);
}
