import { sameJson, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import type { Piece, Place } from './alignment.ts';
import type { Chosen } from './choose.ts';
import type { Column } from './columns.ts';
import type { Group } from './groups.ts';
import type { AskedField } from './askedField.ts';
import { linkOf } from './columnFit.ts';
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

/**
 * The rows of a list; what has no title is no entry.
 * @param unsure is told which fields are empty because an entry has different values for them
 */
export function writeRows(answered: Answered, place: Place, unsure: Unsure): JsonObject[] {
	const { group, chosen } = answered;
	const title = titleOf(answered);
	return group.entries.flatMap((_entry, at) => {
		const row = writeRow(answered, at, place, unsure);
		const filled = Object.values(row).filter((value) => value !== null);
		const isEntry = title === undefined ? filled.length > 0 : title.pieces[at] !== undefined;
		return isEntry && filled.length * 3 > chosen.length ? [row] : [];
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
		const piece = match?.column.pieces[row];
		const isLink = field.meaning === 'link' || match?.column.kind === 'link';
		if (isLink && own !== undefined) {
			const link = titleLink(own, place.url);
			if (link !== undefined) return [field.name, link];
		}
		if (match === undefined || piece === undefined) return [field.name, null];
		const value = valueOf(field, match.column, piece, place);
		const others = match.rivals.flatMap((column) => {
			const other = column.pieces[row];
			return other === undefined || isNested(other, piece)
				? []
				: [valueOf(field, column, other, place)];
		});
		const other = others.find((one) => one !== null && !sameJson(one, value));
		if (other === undefined || value === null) return [field.name, value];
		const { values = [value, other], rows = 0 } = unsure.get(field.name) ?? {};
		unsure.set(field.name, { values, rows: rows + 1 });
		return [field.name, null];
	});
	return Object.fromEntries(cells);
}

const isNested = (one: Piece, other: Piece): boolean =>
	isWithin(one.part, other.part) || isWithin(other.part, one.part);

function titleLink(piece: Piece, baseUrl: string): string | undefined {
	const href = linkOf(piece)?.getAttribute('href');
	return href === null || href === undefined || href.startsWith('#')
		? undefined
		: resolveAddress(href, baseUrl);
}
