import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { withMarks } from './marks.ts';
import {
	bottomOf,
	gapBetween,
	type Line,
	linesOf,
	type PlacedText,
	runsOf,
	sizeOf,
	textOf,
	wordsOf,
} from './page.ts';

/** What an item of a list begins with. */
const MARK = /^(?:[•◦▪●■‣–-]|\(?(?:\d{1,3}|\p{L})[.)])$/u;
/** Lines of an item begin at the same position, within this many points … */
const SAME_START = 2;
/** … and are no further apart than this many heights. */
const MAX_LINE_GAP = 0.8;
/** Words further apart than this many heights are cells, or lines of two columns. */
const CELL_GAP = 1.5;
/** From the top of a line to that of the next, in heights, where no two lines show it. */
const LINE_STEP = 1.2;
/** The end of a sentence. */
export const ENDED = /[.!?:;。！？]["'”’»)]?$/u;

type TextLine = Line<TextItem> & { isMarked: boolean; words: PlacedText[] };

function toLines(items: readonly TextItem[]): TextLine[] {
	return linesOf(items.filter(({ text }) => text.trim() !== '')).map((line) => {
		const words = line.items.flatMap(wordsOf).toSorted((a, b) => a.x - b.x);
		return { ...line, words, isMarked: MARK.test(words[0]?.text.trim() ?? '') };
	});
}

/** Where the text of a line begins, behind its mark. */
const startOf = ({ isMarked, words, box }: TextLine): number =>
	(isMarked ? words[1]?.x : undefined) ?? box.x;

/** Whether a line is no row of cells, and not made of the lines of two columns. */
const isOne = ({ words, box }: TextLine): boolean =>
	words.every((word, at) => gapBetween(words[at - 1] ?? word, word) <= box.height * CELL_GAP);

/** Whether a line may continue an item whose text begins at some position. */
const continues = (line: TextLine, start: number): boolean =>
	!line.isMarked && isOne(line) && Math.abs(line.box.x - start) <= SAME_START;

const isClose = (above: TextLine, { box }: TextLine): boolean =>
	box.y - bottomOf(above.box) <= box.height * MAX_LINE_GAP;

/**
 * Whether a line below an item is text of its own: it begins left of the item's mark, or below the mark at
 * the distance of a paragraph.
 */
function isApart(line: TextLine, marked: TextLine, last: TextLine): boolean {
	const indent = line.box.x - marked.box.x;
	return indent < -SAME_START || (indent <= SAME_START && !isClose(last, line));
}

const isNumbered = ({ words: [mark] }: TextLine): boolean => /[\p{L}\p{N}]/u.test(mark?.text ?? '');

/** The last pieces of lists that text of its own follows, which the engine takes for a part of them. */
export function lastPieces(items: readonly TextItem[]): Set<TextItem> {
	const ended = new Set<TextItem>();
	/** The first lines of the items of the list so far. */
	let list: TextLine[] = [];
	let last: TextLine | undefined;
	for (const line of toLines(items)) {
		const marked = list.at(-1);
		const piece = last?.items.at(-1);
		if (line.isMarked) list.push(line);
		else if (!marked || !last || !piece) list = [];
		else if (isApart(line, marked, last)) {
			// One number alone is that of a heading.
			if (list.length > 1 || !isNumbered(marked)) ended.add(piece);
			list = [];
		} else if (!continues(line, startOf(last)) && !continues(line, last.box.x)) {
			// Neither a part of the item nor surely text of its own.
			list = [];
		}
		last = line;
	}
	return ended;
}

/** The lines of the item at the end of a page; none if the page ends with something else. */
function lastItem(lines: readonly TextLine[]): TextLine[] {
	const item = lines.slice(lines.findLastIndex(({ isMarked }) => isMarked));
	const [marked, second] = item;
	if (!marked?.isMarked || marked.words.length < 2) return [];
	const start = startOf(second ?? marked);
	const isItem = item
		.slice(1)
		.every((line, at) => continues(line, start) && isClose(item[at] ?? line, line));
	return isItem ? item : [];
}

/** The lines at the beginning of a page that continue the last line of an item of the page before. */
function restOf(
	item: readonly TextLine[],
	before: readonly TextLine[],
	lines: readonly TextLine[],
): TextLine[] {
	const [last, first] = [item.at(-1), lines[0]];
	if (!last || !first) return [];
	// Further lines begin below the text of the first one, or below its mark.
	const starts = item.length === 1 ? [startOf(last), last.box.x] : [last.box.x];
	const start = starts.find((place) => continues(first, place));
	const [size, next] = [last, first].map(({ items: [piece] }) => piece && sizeOf(piece));
	if (start === undefined || size !== next) return [];
	// Text that begins where paragraphs do continues the item only if its sentence goes on.
	const isIndented = [...before, ...lines].some(
		({ isMarked, box }) => !isMarked && box.x < start - SAME_START,
	);
	if (!isIndented && ENDED.test(textOf(last))) return [];
	const [rest = []] = runsOf(
		lines,
		(run, line) => continues(line, start) && isClose(run.at(-1) ?? run[0], line),
	);
	return rest;
}

/** Where the marks of the list begin that a page ends with: those of its items, not of items in them. */
function marksOf(lines: readonly TextLine[]): number {
	let start = Infinity;
	for (const { isMarked, box } of lines.toReversed()) {
		// Lines of an item begin behind its mark, text of its own does not.
		if (!isMarked && box.x <= start + SAME_START && start < Infinity) break;
		if (isMarked) start = Math.min(start, box.x);
	}
	return start;
}

/** The items in an item of the page before with which a page begins, behind the rest of that item's text. */
function nestedIn(
	marks: number,
	rest: readonly TextLine[],
	lines: readonly TextLine[],
): TextLine[] {
	const nested: TextLine[] = [];
	let text = Infinity;
	for (const line of lines.slice(rest.length)) {
		const above = nested.at(-1) ?? rest.at(-1);
		const isItem = line.isMarked && isOne(line) && line.box.x > marks + SAME_START;
		if ((above && !isClose(above, line)) || !(isItem || continues(line, text))) break;
		nested.push(line);
		if (isItem) text = startOf(line);
	}
	return nested;
}

/** From the top of a line to that of the next. */
const stepOf = (lines: readonly TextLine[]): number | undefined => {
	const [above, line] = lines.slice(-2);
	return above && line && line.box.y - above.box.y;
};

/** Two pages that follow each other, with the item that the first ends with whole on it. */
function withWholeItem(before: ParsedPage, page: ParsedPage): [ParsedPage, ParsedPage] {
	const above = toLines(withMarks(before.textItems, before));
	const item = lastItem(above);
	const [last] = item.slice(-1);
	if (!last) return [before, page];
	const marked = withMarks(page.textItems, page);
	const lines = toLines(marked);
	const rest = restOf(item, above, lines);
	const all = [...rest, ...nestedIn(marksOf(above), rest, lines)];
	const [first] = all;
	if (!first) return [before, page];
	const step = stepOf(item) ?? stepOf(rest) ?? first.box.height * LINE_STEP;
	const down = last.box.y + step - first.box.y;
	const lower = <Text extends PlacedText>(text: Text): Text => ({ ...text, y: text.y + down });
	const pieces = all.flatMap(({ items }) => items);
	const moved = new Set<TextItem | undefined>(pieces);
	const added = pieces.map((piece) => ({
		...lower(piece),
		...(piece.words && { words: piece.words.map(lower) }),
	}));
	return [
		{
			...before,
			height: added.reduce((bottom, piece) => Math.max(bottom, bottomOf(piece)), before.height),
			textItems: [...before.textItems, ...added],
		},
		// A piece with its mark is another one than that without.
		{ ...page, textItems: page.textItems.filter((_, at) => !moved.has(marked[at])) },
	];
}

const isEmpty = ({ textItems }: ParsedPage): boolean =>
	textItems.every(({ text }) => text.trim() === '');

/**
 * Pages on which each item of a list is whole: what continues it on the next pages, and the items in it with
 * which the next page begins, are at the end of the page on which it begins, where the engine joins its lines.
 * @param pages without their running lines
 */
export function withWholeItems(pages: readonly ParsedPage[]): ParsedPage[] {
	const whole = [...pages];
	/** The last page with text, unless one follows that never had any. */
	let last = -1;
	for (const [at, page] of pages.entries()) {
		const before = whole[last];
		if (before && pages[at - 1]?.pageNum === page.pageNum - 1)
			[whole[last], whole[at]] = withWholeItem(before, page);
		if (isEmpty(page) || !isEmpty(whole[at] ?? page)) last = at;
	}
	return whole;
}
