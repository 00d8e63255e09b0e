import type { Column } from './columns.ts';
import type { Place } from './alignment.ts';
import { type AskedField, asksForPrice } from './askedField.ts';
import { fit, isCalled } from './columnFit.ts';
import { FINDERS, mayShare } from './shapeFinders.ts';
import type { Meaning } from './meanings.ts';
import { isWithin } from './parts.ts';

/** A field with the column that answers it. */
export interface Chosen {
	field: AskedField;
	column: Column;
	score: number;
	/** Columns that answer it as well: where their values differ, it is not clear which is meant. */
	rivals: Column[];
}

const LEAST_SCORE = 0.1;
/** A column with this share of the best score answers a field as well. */
const RIVAL_SHARE = 0.98;
/** The same for columns that the page does not call so. */
const LIKE_SHARE = 0.6;
/** Of several texts of these kinds the best is clear enough. */
const MAY_HAVE_RIVALS: ReadonlySet<Meaning | undefined> = new Set([
	undefined,
	'price',
	'date',
	'count',
	'score',
	'currency',
	'availability',
	'phone',
	'duration',
]);

/** Whether a column may answer a field, whatever its score. */
export type MayAnswer = (field: AskedField, column: Column) => boolean;

interface Choice {
	place: Place;
	/** Columns by form are not there yet. */
	isRough: boolean;
	mayAnswer?: MayAnswer | undefined;
}

/** Fields and columns by the best total: each column answers one field. */
export function choose(
	columns: readonly Column[],
	fields: readonly AskedField[],
	{ place, isRough, mayAnswer = () => true }: Choice,
): Chosen[] {
	const pairs = fields.flatMap((field) =>
		columns.flatMap((column): Chosen[] => {
			const score = fit(field, column, place, isRough);
			return score > LEAST_SCORE && mayAnswer(field, column)
				? [{ field, column, score, rivals: [] }]
				: [];
		}),
	);
	const sorted = pairs.toSorted((a, b) => b.score - a.score);
	const first = takeBest(sorted);
	const inner = new Set(sorted.filter((pair) => !first.some((other) => isMore(pair, other))));
	const answered = new Set([...inner].map(({ field }) => field));
	// What is all that there is for a field stays, whatever else it says; but no text is around all others.
	const isKept = (pair: Chosen): boolean =>
		inner.has(pair) || (!isLong(pair) && !answered.has(pair.field));
	const taken = first.every((pair) => inner.has(pair)) ? first : takeBest(sorted.filter(isKept));
	return taken.map((one) => ({ ...one, rivals: rivalsOf(one) }));

	function rivalsOf({ field, column: own, score }: Chosen): Column[] {
		if (isRough || field.isList || !MAY_HAVE_RIVALS.has(field.meaning)) return [];
		const least =
			score * (own.form !== undefined || isCalled(field, own) ? RIVAL_SHARE : LIKE_SHARE);
		return pairs
			.filter((pair) => pair.field === field && pair.score >= least && !isCalledElse(pair))
			.map(({ column }) => column)
			.filter((column) =>
				taken.every((other) => mayShare(other.field, field) || !isSame(other.column, column)),
			);
	}
}

const isLong = ({ field: { meaning } }: Chosen): boolean =>
	meaning === 'text' || meaning === 'summary';

/** Whether a text says what answers another field, too: an entry's text its author, "Soup €5" the price. */
function isMore(pair: Chosen, other: Chosen): boolean {
	if (isLong(other) || pair.field === other.field) return false;
	if (isLong(pair)) return isAround(pair.column, other.column);
	const isShaped = asksForPrice(other.field) || FINDERS.has(other.field.meaning);
	const isPlain =
		!pair.field.isList && !asksForPrice(pair.field) && !FINDERS.has(pair.field.meaning);
	return isShaped && isPlain && holds(pair.column, other.column);
}

/** Whether a column has a label of its own, which is not the field's: "Joined: Mar 2016". */
const isCalledElse = ({ field, column }: Chosen): boolean =>
	!isCalled(field, column) &&
	column.pieces.every((piece) => piece === undefined || /^\p{L}[^:\d]{0,30}:\s/u.test(piece.text));

/** Each field's best column that no better pair has. */
function takeBest(sorted: readonly Chosen[]): Chosen[] {
	const taken: Chosen[] = [];
	for (const pair of sorted) {
		const isFree = taken.every(
			({ column, field }) =>
				field !== pair.field && (mayShare(field, pair.field) || !isSame(column, pair.column)),
		);
		if (isFree) taken.push(pair);
	}
	return taken;
}

/** Whether the elements of one column are around those of another, in most entries that have both. */
function isAround(outer: Column, inner: Column): boolean {
	const both = outer.pieces.flatMap((piece, row) => {
		const other = inner.pieces[row];
		return piece === undefined || other === undefined ? [] : [{ piece, other }];
	});
	const around = both.filter(
		({ piece, other }) => piece.part !== other.part && isWithin(other.part, piece.part),
	);
	return around.length * 2 > both.length;
}

/** Whether the texts of one column are in longer ones of another, in most entries that have both. */
function holds(outer: Column, inner: Column): boolean {
	const both = outer.pieces.flatMap((piece, row) => {
		const other = inner.pieces[row];
		return piece === undefined || other === undefined ? [] : [{ piece, other }];
	});
	const longer = both.filter(
		({ piece, other }) =>
			piece.text !== other.text &&
			piece.text.includes(other.text) &&
			isWithin(other.part, piece.part),
	);
	return longer.length * 2 > both.length;
}

/** Whether two columns are the same text in most entries: an element and the only one in it. */
function isSame(one: Column, other: Column): boolean {
	if (one === other) return true;
	if (one.kind !== other.kind) return false;
	const both = one.pieces.filter(
		(piece, row) => piece !== undefined && other.pieces[row] !== undefined,
	);
	const same = one.pieces.filter(
		(piece, row) => piece !== undefined && piece.text === other.pieces[row]?.text,
	);
	return both.length > 0 && same.length * 10 > both.length * 9;
}
