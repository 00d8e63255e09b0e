/// <reference lib="dom" />
import { CLOSED_ROOTS } from '../scripts/closedRoots.ts';
import type { OpenPage } from '../page/openPage.ts';
import type { ClosedRoots } from '../scrolled/keptRows.ts';

/** An element that a page shows, with its place in a picture of the whole page, in CSS pixels. */
export interface ElementBox {
	/** Its number. */
	index: number;
	/** The number of the nearest element around it that is shown, too; -1 for none. */
	parent: number;
	x: number;
	y: number;
	width: number;
	height: number;
	tag: string;
	/** The beginning of its own text, or that of a picture's description. */
	text: string;
}

interface NumberRequest {
	/** Name of the attribute with the number. */
	attribute: string;
	/** See `closedRoots.ts`. */
	closedRoots: string;
}

interface MeasureRequest extends NumberRequest {
	mostHeight: number;
	mostBoxes: number;
	mostText: number;
}

/** A full-page screenshot ends there. */
const MOST_HEIGHT_PIXELS = 16_384;
const MOST_BOXES = 20_000;
const MOST_TEXT = 60;

/**
 * Numbers the elements of a page, those in shadow roots among them and those in frames not, by an attribute:
 * snapshots that are taken then have the numbers.
 */
export async function numberElements({ evaluate }: OpenPage, attribute: string): Promise<void> {
	await evaluate(numberAll, { attribute, closedRoots: CLOSED_ROOTS });
}

/**
 * Where the numbered elements are that a page shows now: at most 20,000, from the top.
 * @param mostHeight of the picture, in pixels. Default: 16,384
 */
export async function measureElements(
	{ evaluate }: OpenPage,
	attribute: string,
	mostHeight = MOST_HEIGHT_PIXELS,
): Promise<ElementBox[]> {
	const most = { mostHeight, mostBoxes: MOST_BOXES, mostText: MOST_TEXT };
	return await evaluate(measureAll, { attribute, closedRoots: CLOSED_ROOTS, ...most });
}

// Runs in the page.
function numberAll(root: Element, { attribute, closedRoots }: NumberRequest): void {
	const closed: ClosedRoots = Reflect.get(window, Symbol.for(closedRoots));
	const open: Element[] = [root];
	let count = 0;
	for (let element = open.pop(); element !== undefined; element = open.pop()) {
		element.setAttribute(attribute, String(count));
		count += 1;
		const shadow = element.shadowRoot ?? closed?.get(element);
		open.push(...[...element.children, ...(shadow?.children ?? [])].reverse());
	}
}

// Runs in the page.
function measureAll(root: Element, request: MeasureRequest): ElementBox[] {
	const { attribute, closedRoots, mostHeight, mostBoxes, mostText } = request;
	const closed: ClosedRoots = Reflect.get(window, Symbol.for(closedRoots));
	const boxes: ElementBox[] = [];
	const textOf = (element: Element): string => {
		if (element instanceof HTMLImageElement) return element.alt.slice(0, mostText);
		for (const { nodeType, nodeValue } of element.childNodes) {
			const text = nodeType === 3 ? (nodeValue ?? '').slice(0, 1_000).trim() : '';
			if (text !== '') return text.replace(/\s+/g, ' ').slice(0, mostText);
		}
		return '';
	};
	const open: [element: Element, parent: number][] = [[root, -1]];
	for (let next = open.pop(); next !== undefined; next = open.pop()) {
		const [element, around] = next;
		const { left, top, width, height } = element.getBoundingClientRect();
		const [x, y] = [left + window.scrollX, top + window.scrollY];
		const given = element.getAttribute(attribute);
		const isInPicture = y < mostHeight && y + height > 0 && x + width > 0 && width * height > 0;
		const isShown =
			isInPicture && given !== null && element.checkVisibility({ visibilityProperty: true });
		let parent = around;
		if (isShown) {
			parent = Number(given);
			boxes.push({
				index: parent,
				parent: around,
				x: Math.round(x),
				y: Math.round(y),
				width: Math.round(width),
				height: Math.round(height),
				tag: element.localName.slice(0, mostText),
				text: textOf(element),
			});
			if (boxes.length >= mostBoxes) break;
		}
		const shadow = element.shadowRoot ?? closed?.get(element);
		const children = [...element.children, ...(shadow?.children ?? [])].reverse();
		for (const child of children) open.push([child, parent]);
	}
	return boxes;
}
