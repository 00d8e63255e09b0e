/// <reference lib="dom" />

/**
 * The rows of lists that contain only those in view. What was seen of each is kept, and shown while
 * the page is read. All of this runs in the page.
 */

/** A row as it was last seen. */
export interface KeptRow {
	node: Element;
	/** In a document without a window, where none of it is loaded or activated. */
	copy: Element;
	key: string;
	/** From the start of the scrolled content, in CSS pixels. */
	left: number;
	top: number;
	/** Whether it was there when last checked. */
	isRecent: boolean;
}

/** A container of rows: an element, or the shadow root of one. */
export type RowParent = Element | ShadowRoot;

export type ClosedRoots = WeakMap<Element, ShadowRoot> | undefined;

/** What identifies a row: its words and links, or its images; empty for one that shows nothing. */
export function keyOf(row: Element, closedRoots: ClosedRoots): string {
	const words: string[] = [];
	const pictures: string[] = [];
	const walk = (node: Node): void => {
		if (node instanceof Text) words.push(node.data);
		if (!(node instanceof Element) || /^(?:SCRIPT|STYLE|TEMPLATE)$/.test(node.nodeName)) return;
		if (node instanceof HTMLAnchorElement) words.push(node.href);
		if (node instanceof HTMLImageElement) pictures.push(node.src);
		(node.shadowRoot ?? closedRoots?.get(node) ?? node).childNodes.forEach(walk);
	};
	walk(row);
	const text = words.join(' ').replace(/\s+/g, ' ').trim();
	return text === '' ? pictures.join(' ') : text;
}

/** The container of the rows: a list may be redrawn as a whole, and be wrapped. */
export function innermostParent(parent: RowParent, closedRoots: ClosedRoots): RowParent {
	const rows = [...parent.children].filter((child) => keyOf(child, closedRoots) !== '');
	const [only] = rows;
	const isWrapper = rows.length === 1 && only !== undefined && only.children.length > 0;
	return isWrapper ? innermostParent(only, closedRoots) : parent;
}

/** A row as it is now. */
interface Row extends Omit<KeptRow, 'copy' | 'isRecent'> {
	/** How far it may be from where it was seen: two rows are one row's height apart. */
	slack: { x: number; y: number };
	/** Whether it stays in view as the others are scrolled. */
	isSticky: boolean;
}

/** A list in an area of the page. */
export interface ShownList {
	list: RowParent;
	area: Element;
	closedRoots: ClosedRoots;
}

/** The rows that a list shows, in the order in which people see them. */
export function readRows({ list, area, closedRoots }: ShownList): Row[] {
	const box = area.getBoundingClientRect();
	// The box of a document moves as it is scrolled.
	const isDocument = area === document.scrollingElement;
	const scrolled = isDocument ? { x: 0, y: 0 } : { x: area.scrollLeft, y: area.scrollTop };
	const parent = innermostParent(list, closedRoots);
	let isPlaced = false;
	const rows = [...parent.children].flatMap((node) => {
		const key = keyOf(node, closedRoots);
		if (key === '') return [];
		const rect = node.getBoundingClientRect();
		const { position, transform } = getComputedStyle(node);
		isPlaced ||= position === 'absolute' || transform !== 'none';
		const left = Math.round(rect.left - box.left + scrolled.x);
		const top = Math.round(rect.top - box.top + scrolled.y);
		const slack = { x: rect.width / 2, y: rect.height / 2 };
		return [{ node, key, left, top, slack, isSticky: position === 'sticky' }];
	});
	// Elsewhere the order of the elements is the one that is seen.
	return isPlaced ? rows.sort((a, b) => a.top - b.top || a.left - b.left) : rows;
}

/** Which of the rows were seen before. */
export function matchRows(rows: readonly Row[], kept: readonly KeptRow[]): Map<Row, KeptRow> {
	const known = new Map<Row, KeptRow>();
	const match = (row: Row, isSame: (one: KeptRow) => boolean): void => {
		const taken = new Set(known.values());
		const found = known.has(row) ? undefined : kept.find((one) => !taken.has(one) && isSame(one));
		if (found !== undefined) known.set(row, found);
	};
	const isNear = ({ left, top, slack }: Row, one: KeptRow): boolean =>
		Math.abs(one.left - left) <= slack.x && Math.abs(one.top - top) <= slack.y;
	for (const row of rows) match(row, ({ node, key }) => node === row.node && key === row.key);
	for (const row of rows) match(row, (one) => one.key === row.key && isNear(row, one));
	// Changed in place; an element that was moved shows another row.
	for (const row of rows) {
		match(row, ({ node, left, top }) => node === row.node && left === row.left && top === row.top);
	}
	if ([...known.keys()].some(({ isSticky }) => !isSticky)) return known;
	// A list redrawn with row heights other than it expected: their words connect the parts.
	const isOnly = (key: string, all: ReadonlyArray<{ key: string }>): boolean =>
		all.filter((other) => other.key === key).length === 1;
	const recent = kept.filter(({ isRecent }) => isRecent);
	for (const row of rows.filter(({ key }) => isOnly(key, rows) && isOnly(key, recent))) {
		match(row, (one) => one.isRecent && one.key === row.key);
	}
	return known;
}

/**
 * Adds what a list shows now to what has been recorded of it.
 * @param isLast all rows have been seen: only changes in them matter
 */
export function keepRows(kept: KeptRow[], shown: ShownList, isLast: boolean): void {
	const inert = document.implementation.createHTMLDocument('');
	const rows = readRows(shown);
	const known = matchRows(rows, kept);
	for (const one of kept) one.isRecent = false;
	/** Position of the row before; unknown for the first ones. */
	let at: number | undefined;
	let first: KeptRow[] = [];
	for (const row of rows.filter((each) => !isLast || known.has(each))) {
		const { node, key, left, top } = row;
		const old = known.get(row);
		const copy = old?.key === key ? old.copy : inert.importNode(node, true);
		const now: KeptRow = { node, key, left, top, copy, isRecent: true };
		if (old !== undefined) {
			kept.splice(kept.indexOf(old), 1, ...first, now);
			first = [];
			if (!row.isSticky) at = kept.indexOf(now);
		} else if (at === undefined) first.push(now);
		else kept.splice(++at, 0, now);
	}
	const [beginning] = first;
	if (beginning === undefined) return;
	const isBefore = ({ top, left }: KeptRow): boolean =>
		top < beginning.top || (top === beginning.top && left < beginning.left);
	kept.splice(kept.findLastIndex(isBefore) + 1, 0, ...first);
}

/**
 * Puts the rows that a list no longer contains back in place.
 * @returns a function that removes them again
 */
export function showRows(kept: KeptRow[], list: RowParent, closedRoots: ClosedRoots): () => void {
	const parent = innermostParent(list, closedRoots);
	const isSame = ({ node, key }: KeptRow): boolean => keyOf(node, closedRoots) === key;
	const isThere = (row: KeptRow): boolean => row.node.parentNode === parent && isSame(row);
	if (!parent.isConnected || kept.every(isThere)) return () => undefined;
	const before = [...parent.childNodes];
	const others = before.filter(
		(node) => !(node instanceof Element) || keyOf(node, closedRoots) === '',
	);
	const shown = kept.map((row) =>
		isThere(row) || (!row.node.isConnected && isSame(row))
			? row.node
			: document.importNode(row.copy, true),
	);
	parent.replaceChildren(...others, ...shown);
	return () => parent.replaceChildren(...before);
}
