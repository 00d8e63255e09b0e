import { LABEL_FIT, labelWords, wordsFit } from '../names/labels.ts';
import { type Piece, pieceBelow, pieceBeside, piecesIn, type Sheet } from '../sheet/sheet.ts';

/** A label in a document and the text that may be its value. */
export interface LabelledText {
	label: string;
	value: string;
	/** Where the value is. */
	piece: Piece;
	/** Where it stands: behind the label in its piece, in the next piece of its line, or below it. */
	place: 'behind' | 'beside' | 'below';
	/** Whether the label ends in a colon. */
	isMarked: boolean;
}

/** The end of a label: a colon before a space, the wide one of Chinese and Japanese without. */
const COLON =
	/(?:[:：](?=\s|$)|：|(?<=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]):|(?<=\p{L}):(?=\d{5}))/gu;
const LONGEST_LABEL = 60;
const MOST_LABEL_WORDS = 5;
/** A value may be this many heights of its label below it. */
const BELOW_HEIGHTS = 2;

const mayBeLabel = (text: string): boolean =>
	text.length <= LONGEST_LABEL && /\p{L}/u.test(text) && !/\d{3}/u.test(text);

/**
 * Where the label before a colon begins in a text: after a separator, or after a value that ends in a figure
 * or an address; else at the longest words that are asked for.
 * @param isAsked whether words are a label that somebody asks for
 */
function labelStart(text: string, isAsked: (label: string) => boolean): number | undefined {
	const separators = [...text.matchAll(/\s[-–—|•·●]\s|\s{3}|\t|[;,]\s/gu)];
	const separator = separators.map(({ 0: mark, index }) => index + mark.length).at(-1);
	const starts = [...text.matchAll(/(?<=\s)(?=[\p{Lu}\p{Lo}])/gu)]
		.map(({ index }) => index)
		.slice(-MOST_LABEL_WORDS);
	const asked = starts.find((start) => isAsked(text.slice(start)));
	const figure = starts.find((start) =>
		/[\d@]/u.test(text.slice(0, start).trimEnd().split(/\s/u).at(-1) ?? ''),
	);
	const found = asked ?? figure ?? separator;
	return found !== undefined && found > 0 && mayBeLabel(text.slice(found)) ? found : undefined;
}

/** The labels of a text with their values: "Tel.: 030 1234567 E-Mail: info@b.example" has two. */
function labelsIn(
	text: string,
	isAsked: (label: string) => boolean,
): Array<[label: string, value: string, isMarked: boolean]> {
	const found: Array<[string, string, boolean]> = [];
	let label: string | undefined;
	let from = 0;
	for (const { 0: colon, index } of text.matchAll(COLON)) {
		const before = text.slice(from, index);
		const start = label === undefined ? 0 : labelStart(before, isAsked);
		if (start === undefined) continue;
		if (label !== undefined) found.push([label, before.slice(0, start), true]);
		label = before.slice(start);
		if (!mayBeLabel(label)) return found;
		from = index + colon.length;
	}
	if (label !== undefined) return [...found, [label, text.slice(from), true]];
	const words = text.split(' ');
	const value = words.slice(0, MOST_LABEL_WORDS + 1).findIndex((word) => /\d/u.test(word));
	return value < 1 ? [] : [[words.slice(0, value).join(' '), words.slice(value).join(' '), false]];
}

function valuesAround(sheet: Sheet, piece: Piece): LabelledText[] {
	const label = piece.text.replace(/\s?[:：]$/u, '');
	const isMarked = label !== piece.text;
	const beside = pieceBeside(sheet, piece);
	const under = pieceBelow(sheet, piece, BELOW_HEIGHTS);
	// Values below labels are as many as these are.
	const countOf = ({ line }: Piece): number => sheet.lines[line]?.pieces.length ?? 0;
	const below = under && countOf(under) === countOf(piece) ? under : undefined;
	const found = [
		{ place: 'beside', piece: beside },
		{ place: 'below', piece: below },
	] as const;
	return found.flatMap(({ place, piece: one }) =>
		one === undefined ? [] : [{ label, value: one.text, piece: one, place, isMarked }],
	);
}

/**
 * All texts that may be labels with what may be their values: behind them, beside them, below them.
 * @param isAsked whether words are a label that somebody asks for
 */
export function labelledTexts(
	sheet: Sheet,
	isAsked: (label: string) => boolean = () => false,
): LabelledText[] {
	return piecesIn(sheet).flatMap((piece) => {
		const inside = labelsIn(piece.text, isAsked).flatMap(
			([label, value, isMarked]): LabelledText[] => {
				const own = value.trim().replace(/\s?[-–—|•·●,;]$/u, '');
				return own === ''
					? []
					: [{ label: label.trim(), value: own, piece, place: 'behind', isMarked }];
			},
		);
		const isOpen = /[:：]$/u.test(piece.text);
		return (inside.length === 0 || isOpen) && mayBeLabel(piece.text)
			? [...inside, ...valuesAround(sheet, piece)]
			: inside;
	});
}

/** Names of one thing as words, to compare many labels with. */
export type Names = ReadonlyArray<readonly string[]>;

export const namesOf = (names: readonly string[]): Names => names.map(labelWords);

/** A single word that begins a label says too little: "Date" of "Date of delivery". */
const LEAST_WORDS = 2;

/** How well a label fits the best of some names (`LABEL_FIT`); only a longer name may begin a label. */
export function fitOfNames(names: Names, label: string): number {
	const words = labelWords(label);
	const fits = names.map((name) => {
		const fit = wordsFit(name, words);
		if (fit >= LABEL_FIT.reordered) return fit;
		const isTelling = name.length >= LEAST_WORDS && name.length < words.length;
		return fit === LABEL_FIT.begins && isTelling ? fit : LABEL_FIT.none;
	});
	return Math.max(LABEL_FIT.none, ...fits);
}
