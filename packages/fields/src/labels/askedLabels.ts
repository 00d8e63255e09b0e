import { onlyOne } from '../onlyOne.ts';
import { columnOf, factOf } from './documentTerms.ts';
import { withoutMergedCells } from './mergedCells.ts';
import { labelKey, nameKey, WRAPPERS, wordSet } from '../names/names.ts';

/** Cells of a table row; a line is a row of one. */
export type Row = readonly string[];

/** A label and its value. */
interface Found {
	key: string;
	value: string;
}

/** Names that anything may have: not labels of a form. */
const COMMON = wordSet('name title type text url link image currency description summary');
/** A label has at most this many words. */
const MOST_LABEL_WORDS = 5;
const LEAST_LABEL_LETTERS = 4;
/** A shorter name ("to", "via") is a label only beside others, in a cell of its own. */
const LEAST_SHORT_LETTERS = 2;
/** "Your order", "Ihre Bestellnummer": whose it is. */
const YOURS = /^(?:your|ihre?|votre|vo|vos|su|vostr[ao]|uw) /u;
/** A sentence about what begins it: "Order PO-5518 is ready". */
const VERB =
	/^(?:is|are|was|were|has|have|had|will|can|must|ist|sind|war|wird|wurden?|hat|est|sont|sera|fue|será|è|sarà|wordt|werd)$/u;
/** Letters of scripts without capitals. A character of Chinese, Japanese or Korean is a syllable or a word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** A line with more words than this is prose. */
const MOST_WORDS = 14;
/** Rows that are looked at: forms are short. */
const MOST_ROWS = 2_000;
/** Words of a text that follows its label in a line: more may belong to another label. */
const MOST_TEXT_WORDS = 3;

/** Whether anything may have a field with that name. */
export const isGeneralName = (key: string): boolean => COMMON.has(key) || WRAPPERS.has(key);

/** Whether a name may be an unknown label of a form. */
export function isLabelName(key: string): boolean {
	return isOwnName(key) && lettersOf(key) >= LEAST_LABEL_LETTERS;
}

/** Whether a name may be a label where others are beside it. */
export function isShortLabelName(key: string): boolean {
	return isOwnName(key) && !isLabelName(key) && lettersOf(key) >= LEAST_SHORT_LETTERS;
}

const lettersOf = (key: string): number => key.replace(DENSE, '$&$&').length;
const isOwnName = (key: string): boolean =>
	factOf(key) === undefined && columnOf(key) === undefined && !isGeneralName(key);

/**
 * What a document states by the very names that a schema asks for, without a colon in between: after the
 * label in a line, in the cell to the right or in the one below. A label whose values differ, or whose
 * value may continue in another label, states nothing.
 * @param rows lines and rows of tables, in order
 * @param asked label keys of all fields
 * @param short those too short to be labels anywhere
 * @returns the value by label key
 */
export function readAskedLabels(
	rows: readonly Row[],
	asked: ReadonlySet<string>,
	short: ReadonlySet<string> = new Set(),
): Map<string, string> {
	const isLabel = (cell: string): boolean => keyOf(cell, asked) !== undefined || isUsualLabel(cell);
	const first = rows.slice(0, MOST_ROWS);
	const near = withoutMergedCells(
		first.filter((_row, at) => !isHeadOfEntries(first, at)),
		isLabel,
	);
	const keys = near.map((row) => {
		const all = row.some(isLabel) ? new Set([...asked, ...short]) : asked;
		return row.map((cell) => keyOf(cell, all));
	});
	const labels = near.map((row, at) =>
		row.map((cell, column) => keys[at]?.[column] !== undefined || isUsualLabel(cell)),
	);
	const lines = near.map((row) => row.flatMap((cell) => valuesInLine(cell, asked)));
	/** A line of a form is next to another one; a title that begins with a label is alone. */
	const isInForm = (at: number) =>
		[-1, 1].some((step) => (lines[at + step] ?? []).length > 0 || isKnown(near[at + step])) ||
		(lines[at] ?? []).length > 1;
	const found = near.flatMap((row, at) => [
		...(lines[at] ?? []).filter(({ value }) => startsWithDigit(value) || isInForm(at)),
		...row.flatMap((_cell, column) => valueAround({ rows: near, keys, labels, at, column })),
	]);
	const byKey = [...Map.groupBy(found, ({ key }) => key)];
	return new Map(
		byKey.flatMap(([key, all]) => {
			const value = onlyOne(all.map((one) => one.value));
			return value === undefined ? [] : [[key, value]];
		}),
	);
}

