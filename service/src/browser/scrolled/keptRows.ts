/// <reference lib="dom" />

/**
 * The rows of lists that hold only those in view. What was seen of each is kept, and shown for as long as
 * the page is read. All of this runs in the page.
 */

/** A row as it was seen last. */
export interface KeptRow {
	node: Element;
	/** In a document without a window, where nothing of it is loaded or comes to life. */
	copy: Element;
	key: string;
	/** From the beginning of what is scrolled, in CSS pixels. */
	left: number;
	top: number;
	/** Whether it was there at the latest look. */
	isRecent: boolean;
}

/** What holds rows: an element, or the shadow root of one. */
export type RowParent = Element | ShadowRoot;

export type ClosedRoots = WeakMap<Element, ShadowRoot> | undefined;

/** What tells a row from others: its words and links, or its pictures; empty for one that shows nothing. */
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

/** What holds the rows: a list may be drawn anew in one piece, and be wrapped. */
export function innermostParent(parent: RowParent, closedRoots: ClosedRoots): RowParent {
	const rows = [...parent.children].filter((child) => keyOf(child, closedRoots) !== '');
	const [only] = rows;
	const isWrapper = rows.length === 1 && only !== undefined && only.children.length > 0;
	return isWrapper ? innermostParent(only, closedRoots) : parent;
}

/** A row as it is now. */
interface Row extends Omit<KeptRow, 'copy' | 'isRecent'> {
	/** How far it may be from where it was seen: two rows are as far from each other as one is high. */
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
	// Changed where it stands; an element that was moved shows another row.
	for (const row of rows) {
		match(row, ({ node, left, top }) => node === row.node && left === row.left && top === row.top);
	}
	if ([...known.keys()].some(({ isSticky }) => !isSticky)) return known;
	// A list that is drawn anew with rows of other heights than it reckons with: their words join the parts.
	const isOnly = (key: string, all: ReadonlyArray<{ key: string }>): boolean =>
		all.filter((other) => other.key === key).length === 1;
	const recent = kept.filter(({ isRecent }) => isRecent);
	for (const row of rows.filter(({ key }) => isOnly(key, rows) && isOnly(key, recent))) {
		match(row, (one) => one.isRecent && one.key === row.key);
	}
	return known;
}

/**
 * Adds what a list shows now to what is kept of it.
 * @param isLast all rows have been seen: only what changed in them is of interest
 */
export function keepRows(kept: KeptRow[], shown: ShownList, isLast: boolean): void {
	const inert = document.implementation.createHTMLDocument('');
	const rows = readRows(shown);
	const known = matchRows(rows, kept);
	for (const one of kept) one.isRecent = false;
	/** Place of the row before; unknown for the first ones. */
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
 * Puts the rows that a list no longer holds at their places.
 * @returns takes them away again
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
