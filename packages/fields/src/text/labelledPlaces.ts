import type { JsonObject } from '@web-data-extraction/page/json';
import { withoutMarks } from '@web-data-extraction/page/markdownText';
import { additionAt } from './additions.ts';
import type { Row } from '../labels/askedLabels.ts';
import { factOf, withOtherNames, type Fact, type ValueKind } from '../labels/documentTerms.ts';
import type { DecimalMark } from '../shapes/decimalMark.ts';
import { parseNumber } from '../shapes/parseNumber.ts';
import { linesOf } from './markdownText.ts';
import { nameKey } from '../names/names.ts';

/** A fact and the text that states it. */
interface Stated {
	fact: Fact;
	value: string;
	/** The date by which it is to be paid, if that is between the two. */
	deadline?: string | undefined;
}

/** A piece of a place: a known label, a value of a known form, or anything else. */
type Piece =
	| { fact: Fact; deadline?: string | undefined }
	| { value: string; kind: ValueKind }
	| { other: string };

/** Where labels are among the rows of a document. */
interface Place {
	rows: ReadonlyArray<ReadonlyArray<readonly Piece[]>>;
	at: number;
	column: number;
}

const CODES = Intl.supportedValuesOf('currency').join('|');
const CURRENCY_BEFORE = String.raw`(?:(?:${CODES}|[A-Z]{0,2}\p{Sc}|kr\.?)\s?)`;
const CURRENCY_AFTER = String.raw`(?:\s?(?:\p{Sc}|(?:${CODES}|kr)(?!\p{L})\.?))`;
const DIGITS = String.raw`\d{1,3}(?:(?:[ .,'’]\d{3}){1,4}|\d{0,9})`;
/** Cents or a currency distinguish an amount from other numbers. */
const AMOUNT = String.raw`[-−]?${CURRENCY_BEFORE}?[-−]?${DIGITS}(?:[.,]\d{2}(?!\d)${CURRENCY_AFTER}?|${CURRENCY_AFTER})`;
const FORMS: ReadonlyArray<readonly [ValueKind, RegExp]> = [
	['iban', /[A-Z]{2}\d{2}(?:\s?[\dA-Z]{4}){2,7}(?:\s?[\dA-Z]{1,3})?(?![\p{L}\d])/uy],
	[
		'date',
		/(?:\d{4}-\d{2}-\d{2}|\d{1,2}([./-])\s?\d{1,2}\1\s?(?:\d{4}|\d{2})|\d{1,2}(?:st|nd|rd|th|\.|er)?\s(?:de\s)?\p{L}{3,12}\.?,?\s(?:de\s)?\d{4}|\p{L}{3,12}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4})(?![\p{L}\d])/uy,
	],
	['amount', new RegExp(`(?:${AMOUNT})(?![\\p{L}\\d])`, 'uy')],
	[
		'code',
		new RegExp(
			String.raw`(?:(?!(?:${CODES}) )[A-Z]{1,3} (?=\d{3}))?(?=[\p{L}./_-]{0,20}\d)[\p{L}\d][\p{L}\d./_-]{0,39}(?<![./_-])(?![\p{L}\d])`,
			'uy',
		),
	],
];
/** A tax rate between a label and its amount, or before the label. */
const RATE = /\(?\d{1,2}(?:[.,]\d{1,2})?\s?%\)?/uy;
const WORD = /\S{1,60}/uy;
const MARKS = /[\s:.,;|·•–=-]*/uy;
/** Words before a label that do not change what it means. */
const LEAD = /^(?:zzgl|inkl|incl|plus|dont|including|iva|el|le|ihre|your)[.:]?$/iu;
/** Begins a sentence rather than a label. */
const SENTENCE = /^(?:the|an?|of|its|their|our|is|has)\s/iu;
/** Ends the text before a label. */
const ENDS_CLAUSE = /[.:;|·•)]$/u;
const MOST_LABEL_WORDS = 5;
const LONGEST_PLACE = 400;
/** Lines between labels and their values, where a page's columns were read one after the other. */
const WIDEST_GAP = 3;

/**
 * What a document states about itself by labels of `documentTerms`, wherever the value is: after its
 * label in a cell or line, in the cell to the right, or in the one below; several labels in one place have
 * as many values in another. A value is taken only if it has the form that its label asks for.
 */
function readLabelledPlaces(lines: readonly Row[]): Stated[] {
	const rows = lines.map((row) => row.map(piecesOf));
	return rows.flatMap((row, at) =>
		row.flatMap((pieces, column) => [
			...pairsIn(pieces),
			...pairsAround(labelsBefore(pieces), { rows, at, column }),
		]),
	);
}

