/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { withTimeLimit } from './timeLimit.ts';

/** What a page shows at one moment. */
export interface PageSnapshot {
	/** Address shown by the browser, after all redirects. */
	url: string;
	title: string;
	/** The whole document as it stands, parts drawn inside web components (open shadow roots) included. */
	html: string;
	/** Beginning of the visible text, at most 4,000 characters. */
	textSample: string;
	/** Characters of visible text in all. */
	textLength: number;
}

const SNAPSHOT_TIMEOUT_MS = 15_000;
const NO_ANSWER = 'the page does not respond: its scripts run without a pause';
const SAMPLE_CHARACTERS = 4_000;

/**
 * Reads a page as it stands.
 * @throws TimeLimitError when its scripts leave no time to answer
 */
export async function takeSnapshot(page: Page): Promise<PageSnapshot> {
	const reading = Promise.all([
		page.evaluate(readFacts, SAMPLE_CHARACTERS),
		page.evaluate(readElementHtml, null),
	]);
	const [facts, html] = await withTimeLimit(reading, SNAPSHOT_TIMEOUT_MS, NO_ANSWER);
	return { ...facts, html: `<!doctype html>${html}` };
}

// Runs in the page.
function readFacts(sampleCharacters: number): Omit<PageSnapshot, 'html'> {
	const text = document.body?.innerText ?? '';
	return {
		url: location.href,
		title: document.title,
		textSample: text.slice(0, sampleCharacters),
		textLength: text.length,
	};
}

/**
 * HTML of an element as it is drawn, for use inside the page: open shadow roots are written out in
 * place of the elements that hold them. It holds all it needs, because it travels as text.
 * @param element the element; the whole document when left out
 */
export function readElementHtml(element?: Element | null): string {
	const root = element ?? document.documentElement;
	const elements = [root, ...root.querySelectorAll('*')];
	if (!elements.some(({ shadowRoot }) => shadowRoot !== null)) return root.outerHTML;

	const listChildren = (parent: Element): Node[] =>
		[...(parent.shadowRoot ?? parent).childNodes].flatMap((child): Node[] => {
			if (!(child instanceof HTMLSlotElement)) return [child];
			const assigned = child.assignedNodes({ flatten: true });
			return assigned.length > 0 ? assigned : [...child.childNodes];
		});
	const flatten = (source: Element, target: Document): Element => {
		const copy = target.importNode(source, false);
		for (const child of listChildren(source)) {
			const isElement = child instanceof Element;
			copy.append(isElement ? flatten(child, target) : target.importNode(child, true));
		}
		return copy;
	};
	// A document without a window: copies of web components must not come to life.
	return flatten(root, document.implementation.createHTMLDocument('')).outerHTML;
}
