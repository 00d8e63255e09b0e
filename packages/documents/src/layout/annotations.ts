import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { RIGHT_TO_LEFT } from './direction.ts';
import { withMark } from './marks.ts';
import { bottomOf, type Box, endOf, isInside, middleOf, mostCommon, sizeOf } from './page.ts';

/** Text typed into a field or a note is no larger than this, in points. */
const MAX_SIZE = 12;
/** Line height, as a multiple of the font size. */
const LINE_HEIGHT = 1.2;

/** Lines of text in a rectangle, from its top. */
function linesIn(rect: Box, text: string): TextItem[] {
	const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
	const height = Math.min(rect.height / Math.max(1, lines.length), MAX_SIZE * LINE_HEIGHT);
	const top = rect.y + Math.max(0, rect.height - height * lines.length) / 2;
	return lines.map((line, at) => ({
		...{ text: line.trim(), words: [], fontName: 'Helvetica', fontSize: height / LINE_HEIGHT },
		...{ x: rect.x, y: top + at * height, height },
		width: Math.min(rect.width, line.length * height * 0.45),
	}));
}

/** Whether a field only shows whether it is ticked. */
const isTick = (type: string): boolean => type === 'checkbox' || type === 'radio';

/** What a field shows: its value, or whether it is ticked. */
function shownIn({
	type,
	value = '',
	checked,
	selectedOptions,
}: NonNullable<ParsedPage['formFields']>[number]): string {
	if (isTick(type)) return checked === true ? '[x]' : '[ ]';
	if (type === 'pushbutton' || type === 'signature') return '';
	return selectedOptions.length > 0 ? selectedOptions.join(', ') : value;
}

const isBeside = (item: Box, rect: Box): boolean =>
	middleOf(item) > rect.y && middleOf(item) < bottomOf(rect);

/** The piece before a rectangle, at its height. */
function labelOf(rect: Box, items: readonly TextItem[]): TextItem | undefined {
	return items
		.filter((item) => endOf(item) <= rect.x + 1 && isBeside(item, rect))
		.toSorted((a, b) => endOf(b) - endOf(a))[0];
}

/** The piece after a rectangle, at its height. */
function nextTo(rect: Box, items: readonly TextItem[]): TextItem | undefined {
	return items
		.filter((item) => item.x >= endOf(rect) - 1 && isBeside(item, rect))
		.toSorted((a, b) => a.x - b.x)[0];
}

/** Maximum distance of a value from the label before it, as a share of the page's width. */
const MAX_LABEL_GAP = 0.25;
/** Maximum distance of a tick from its text, and of a value from its unit, in font sizes. */
const MAX_NEXT_GAP = 2;
/** A label is at most this many times as large as the text; titles are larger. */
const MAX_LABEL_SIZE = 1.3;
/** Width of a space, as a share of the line height. */
const SPACE = 0.25;
/** An ending that announces a value. */
const LABEL_END = /[:：?？]$/u;
/** Placeholders in a form, such as lines and dots, contain none of these. */
const SAYS = /[\p{L}\p{N}]/u;

/** Whether a piece follows closely after a field. */
const isNextTo = (rect: Box, item: TextItem): boolean =>
	item.x - endOf(rect) <= sizeOf(item) * MAX_NEXT_GAP;

/** Joins two pieces of a line. */
const joined = (item: TextItem, next: TextItem): TextItem => ({
	...item,
	width: item.width + item.height * SPACE + next.width,
	words: [],
	text: `${item.text} ${next.text}`,
});

/** A label and its value as one piece, since the engine may read columns one after the other. */
const labelled = (label: TextItem, value: TextItem, mark: string): TextItem =>
	joined(
		{ ...label, text: label.text.trimEnd() + (LABEL_END.test(label.text.trimEnd()) ? '' : mark) },
		value,
	);