/**
 * Facts by their names (`factOf`). One whose values or due dates differ belongs to different things:
 * paid and open amounts, the invoice and the one before it, the parts of a sum.
 */
export function readFacts(rows: readonly Row[], mark: DecimalMark | undefined): JsonObject {
	const sameValue = ({ fact, value }: Stated): string =>
		fact.kind === 'amount' ? `${parseNumber(value, mark)}` : value.replace(/\s/gu, '');
	const places = readLabelledPlaces(rows);
	const isPartlyPaid = places.some(
		({ fact, value }) => fact.name === 'fact paid' && parseNumber(value, mark) !== 0,
	);
	const byName = [...Map.groupBy(places, ({ fact }) => fact.name)];
	const agreed = byName.flatMap(([name, all]) => {
		const values = new Map(all.map((stated) => [sameValue(stated), stated.value]));
		// Equal amounts that are due on different days are parts.
		const deadlines = new Set(all.flatMap(({ deadline = [] }) => deadline));
		return values.size === 1 && deadlines.size < 2
			? [...values.values()].map((value) => [name, value] as const)
			: [];
	});
	return withOtherNames(Object.fromEntries(agreed), isPartlyPaid);
}

/** Lines and table rows of a document that are not empty; an empty row between two tables. */
export function rowsOf(markdown: string): Row[] {
	const lines = linesOf(markdown, true);
	return lines.flatMap((line, at) => {
		if (line.trim() === '' && isTable(lines[at - 1]) && isTable(lines[at + 1])) return [['']];
		if (!/[\p{L}\p{N}]/u.test(line) || line.length > 10_000) return [];
		return [cellsOf(line)];
	});
}

