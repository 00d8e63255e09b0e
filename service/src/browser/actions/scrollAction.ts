/// <reference lib="dom" />
import type { ActionScope } from './actionScope.ts';
import type { ItemActions } from './actionTypes.ts';

/** Time a page gets at each stop to begin loading what has come into view. */
const STOP_MS = 60;

/**
 * Scrolls a page to a percentage of its height. It goes window by window, as a reader would, so that
 * lists which load more when their end comes into view do so on the way; the height is read once.
 */
export async function runScroll(
	{ opened }: ActionScope,
	{ to }: ItemActions['scroll'],
): Promise<void> {
	const share = Number.parseFloat(to) / 100;
	if (Number.isNaN(share)) throw new Error(`"${to}" is not a percentage such as 80%`);
	await opened.page.evaluate(scrollTo, { share, stopMs: STOP_MS });
	await opened.settle();
}

// Runs in the page.
async function scrollTo({ share, stopMs }: { share: number; stopMs: number }): Promise<void> {
	const root = document.scrollingElement ?? document.documentElement;
	const isScrollable = (element: Element) =>
		element.scrollHeight > element.clientHeight + 1 &&
		/auto|scroll/.test(getComputedStyle(element).overflowY);
	const area = (element: Element) => element.clientWidth * element.clientHeight;
	const inner =
		root.scrollHeight > root.clientHeight + 1
			? []
			: [...document.querySelectorAll('body *')].filter(isScrollable);
	// A page that does not scroll itself scrolls in its largest part.
	const scroller = inner.sort((one, other) => area(other) - area(one))[0] ?? root;
	const target = Math.round((scroller.scrollHeight - scroller.clientHeight) * share);
	const step = scroller.clientHeight * Math.sign(target - scroller.scrollTop);
	while (step !== 0 && Math.abs(target - scroller.scrollTop) > Math.abs(step)) {
		const before = scroller.scrollTop;
		scroller.scrollBy({ top: step, behavior: 'instant' });
		await new Promise((resolve) => setTimeout(resolve, stopMs));
		if (scroller.scrollTop === before) break;
	}
	scroller.scrollTo({ top: target, behavior: 'instant' });
}
