/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/**
 * Name of a page's closed shadow roots in its window, a WeakMap keyed by their host elements: what
 * they show is visible to people, but reachable only by the script that made them.
 */
export const CLOSED_ROOTS = randomUUID();

/** Starts recording the closed shadow roots of a page, from its next document on. */
export async function keepClosedRoots(page: Page): Promise<void> {
	await page.addInitScript(recordClosedRoots, CLOSED_ROOTS);
}

// Runs in the page.
function recordClosedRoots(record: string): void {
	const roots = new WeakMap<Element, ShadowRoot>();
	Object.defineProperty(window, Symbol.for(record), { value: roots });
	const property = Object.getOwnPropertyDescriptor(Element.prototype, 'attachShadow');
	if (typeof property?.value !== 'function') return;
	const value = new Proxy(property.value, {
		apply(target, self, values) {
			const root: ShadowRoot = Reflect.apply(target, self, values);
			if (root.mode === 'closed') roots.set(root.host, root);
			return root;
		},
	});
	Object.defineProperty(Element.prototype, 'attachShadow', { ...property, value });
}
