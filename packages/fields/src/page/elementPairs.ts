/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import { labelled } from '../text/markdownTables.ts';
import type { NamedValue } from '../records/sourceData.ts';

/** Elements that may contain a label and its value side by side. */
const PAIRS = 'div, li, section';
/** Fewer are more likely a heading and its text. */
const FEWEST_PAIRS = 3;

/**
 * Labels and values in two adjacent elements, without a separator: "<span>Weight
 * </span><span>3 kg</span>". At least three such pairs must follow each other.
 */
export function readElementPairs(document: Document): NamedValue[] {
	const parents = new Set(
		[...document.querySelectorAll(PAIRS)].flatMap(({ parentElement: around }) => around ?? []),
	);
	return [...parents].flatMap((parent) => {
		const pairs = [...parent.children].flatMap(pairOf);
		const labels = new Set(pairs.map(([label]) => label));
		return labels.size >= FEWEST_PAIRS && labels.size === pairs.length ? pairs : [];
	});
}

function pairOf(element: Element): NamedValue[] {
	const [label, value, ...others] = element.children;
	if (label === undefined || value === undefined || others.length > 0) return [];
	const isApart = [...element.childNodes].every(
		(node) => node.nodeType !== 3 || oneLine(node.nodeValue ?? '') === '',
	);
	const isPlain = [label, value].every(({ children }) => children.length === 0);
	if (!element.matches(PAIRS) || !isApart || !isPlain) return [];
	return labelled(oneLine(label.textContent), oneLine(value.textContent), '');
}
