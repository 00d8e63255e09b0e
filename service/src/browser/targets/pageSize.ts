/// <reference lib="dom" />
import type { Locator } from 'playwright-core';
import type { ActionScope } from '../actions/action.ts';
import { PAGE_FROZEN, withTimeLimit } from '../timeLimit.ts';

/** The page has more elements or words than are searched; the message says what to do. */
export class PageTooLargeToSearchError extends Error {
	override name = 'PageTooLargeToSearchError' as const;

	constructor() {
		super('the page is too large to find elements in it by words: name it by a CSS selector');
	}
}

const MOST_FRAMES = 50;
const TIMEOUT_MS = 5_000;

/** What an accessibility snapshot is taken of at most. */
const LIMITS = {
	elements: 50_000,
	/** Of all names together: an element's name repeats the text inside of it. */
	characters: 5_000_000,
};

/**
 * Makes sure that an accessibility snapshot of a page stays small enough to be handed over.
 * @throws PageTooLargeToSearchError; TimeLimitError when the page does not answer
 */
export async function assertSearchable({ opened, root }: ActionScope): Promise<void> {
	const frames = opened.page.frames();
	if (frames.length > MOST_FRAMES) throw new PageTooLargeToSearchError();
	const whole = (root === undefined ? frames : []).map((frame) => frame.locator(':root'));
	const parts: Locator[] = root === undefined ? whole : [root];
	const sizes = await Promise.all(
		parts.map((part, index) => {
			const size = withTimeLimit(part.evaluate(isTooLarge, LIMITS), TIMEOUT_MS, PAGE_FROZEN);
			// A frame that goes away meanwhile is not in the snapshot.
			return index === 0 ? size : size.catch(() => false);
		}),
	);
	if (sizes.includes(true)) throw new PageTooLargeToSearchError();
}

// Runs in the page.
function isTooLarge(root: Element, limits: { elements: number; characters: number }): boolean {
	const NAMED_BY_CONTENT =
		'a, button, summary, option, label, h1, h2, h3, h4, h5, h6, tr, td, th, legend, caption, [role]';
	const readLabels = (element: Element): number =>
		(element.getAttribute('aria-labelledby') ?? '')
			.split(/\s+/)
			.reduce((sum, id) => sum + (document.getElementById(id)?.textContent.length ?? 0), 0);
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
	let [elements, characters] = [0, 0];
	for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
		if (node instanceof Element) {
			elements++;
			for (const { value } of node.attributes) characters += value.length;
			characters += readLabels(node);
			if (node.matches(NAMED_BY_CONTENT)) characters += node.textContent.length;
		} else {
			characters += node.nodeValue?.length ?? 0;
		}
		if (elements > limits.elements || characters > limits.characters) return true;
	}
	return false;
}