/** The cells of a line that is a row of a table, else the line, without marks. */
export function cellsOf(line: string): string[] {
	const cells = isTable(line) ? line.replace(/^\||\|\s?$/gu, '').split(/(?<!\\)\|/u) : [line];
	return cells.map((cell) => withoutMarks(cell.replace(/^[#>\s]{1,8}|\\$/gu, '')));
}

const isTable = (line?: string): boolean => line?.startsWith('|') === true;

/** The pieces of a place; none for a long one, which is prose. */
function piecesOf(place: string): Piece[] {
	if (place.length > LONGEST_PLACE) return [];
	const pieces: Piece[] = [];
	let at = skip(MARKS, place, 0);
	while (at < place.length) {
		const { piece, end } = pieceAt(place, at, pieces.at(-1));
		if (piece !== undefined) pieces.push(piece);
		at = skip(MARKS, place, end);
		at = skipAdditions(place, at, pieces);
	}
	return pieces;
}

/** Notes what follows the label that the pieces end with, and returns where that ends. */
function skipAdditions(place: string, start: number, pieces: Piece[]): number {
	let at = start;
	for (let last = pieces.at(-1); last && 'fact' in last; last = pieces.at(-1)) {
		const addition = additionAt(place, at, last.fact);
		if (!addition) break;
		const { end, deadline = last.deadline } = addition;
		pieces.splice(-1, 1, { ...last, deadline });
		at = skip(MARKS, place, end);
	}
	return at;
}

function pieceAt(
	place: string,
	at: number,
	before: Piece | undefined,
): { piece?: Piece; end: number } {
	const isFree = before === undefined || !('other' in before) || ENDS_CLAUSE.test(before.other);
	const label = isFree ? labelAt(place, at) : undefined;
	if (label !== undefined) return label;
	const rateEnd = skip(RATE, place, at);
	if (rateEnd > at) return { end: rateEnd };
	for (const [kind, form] of FORMS) {
		const end = skip(form, place, at);
		if (end > at) return { piece: { value: place.slice(at, end), kind }, end };
	}
	const end = skip(WORD, place, at);
	const other = place.slice(at, end);
	return LEAD.test(other) && isFree ? { end } : { piece: { other }, end: Math.max(end, at + 1) };
}

/** The longest label that begins at a place in a text. */
function labelAt(text: string, start: number) {
	let found: { piece: Piece; end: number } | undefined;
	let end = start;
	for (let count = 1; count <= MOST_LABEL_WORDS && end < text.length; count += 1) {
		end = skip(WORD, text, skip(/\s*/uy, text, end));
		const words = text.slice(start, end);
		const fact =
			/[\p{L}#°º.)]:?$/u.test(words) && !SENTENCE.test(words) ? factOf(nameKey(words)) : undefined;
		if (fact !== undefined) found = { piece: { fact }, end };
		if (/[:;,|]$/u.test(words)) break;
	}
	return found;
}

/** Labels followed by their values. An amount before another is not one: it may be what a tax is on. */
function pairsIn(pieces: readonly Piece[]): Stated[] {
	return pieces.flatMap((piece, at) => {
		const [value, next] = [pieces[at + 1], pieces[at + 2]];
		if (!('fact' in piece)) return [];
		const { fact, deadline } = piece;
		const isAlone = next === undefined || !('value' in next) || !isMore(value, next);
		// An amount with a due date may be followed by its condition: with a discount, as an instalment.
		const isSure = isAlone && (deadline === undefined || next === undefined);
		return isSure ? pairOf(fact, value).map((pair) => ({ ...pair, deadline })) : [];
	});
}

/** Whether a value may continue in the next one. */
function isMore(value: Piece | undefined, next: Piece): boolean {
	if (value === undefined || !('kind' in value) || !('kind' in next)) return false;
	return value.kind === next.kind && (value.kind === 'amount' || /^\d/u.test(next.value));
}

function pairOf(fact: Fact, piece: Piece | undefined): Stated[] {
	return piece !== undefined && 'kind' in piece && piece.kind === fact.kind
		? [{ fact, value: piece.value }]
		: [];
}

/** The labels that a place begins with and that have no value in it. */
function labelsBefore(pieces: readonly Piece[]): Fact[] {
	const end = pieces.findIndex((piece) => !('fact' in piece));
	const labels = pieces.slice(0, end === -1 ? undefined : end);
	if (end !== -1 && 'value' in (pieces[end] ?? {})) labels.pop();
	return labels.flatMap((piece) => ('fact' in piece ? piece.fact : []));
}

/** Labels of a place and their values in the cell to the right, else in the one below, else in lines below. */
function pairsAround(labels: readonly Fact[], place: Place): Stated[] {
	if (labels.length === 0) return [];
	const beside = zip(labels, valuesBeside(place));
	const below = beside.length > 0 ? beside : zip(labels, valuesBelow(labels, place));
	return below.length > 0 ? below : zip(labels, valuesInLines(labels, place));
}

/** Several cells of values belong to columns: each tax rate, goods and freight. */
function valuesBeside({ rows, at, column }: Place): readonly Piece[] {
	const [right, further] = rows[at]?.slice(column + 1).filter(({ length }) => length > 0) ?? [];
	return right === undefined || isValues(further) ? [] : right;
}

/** Below a column's title are many values, or one if only one is asked for; below a label there is one. */
function valuesBelow(labels: readonly Fact[], { rows, at, column }: Place): readonly Piece[] {
	const [row = [], below, next] = rows.slice(at, at + 3);
	const isMany = next?.length === row.length && isValues(next[column]);
	const isItem = labels.some(({ kind }) => kind === 'amount') && row.some(isOther);
	return below?.length !== row.length || isMany || isItem ? [] : (below[column] ?? []);
}

/** The lines of values that come next where a page's columns were read one after the other. */
function valuesInLines(labels: readonly Fact[], { rows, at }: Place): readonly Piece[] {
	if (labels.length < 2 || rows[at]?.length !== 1) return [];
	const near = rows.slice(at + 1, at + 2 + WIDEST_GAP);
	const first = near.findIndex((cells) => !cells.some(isOther));
	// One more than needed: as many as there are labels must be all of them.
	const lines = first === -1 ? [] : rows.slice(at + 1 + first, at + 2 + first + labels.length);
	const length = lines.findIndex((cells) => cells.length > 1 || !isValues(cells[0]));
	return lines.slice(0, length === -1 ? undefined : length).flat(2);
}

const isValues = (pieces: readonly Piece[] = []): boolean =>
	pieces.length > 0 && pieces.every((piece) => 'value' in piece);
const isOther = (pieces: readonly Piece[]): boolean => pieces.some((piece) => 'other' in piece);

/** As many labels as values, each of its label's form. */
function zip(labels: readonly Fact[], values: readonly Piece[] = []): Stated[] {
	if (labels.length !== values.length) return [];
	const pairs = labels.flatMap((fact, at) => pairOf(fact, values[at]));
	return pairs.length === labels.length ? pairs : [];
}

/** Where a sticky pattern that begins at a place ends; the place itself without a match. */
function skip(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}
