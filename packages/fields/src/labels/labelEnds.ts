/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';

/** A label at the beginning of a text. */
const LABEL = /^\s*([^:：\s][^:：]{0,59})[:：](?=\s|$)/u;
/** A longer element is more than a label and its value. */
const LONGEST_PAIR = 300;

/**
 * The texts of a page that are values, by their labels and first words: those of the smallest elements that begin with
 * a label.
 */
export type LabelEnds = ReadonlyMap<string, readonly string[]>;

/**
 * Where the values of labels end: at the end of the element that begins with the label, whatever stands in the same
 * line behind it. `<span>SKU: <b>A-1</b></span> <span>Category: Cups</span>`
 */
export function labelEnds({ body }: Document): LabelEnds {
	const pairs = textNodesOf(body).flatMap((node) => {
		const label = LABEL.exec(node.nodeValue ?? '')?.[1];
		const value = label === undefined ? undefined : valueIn(node.parentElement, oneLine(label));
		return label === undefined || value === undefined ? [] : [{ label: oneLine(label), value }];
	});
	const byStart = Map.groupBy(pairs, ({ label, value }) => startOf(label, value));
	return new Map([...byStart].map(([start, all]) => [start, all.map(({ value }) => value)]));
}

const startOf = (label: string, value: string): string => `${label}: ${value.split(' ', 1)[0]}`;

/** What follows a label in the smallest element around it that says more. */
function valueIn(inner: Element | null, label: string): string | undefined {
	for (let around = inner; around !== null; around = around.parentElement) {
		const text = around.textContent;
		if (text.length > LONGEST_PAIR) return undefined;
		const whole = oneLine(text);
		if (!whole.startsWith(label)) return undefined;
		const value = whole.slice(label.length).replace(/^\s?[:：]\s?/u, '');
		if (value !== '') return value;
	}
	return undefined;
}

/** A value without what is behind its element, and that. */
export function cutAtElement(ends: LabelEnds, label: string, value: string) {
	const own = ends
		.get(startOf(label, value))
		?.find((text) => value.startsWith(text) && /^\s/u.test(value.slice(text.length)));
	return own === undefined ? undefined : { own, rest: value.slice(own.length).trim() };
}

function textNodesOf(root: Node): Node[] {
	const found: Node[] = [];
	const walker = root.ownerDocument?.createTreeWalker(root, 4);
	for (let node = walker?.nextNode() ?? null; node !== null; node = walker?.nextNode() ?? null)
		found.push(node);
	return found;
}