/** The labels of rectangles that belong to one rectangle only; others are for rows or columns of fields. */
function labelsOf(
	rects: readonly Box[],
	printed: readonly TextItem[],
	pageWidth: number,
): Array<TextItem | undefined> {
	const textSize = mostCommon(printed, sizeOf) ?? 0;
	const labels = rects.map((rect) => labelOf(rect, printed));
	return rects.map(({ x }, at) => {
		const label = labels[at];
		if (!label || labels.indexOf(label) !== labels.lastIndexOf(label)) return undefined;
		const isNear = x - endOf(label) <= pageWidth * MAX_LABEL_GAP;
		const isLarger = sizeOf(label) > textSize * MAX_LABEL_SIZE;
		return isNear && !isLarger && !RIGHT_TO_LEFT.test(label.text) ? label : undefined;
	});
}

/** Text typed onto a page, or a tick. */
interface Typed {
	rect: Box;
	shown: string;
	isTick: boolean;
}

function typedOn({ annotations = [], formFields = [] }: ParsedPage): Typed[] {
	const notes = annotations.flatMap(({ subtype, contents = '', rect }) =>
		subtype === 'freetext' && rect && contents.trim() !== ''
			? [{ rect, shown: contents.trim(), isTick: false }]
			: [],
	);
	const fields = formFields.flatMap((field) => {
		const { rect, type } = field;
		return rect ? [{ rect, shown: shownIn(field).trim(), isTick: isTick(type) }] : [];
	});
	return [...notes, ...fields];
}

/** The pieces of text that show what was typed: those of the page, or new ones. */
function valuesOf({ rect, shown, isTick }: Typed, items: readonly TextItem[]): TextItem[] {
	const own = items.filter(
		(item) => isInside(item, rect, 1) && (SAYS.test(item.text) || item.text.trim() === shown),
	);
	return isTick || own.length === 0 ? linesIn(rect, shown) : own;
}

/** A value after its label; words after it continue the sentence or are its unit, which stays with it. */
function withLabelled(
	items: readonly TextItem[],
	label: TextItem,
	{ rect, value, behind }: { rect: Box; value: TextItem; behind: TextItem | undefined },
): TextItem[] {
	const unit = behind && isNextTo(rect, behind) ? behind : undefined;
	const whole = labelled(label, unit ? joined(value, unit) : value, behind ? '' : ':');
	return items.flatMap((item) => {
		if (item === unit) return [];
		return [item === label ? whole : item];
	});
}

/** Typed text is often slightly lower or higher than the print before it. */
function onLineOf(beside: TextItem | undefined, values: readonly TextItem[]): readonly TextItem[] {
	const [first] = values;
	if (!beside || !first || values.length > 1) return values;
	return [{ ...first, y: first.y + bottomOf(beside) - bottomOf(first) }];
}

/**
 * The text of a page with its annotations: notes typed onto it, and the values and ticks of its fields, each
 * on the line of its label. A value with its own label is joined with it into one piece.
 */
export function withAnnotations(page: ParsedPage): TextItem[] {
	const typed = typedOn(page);
	const rects = typed.map(({ rect }) => rect);
	const isTyped = (item: TextItem) => rects.some((rect) => isInside(item, rect, 1));
	const printed = page.textItems.filter((item) => SAYS.test(item.text) && !isTyped(item));
	const labels = typed.length === 0 ? [] : labelsOf(rects, printed, page.width);
	const place = (items: readonly TextItem[], own: Typed, at: number): TextItem[] => {
		const { rect, shown, isTick } = own;
		const text =
			isTick &&
			nextTo(
				rect,
				items.filter((item) => !isTyped(item)),
			);
		if (text && isNextTo(rect, text))
			return items.map((item) => (item === text ? withMark(item, rect, shown) : item));
		const values = valuesOf(own, items);
		const others = items.filter((item) => !values.includes(item));
		const [value] = values;
		const label = isTick || shown === '' || values.length > 1 ? undefined : labels[at];
		if (!label || !value) return [...others, ...onLineOf(labelOf(rect, page.textItems), values)];
		const next = nextTo(rect, printed);
		const behind = next && labels.includes(next) ? undefined : next;
		return withLabelled(others, label, { rect, value, behind });
	};
	return typed.reduce(place, [...page.textItems]);
}
