import {
	isEmptyAnswer,
	sameJson,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import { addressesIn, type Piece, type Place } from './alignment.ts';
import type { Chosen } from './choose.ts';
import type { Column } from './columns.ts';
import type { Entry, Group } from './groups.ts';
import type { AskedField } from './askedField.ts';
import { isLinkOf, linkOf } from './columnFit.ts';
import { itemsOf } from './entryItems.ts';
import { valueOf } from './pieceValue.ts';
import { isWithin } from './parts.ts';

/** A list, what is asked of it, and the columns that answer it. */
export interface Answered {
	group: Group;
	fields: readonly AskedField[];
	chosen: Chosen[];
}

/** Fields that are empty in rows because an entry has different values for them: the first two, and how often. */
export type Unsure = Map<string, { values: readonly JsonValue[]; rows: number }>;

const LONGEST_SAID = 60;

/** Says which fields are not sure, and in how many rows. */
export const describeUnsure = (unsure: Unsure): string[] =>
	[...unsure].map(([name, { values, rows }]) => {
		const said = values.map((value) => JSON.stringify(value).slice(0, LONGEST_SAID)).join(' or ');
		const more = rows > 1 ? `, likewise in ${rows - 1} more row${rows > 2 ? 's' : ''}` : '';
		return `Not sure: '${name}' may be ${said}${more}.`;
	});

interface WrittenRow {
	row: JsonObject;
	entry: Entry;
}

/**
 * The rows of a list; what has no title is no entry.
 * @param unsure is told which fields are empty because an entry has different values for them
 */
export function writeRows(answered: Answered, place: Place, unsure: Unsure): WrittenRow[] {
	const { group, chosen } = answered;
	const title = titleOf(answered);
	return group.entries.flatMap((entry, at) => {
		const row = writeRow(answered, at, place, unsure);
		const filled = Object.values(row).filter((value) => !isEmptyAnswer(value));
		const isEntry = title === undefined ? filled.length > 0 : title.pieces[at] !== undefined;
		return isEntry && filled.length * 3 > chosen.length ? [{ row, entry }] : [];
	});
}

const titleOf = ({ chosen }: Answered): Column | undefined =>
	chosen.find(({ field }) => field.meaning === 'title')?.column;

/** One row of a list. */
export function writeRow(
	answered: Answered,
	row: number,
	place: Place,
	unsure: Unsure,
): JsonObject {
	const { fields, chosen } = answered;
	const own = titleOf(answered)?.pieces[row];
	const cells = fields.map((field): [string, JsonValue] => {
		const match = chosen.find((one) => one.field === field);
		if (field.isList) return [field.name, match ? listValue(match, answered, row, place) : []];
		const isLink = field.meaning === 'link' || match?.column.kind === 'link';
		const isOfOther = match !== undefined && isLinkOf(field, match.column);
		const link = isLink && !isOfOther && own !== undefined ? titleLink(own, place.url) : undefined;
		return [field.name, link ?? (match ? oneValue(match, row, place, unsure) : null)];
	});
	return Object.fromEntries(cells);
}

/** What an entry has for a field; null where it has several and it is not clear which is meant. */
function oneValue(
	{ field, column, rivals }: Chosen,
	row: number,
	place: Place,
	unsure: Unsure,
): JsonValue {
	const piece = column.pieces[row];
	if (piece === undefined) return null;
	const value = valueOf(field, column, piece, place);
	const others = rivals.flatMap((rival) => {
		const other = rival.pieces[row];
		return other === undefined || isNested(other, piece)
			? []
			: [valueOf(field, rival, other, place)];
	});
	const other = others.find((one) => one !== null && !sameJson(one, value));
	if (other === undefined || value === null) return value;
	const { values = [value, other], rows = 0 } = unsure.get(field.name) ?? {};
	unsure.set(field.name, { values, rows: rows + 1 });
	return null;
}

/** What an entry has for a field that takes several values: the texts at its place, or all its pictures or links. */
function listValue(
	{ field, column }: Chosen,
	{ group }: Answered,
	row: number,
	place: Place,
): JsonValue[] {
	const { kind, pieces } = column;
	const entry = group.entries[row] ?? [];
	const at = pieces[row] ?? (kind === 'text' ? undefined : pieces.find(Boolean));
	if (at === undefined) return [];
	const texts =
		kind === 'text' ? itemsOf(at, column.prefix) : new Set(addressesIn(entry, kind, place.url));
	// Labels and units are those of the whole, not of one of its values.
	const bare = { ...column, prefix: '', suffix: '' };
	return [...texts]
		.map((text) => valueOf(field, bare, { ...at, text }, place))
		.filter((value) => !isEmptyAnswer(value));
}

/** Whether one text is a part of the other: not of two that are beside the elements of one part. */
const isNested = (one: Piece, other: Piece): boolean =>
	(one.at === undefined || other.at === undefined) &&
	(isWithin(one.part, other.part) || isWithin(other.part, one.part));

function titleLink(piece: Piece, baseUrl: string): string | undefined {
	const href = linkOf(piece)?.getAttribute('href');
	return href === null || href === undefined || href.startsWith('#')
		? undefined
		: resolveAddress(href, baseUrl);
}