const isFigure = (text = ''): boolean => /\d/u.test(text) && !/\p{L}/u.test(text);

/**
 * Whether a row has the titles of columns of several entries: words above figures alone, in columns that are no
 * labels and values by turns.
 */
function isHeadOfEntries(rows: readonly Row[], at: number): boolean {
	const [row = [], ...entries] = rows.slice(at, at + 3);
	if (entries.length < 2 || entries.some(({ length }) => length !== row.length)) return false;
	const isTitle = row.map(
		(cell, column) => /\p{L}/u.test(cell) && entries.every((entry) => isFigure(entry[column])),
	);
	return isTitle.some(
		(own, column) => own && (row.length % 2 === 1 || isTitle[column + 1] === true),
	);
}

const startsWithDigit = (value: string): boolean => /^\S*\d/u.test(value);

/** Whether a row begins with a label that documents use. */
function isKnown([cell = '']: Row = []): boolean {
	const words = cell.slice(0, 100).split(/\s+/u).slice(0, MOST_LABEL_WORDS);
	return words.some((_word, at) => factOf(nameKey(words.slice(0, at + 1).join(' '))) !== undefined);
}

/** The label that makes up a whole cell. */
function keyOf(cell: string, asked: ReadonlySet<string>): string | undefined {
	if (cell.length > 60 || /^[\p{Ll}\d]/u.test(cell)) return undefined;
	return askedKey(cell, asked);
}

/** The key that a label is asked for by: "Order no." and "Your order" are an order, too. */
function askedKey(label: string, asked: ReadonlySet<string>): string | undefined {
	const key = labelKey(label);
	return [key, key.replace(YOURS, '')]
		.flatMap((one) => [one, one.replace(/ number$/u, '')])
		.find((one) => asked.has(one));
}

/** Whether a cell is a label that documents use. */
function isUsualLabel(cell: string): boolean {
	if (cell.length > 60 || /\d/u.test(cell)) return false;
	const key = nameKey(cell);
	return factOf(key) !== undefined || columnOf(key) !== undefined;
}

/** The values of a line that begins with a label: its own, and those of further labels in the line. */
function valuesInLine(line: string, asked: ReadonlySet<string>): Found[] {
	const words = line.split(/\s+/u).filter(Boolean);
	if (words.length < 2 || words.length > MOST_WORDS) return [];
	const labels: Array<{ key: string; from: number; to: number }> = [];
	for (let at = 0; at < words.length; at += 1) {
		const label = labelAt(words, at, asked);
		if (label === undefined && labels.length === 0) return [];
		if (label === undefined) continue;
		labels.push({ ...label, from: at });
		at = label.to - 1;
	}
	return labels.flatMap(({ key, to }, at) => {
		const next = labels[at + 1];
		const value = words.slice(to, next?.from);
		// The label that ends a line may be part of the value: "Place Meeting Room".
		if (next?.to === words.length && !value.some(hasDigit)) return [];
		return isValue(value) ? [{ key, value: value.join(' ') }] : [];
	});
}

function labelAt(words: readonly string[], at: number, asked: ReadonlySet<string>) {
	if (/^[\p{Ll}\d]/u.test(words[at] ?? '')) return undefined;
	for (let count = MOST_LABEL_WORDS; count > 0; count -= 1) {
		const key = askedKey(words.slice(at, at + count).join(' '), asked);
		if (at + count <= words.length && key !== undefined) return { key, to: at + count };
	}
	return undefined;
}

const hasDigit = (word: string): boolean => /\d/u.test(word);
const isCapital = (word: string): boolean => /^\p{Lu}\p{L}/u.test(word);

