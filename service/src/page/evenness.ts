/// <reference lib="dom" />

/** A row with less than this share of a page's text does not matter to its content. */
const SMALLEST_ROW_SHARE = 0.15;
const FEWEST_ITEMS = 3;
const FEWEST_CHARACTERS = 10;
/** How many items of longer rows are looked at. */
const MOST_ITEMS = 200;
/** An item is recognised by this many of its first or last characters. */
const RECOGNISED_CHARACTERS = 40;
/** A reading that keeps fewer items of a row has left out the row. */
const SMALLEST_KEPT_SHARE = 0.4;

/**
 * Whether a reading of a page keeps some items of a row and loses others: main content readers mistake
 * short posts and cards for something else.
 */
export function losesItems(document: Document, reading: Element): boolean {
	const size = lettersOf(document.body).length;
	const text = lettersOf(reading);
	return listRows(document).some((row) => {
		const items = row.map(lettersOf).filter((item) => item.length >= FEWEST_CHARACTERS);
		const length = items.reduce((sum, item) => sum + item.length, 0);
		if (items.length < FEWEST_ITEMS || length < SMALLEST_ROW_SHARE * size) return false;
		const looked = items.slice(0, MOST_ITEMS);
		const kept = looked.filter(
			(item) =>
				text.includes(item.slice(0, RECOGNISED_CHARACTERS)) ||
				text.includes(item.slice(-RECOGNISED_CHARACTERS)),
		);
		return kept.length >= SMALLEST_KEPT_SHARE * looked.length && kept.length < looked.length;
	});
}

/** Elements of one kind, by name and first class, that have the same parent. */
function listRows(document: Document): Element[][] {
	const rows: Element[][] = [];
	for (const parent of document.body.querySelectorAll('*')) {
		if (parent.children.length < FEWEST_ITEMS) continue;
		const byKind = new Map<string, Element[]>();
		for (const child of parent.children) {
			const [name] = child.classList;
			if (name === undefined) continue;
			const kind = `${child.nodeName}.${name}`;
			byKind.set(kind, [...(byKind.get(kind) ?? []), child]);
		}
		rows.push(...[...byKind.values()].filter((row) => row.length >= FEWEST_ITEMS));
	}
	return rows;
}

function lettersOf(element: Element): string {
	return element.textContent.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
