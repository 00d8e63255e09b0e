import type { TextItem } from '@llamaindex/liteparse';
import {
	bottomOf,
	goesOn,
	type Line,
	linesOf,
	mostCommon,
	shownItems,
	sizeOf,
	textOf,
} from './page.ts';

/** Lines of a paragraph are no further apart than this many heights … */
const MAX_GAP = 1;
/** … and have at least this share of the next one's width, unless their author ended them. */
const MIN_WIDTH_SHARE = 0.8;

/** Whether the sentence of a line in other print goes on below, in a given font. */
function isLeadIn(
	{ items, box }: Line<TextItem>,
	below: Line<TextItem>,
	fontName: string,
): boolean {
	const [first] = below.items;
	return (
		first?.fontName === fontName &&
		items.every((item) => item.fontName !== fontName && sizeOf(item) === sizeOf(first)) &&
		below.box.y - bottomOf(box) <= box.height * MAX_GAP &&
		box.width >= below.box.width * MIN_WIDTH_SHARE &&
		goesOn(textOf(below))
	);
}

/**
 * Pieces in usual print where their sentence goes on in it a line below. A piece has the font of its first
 * letters, so all of "Costs. They are" is bold; the engine takes the line for a heading or another paragraph.
 */
export function withLeadIns(items: readonly TextItem[]): TextItem[] {
	const usual = mostCommon(items, ({ fontName = '' }) => fontName) ?? '';
	const lines = linesOf(shownItems(items));
	const leads = new Set(
		lines.flatMap((line, at) => {
			const below = lines[at + 1];
			return below && isLeadIn(line, below, usual) ? line.items : [];
		}),
	);
	return items.map((item) =>
		leads.has(item) ? { ...item, fontName: usual, fontWeight: 400 } : item,
	);
}
