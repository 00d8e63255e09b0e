import type { LayoutBlock, TextItem } from '@llamaindex/liteparse';
import { linesOf, textOf, unionOf } from './page.ts';

/** Words of a justified line stand up to this share of their size apart. */
const MAX_SPACE_SHARE = 0.7;
/** A number and its heading stand up to so many times their size apart. */
const MAX_NUMBER_GAP = 2.5;
/** A line of fewer words may be a row of a table. */
const MIN_WORDS = 4;
/** A table with this share of such lines is none. */
const MIN_STRETCHES_SHARE = 0.6;
const WORD = /\p{L}{2,}/gu;
/** The number of a section: `2`, `2.1`, `IV.`, `A`. */
const SECTION_NUMBER = /^(?:\d{1,2}(?:\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])\.?$/;

const sizeOf = ({ fontHeight, fontSize, height }: TextItem): number =>
	fontHeight || fontSize || height;

const gapOf = (left: TextItem, right: TextItem): number => right.x - left.x - left.width;

function isSameStyle(a: TextItem, b: TextItem): boolean {
	return a.fontName === b.fontName && a.fontSize === b.fontSize && a.mcid === b.mcid;
}

/** Whether a line is a section's number and its heading, in larger print than the text. */
function isNumberedHeading([number, title, ...others]: TextItem[], textSize: number): boolean {
	if (!number || !title || others.length > 0) return false;
	if (!SECTION_NUMBER.test(number.text.trim()) || !isSameStyle(number, title)) return false;
	const isHeading = sizeOf(title) > textSize || (title.fontWeight ?? 400) >= 500;
	return isHeading && gapOf(number, title) <= sizeOf(title) * MAX_NUMBER_GAP;
}

function joined(pieces: readonly TextItem[], first: TextItem): TextItem {
	if (pieces.length === 1) return first;
	return {
		...first,
		...unionOf(pieces),
		text: pieces.map(({ text }) => text.trim()).join(' '),
		words: pieces.flatMap(({ words = [] }) => words),
	};
}

/** Whether a line is one stretch of text: no space in it is wide. */
function isStretch(items: TextItem[]): boolean {
	const words = textOf({ items, box: unionOf(items) }).match(WORD)?.length ?? 0;
	if (words < MIN_WORDS) return false;
	return items.slice(1).every((item, at) => {
		const left = items[at] ?? item;
		return isSameStyle(left, item) && gapOf(left, item) <= sizeOf(item) * MAX_SPACE_SHARE;
	});
}

/** Items with those of each group put together, in the place of its first. */
function join(items: readonly TextItem[], groups: readonly TextItem[][]): TextItem[] {
	const groupOf = new Map(groups.flatMap((group) => group.map((item) => [item, group] as const)));
	return items.flatMap((item) => {
		const group = groupOf.get(item);
		if (group === undefined) return [item];
		return group[0] === item ? [joined(group, item)] : [];
	});
}

/**
 * Puts section numbers and their headings together, which stand further apart than words do.
 * @param textSize the size of most of the text
 */
export function joinNumberedHeadings(items: readonly TextItem[], textSize: number): TextItem[] {
	const lines = linesOf(items).map((line) => line.items);
	return join(
		items,
		lines.filter((line) => isNumberedHeading(line, textSize)),
	);
}

/**
 * The text that the engine took for a table, as the spaces of its justified lines are as wide as those
 * between columns elsewhere: the pieces of each line put together; `undefined` for tables.
 */
export function justifiedText(
	{ kind }: LayoutBlock,
	items: readonly TextItem[],
): TextItem[] | undefined {
	if (kind !== 'table') return undefined;
	const lines = linesOf(items).map((line) => line.items);
	const stretches = lines.filter(isStretch);
	if (stretches.length < lines.length * MIN_STRETCHES_SHARE) return undefined;
	return join(items, stretches);
}
