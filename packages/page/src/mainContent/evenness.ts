/// <reference lib="dom" />

/** A row with less than this share of a page's text does not matter to its content. */
const SMALLEST_ROW_SHARE = 0.15;
/** A row with more than this is what the page is for; of others, that much of a page's text may be lost. */
const MAIN_ROW_SHARE = 0.5;
const LOST_SHARE = 0.1;
const READING_SHARE = 0.7;
const FEWEST_ITEMS = 3;
const FEWEST_CHARACTERS = 10;
/** How many items of longer rows are looked at. */
const MOST_ITEMS = 200;
/** An item is recognised by this many of its first or last characters. */
const RECOGNISED_CHARACTERS = 40;
/** A reading that keeps fewer items of a row has left out the row. */
const SMALLEST_KEPT_SHARE = 0.4;

/**
 * Whether a reading of a page has every item of the rows that it keeps: main content readers mistake short
 * posts and cards for something else. What it lost of a row beside the main content is put back.
 */
export function keepsItems(document: Document, reading: Element): boolean {
	const size = lettersOf(document.body).length;
	let text = lettersOf(reading);
	const isIn = (item: string): boolean =>
		text.includes(headOf(item)) || text.includes(tailOf(item));
	return listRows(document).every((row) => {
		const items = row
			.map((element): Item => ({ element, letters: lettersOf(element) }))
			.filter(({ letters }) => letters.length >= FEWEST_CHARACTERS);
		const length = sumLetters(items);
		if (items.length < FEWEST_ITEMS || length < SMALLEST_ROW_SHARE * size) return true;
		const looked = items.slice(0, MOST_ITEMS);
		const lost = looked.filter(({ letters }) => !isIn(letters));
		if (lost.length === 0 || looked.length - lost.length < SMALLEST_KEPT_SHARE * looked.length) {
			return true;
		}
		const isMain =
			length >= MAIN_ROW_SHARE * size ||
			sumLetters(lost) >= LOST_SHARE * size ||
			text.length < READING_SHARE * size;
		const isWhole = !isMain && lost.every((item) => putBack(item, looked, reading));
		text = lettersOf(reading);
		return isWhole;
	});
}

interface Item {
	element: Element;
	letters: string;
}

const headOf = (letters: string): string => letters.slice(0, RECOGNISED_CHARACTERS);
const tailOf = (letters: string): string => letters.slice(-RECOGNISED_CHARACTERS);
const sumLetters = (items: readonly Item[]): number =>
	items.reduce((sum, { letters }) => sum + letters.length, 0);

/** Puts an item behind the one before it, or before the one behind it; false if neither is found. */
function putBack(item: Item, row: readonly Item[], reading: Element): boolean {
	const at = row.indexOf(item);
	const [before, behind] = [row[at - 1]?.letters, row[at + 1]?.letters];
	const copy = reading.ownerDocument.createElement('div');
	copy.innerHTML = item.element.innerHTML;
	const end = before && findOutermost(reading, (text) => text.endsWith(tailOf(before)));
	const start = behind && findOutermost(reading, (text) => text.startsWith(headOf(behind)));
	if (end) end.after(copy);
	else if (start) start.before(copy);
	return copy.parentNode !== null;
}

/** The first element in another whose letters begin, or end, in a certain way. */
function findOutermost(root: Element, isRight: (letters: string) => boolean): Element | undefined {
	for (const child of root.children) {
		const letters = lettersOf(child);
		if (isRight(letters)) return child;
		const inner = findOutermost(child, isRight);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/** Elements of one kind, by name and first class, that have the same parent. */
function listRows(document: Document): Element[][] {
	return [...document.body.querySelectorAll('*')].flatMap(({ children }) => {
		if (children.length < FEWEST_ITEMS) return [];
		const named = [...children].filter(({ classList }) => classList.length > 0);
		const byKind = Map.groupBy(named, ({ nodeName, classList: [name] }) => `${nodeName}.${name}`);
		return [...byKind.values()].filter((row) => row.length >= FEWEST_ITEMS);
	});
}

function lettersOf(element: Element): string {
	return element.textContent.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