/** Whether words are one value: neither a sentence that continues, nor a value followed by another label. */
export function isValue(words: readonly string[]): boolean {
	const [first = ''] = words;
	if (first === '' || /^\p{Ll}/u.test(first) || /[.;,:]$/u.test(words.at(-1) ?? '')) return false;
	if (words.some((word, at) => at < words.length - 1 && /\p{L}{2}[.!?]$/u.test(word))) return false;
	// Another label, which is not asked for.
	if (words.slice(1).some((word) => /\p{L}[:：]$/u.test(word))) return false;
	if (words.slice(1).some((word) => VERB.test(word))) return false;
	const digits = words.findIndex(hasDigit);
	if (digits === -1) return words.length <= MOST_TEXT_WORDS;
	const rest = words.slice(digits + 1);
	return digits < 2 && !(rest.length > 1 && rest.some(isCapital));
}

interface Place {
	rows: readonly Row[];
	/** The keys of cells that are labels asked for. */
	keys: ReadonlyArray<ReadonlyArray<string | undefined>>;
	/** Which cells are labels, asked for or not. */
	labels: ReadonlyArray<readonly boolean[]>;
	at: number;
	column: number;
}

/** The value of a label that has its own cell: to the right, or below, as its neighbours show. */
function valueAround(place: Place): Found[] {
	const { rows, keys, labels, at, column } = place;
	const row = rows[at] ?? [];
	const key = keys[at]?.[column];
	if (key === undefined || row.length < 2) return [];
	const isHead = isHeadRow(labels[at]) || isAboveValues(place);
	const value = isHead ? valueBelow(place) : isPair(place) ? row[column + 1] : undefined;
	return value === undefined || value.trim() === '' ? [] : [{ key, value: value.trim() }];
}

/** Whether labels are side by side, so that their values are below them. */
const isHeadRow = (labels: readonly boolean[] = []): boolean =>
	labels.some((isLabel, column) => isLabel && labels[column + 1] === true);

/** Whether a label is in a row without figures above one that has figures below labels. */
function isAboveValues(place: Place): boolean {
	const { rows, labels, at } = place;
	const below = rows[at + 1] ?? [];
	const isLabelled = labels[at + 1]?.some(Boolean) === true;
	if (!isAlike(place, 1) || isLabelled || rows[at]?.some(hasDigit) === true) return false;
	return below.some((cell, column) => hasDigit(cell) && labels[at]?.[column] === true);
}

const isAlike = ({ rows, at }: Pick<Place, 'rows' | 'at'>, step: number): boolean =>
	rows[at + step]?.length === rows[at]?.length;

/** Below a label among others, in the only row of values up to the next labels. */
function valueBelow(place: Place): string | undefined {
	const { rows, labels, at, column } = place;
	const isLabelled = labels[at + 1]?.some(Boolean) === true;
	const isEnd = !isAlike(place, 2) || isHeadRow(labels[at + 2]);
	const isBegin = !isAlike(place, -1) || isHeadRow(labels[at - 2]);
	return isAlike(place, 1) && isEnd && isBegin && !isLabelled ? rows[at + 1]?.[column] : undefined;
}

/** Whether a label has its value to the right: other labels are above, below, or two cells away. */
function isPair(place: Place): boolean {
	const { rows, labels, at, column } = place;
	if (labels[at]?.[column + 1] === true) return false;
	const isInColumn = [-1, 1].some(
		(step) => isAlike(place, step) && labels[at + step]?.[column] === true,
	);
	const row = rows[at] ?? [];
	const { [column + 1]: right = '', length } = row;
	// Without figures, a row above another may as well be the titles of columns.
	const isAlone = !isAlike(place, 1) && !isAlike(place, -1);
	const isInRow =
		(isAlone || row.some(hasDigit)) &&
		(labels[at]?.[column - 2] === true || labels[at]?.[column + 2] === true);
	return isInColumn || isInRow || hasDigit(right) || (length === 2 && isAlike(place, -1));
}
