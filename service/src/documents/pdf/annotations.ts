import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { bottomOf, type Box, endOf, isInside, middleOf } from './page.ts';

/** Print of what is typed into a field or a note is no larger than this, in points. */
const MAX_SIZE = 12;
/** The height of a line, by its size. */
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

/** What a field shows: its value, or whether it is ticked. */
function shownIn({
	type,
	value = '',
	checked,
	selectedOptions,
}: NonNullable<ParsedPage['formFields']>[number]): string {
	if (type === 'checkbox' || type === 'radiobutton') return checked === true ? '[x]' : '[ ]';
	if (type === 'pushbutton' || type === 'signature') return '';
	return selectedOptions.length > 0 ? selectedOptions.join(', ') : value;
}

/** The piece before a rectangle that stands at its height. */
function labelOf(rect: Box, items: readonly TextItem[]): TextItem | undefined {
	return items
		.filter(
			(item) =>
				endOf(item) <= rect.x + 1 && middleOf(item) > rect.y && middleOf(item) < bottomOf(rect),
		)
		.toSorted((a, b) => endOf(b) - endOf(a))[0];
}

/**
 * The text of a page with what it shows beside it: notes that were typed onto it, and the values and
 * ticks of its fields, each on the line of its label.
 */
export function withAnnotations({
	textItems,
	annotations = [],
	formFields = [],
}: ParsedPage): TextItem[] {
	const notes = annotations.flatMap(({ subtype, contents = '', rect }) =>
		subtype === 'freetext' && rect && contents.trim() !== ''
			? [{ rect, shown: contents, isTick: false }]
			: [],
	);
	const fields = formFields.flatMap((field) => {
		const isTick = field.type === 'checkbox' || field.type === 'radiobutton';
		return field.rect ? [{ rect: field.rect, shown: shownIn(field), isTick }] : [];
	});
	let items = [...textItems];
	for (const { rect, shown, isTick } of [...notes, ...fields]) {
		const isOwn = (item: TextItem) => item.text.trim() !== '' && isInside(item, rect, 1);
		const label = labelOf(rect, textItems);
		const own = items.filter(isOwn);
		const added = own.length === 0 || isTick ? linesIn(rect, shown) : [];
		const all = [...(isTick ? [] : own), ...added];
		const [first] = all;
		if (!first) continue;
		// What is typed stands a little lower or higher than the label before it.
		const shift = label && all.length === 1 ? bottomOf(label) - bottomOf(first) : 0;
		items = [
			...items.filter((item) => !all.includes(item)),
			...all.map((item) => ({ ...item, y: item.y + shift })),
		];
	}
	return items;
}
