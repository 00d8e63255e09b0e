/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

/**
 * Names the closed shadow roots in the window of a page, a WeakMap by the elements that hold them: what
 * they show is seen by people, and reachable for nobody but the script that made them.
 */
export const CLOSED_ROOTS = randomUUID();

/** Begins to keep the closed shadow roots of a page, from its next document on. */
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
