/// <reference lib="dom" />
import { visitStyleRules } from './styleRules.ts';

/**
 * Elements that a style rule shows as soon as a box is ticked, or a link to them followed: answers and tabs
 * that work without scripts. Runs in the page.
 */
export function findOpenedByStyle(): Set<Element> {
	const STATES = /:(?:checked|target)(?![\w-])/g;
	const found = new Set<Element>();
	visitStyleRules(({ style, selectorText }) => {
		const isShowing = !/^(?:none)?$/.test(style.display) || style.visibility.startsWith('visible');
		const inAnyState = selectorText.replace(STATES, ':not(#_)');
		if (!isShowing || inAnyState === selectorText) return;
		for (const element of document.querySelectorAll(inAnyState)) found.add(element);
	});
	return found;
}
