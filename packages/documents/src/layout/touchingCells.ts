import type { TextItem } from '@llamaindex/liteparse';
import { crosses, type Edge, endOf, MAX_SPACE, type PlacedText, runsOf } from './page.ts';

/** Where the texts of two cells may meet: between figures and letters, and before a capital. */
const MEETING = /(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})|(?<=\p{Ll})(?=\p{Lu})/gu;
/** Two amounts that touch: they may meet between any of their figures. */
const FIGURES = /^[\d.,]+$/;
const BETWEEN_FIGURES = /(?<=\d)(?=\d)/g;
/** Points and commas are narrower than figures by about this factor. */
const NARROW = 0.5;
/** Cells meet at most this many characters from where the line is drawn, in words and in amounts. */
const MAX_OFF = 1.5;
const MAX_FIGURES_OFF = 0.35;
/** A line is inside a word if it is this far from both of its ends, in points. */
const INSIDE = 2;
/** The number of a row that touches the text of the next column. */
const ROW_NUMBER = /^\d{1,4}(?=\p{Lu}\p{Ll})/u;
/** Fewer numbers that rise from row to row are chance. */
const MIN_NUMBERS = 3;
/** Headers are at most this many heights above their first row. */
const MAX_HEADER_GAP = 3;

const widthOf = (text: string): number =>
	[...text].reduce((sum, sign) => sum + (/[.,]/.test(sign) ? NARROW : 1), 0);

/**
 * A word divided at a position where cells meet, if its text shows where.
 * @param gap between its parts, in points: those of columns are apart
 */
function divideWord(word: PlacedText, at: number, gap = INSIDE): PlacedText[] {
	const { text, x, width } = word;
	if (at < x + INSIDE || at > endOf(word) - INSIDE) return [word];
	const isFigures = FIGURES.test(text);
	const wanted = ((at - x) / width) * widthOf(text);
	const off = (index: number) => Math.abs(widthOf(text.slice(0, index)) - wanted);
	const [place] = [...text.matchAll(isFigures ? BETWEEN_FIGURES : MEETING)]
		.map(({ index }) => index)
		.toSorted((a, b) => off(a) - off(b));
	if (place === undefined || off(place) > (isFigures ? MAX_FIGURES_OFF : MAX_OFF)) return [word];
	return [
		{ ...word, width: Math.max(1, at + 1 - x - gap), text: text.slice(0, place) },
		{ ...word, x: at + 1, width: endOf(word) - at - 1, text: text.slice(place) },
	];
}

function divided(item: TextItem, divide: (word: PlacedText) => PlacedText[]): TextItem {
	const words = (item.words ?? []).flatMap(divide);
	if (words.length === item.words?.length) return item;
	return { ...item, words, text: words.map(({ text }) => text).join(' ') };
}

const numberOf = ({ text }: TextItem): string => ROW_NUMBER.exec(text)?.[0] ?? '';

/** Items that begin with the number of their row, one below the other. */
const numberedRows = (items: readonly TextItem[]): Array<[TextItem, ...TextItem[]]> =>
	runsOf(
		items.filter((item) => numberOf(item) !== '').toSorted((a, b) => a.y - b.y),
		(run, item) => {
			const last = run.at(-1) ?? run[0];
			const isBelow = item.y > last.y && Math.abs(item.x - last.x) <= item.height;
			return isBelow && Number(numberOf(item)) > Number(numberOf(last));
		},
	).filter(({ length }) => length >= MIN_NUMBERS);

/** Where the number of a row ends: its share of the word. */
function endOfNumber(item: TextItem): number {
	const [word = item] = item.words ?? [];
	return word.x + (word.width * numberOf(item).length) / word.text.length;
}

/**
 * Divides words that are the texts of two cells: programs print columns without space between them, such as
 * office programs from HTML, and the engine takes what touches for one word. They are divided where a line is
 * drawn through them, and without lines where the number of a row touches the text beside it.
 */
export function divideTouchingCells(
	items: readonly TextItem[],
	edges: readonly Edge[],
): TextItem[] {
	const ends = new Map<TextItem, number>();
	for (const run of numberedRows(items)) {
		for (const item of run) ends.set(item, endOfNumber(item));
		const [first] = run;
		const end = endOfNumber(first);
		for (const item of items) {
			const gap = first.y - item.y;
			const isAbove = gap > 0 && gap <= first.height * MAX_HEADER_GAP;
			if (isAbove && item.x < end && endOf(item) > end) ends.set(item, end);
		}
	}
	return items.map((item) => {
		const places = edges.filter((edge) => crosses(edge, item)).map(({ at }) => at);
		const end = ends.get(item);
		return divided(item, (word) => {
			const [own] = places.filter((at) => at > word.x + INSIDE && at < endOf(word) - INSIDE);
			if (own !== undefined) return divideWord(word, own);
			return end === undefined ? [word] : divideWord(word, end, item.height * MAX_SPACE * 1.05);
		});
	});
}
