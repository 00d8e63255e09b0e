import { sameJson, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { alignColumns, type Column, entryWords, type Piece, type Place } from './columns.ts';
import { containerSizes, type Entry, findGroups, type Group } from './groups.ts';
import { fit, linkOf, valueOf, type AskedField } from './match.ts';
import type { Meaning } from './meanings.ts';
import { isWithin, type Part } from './parts.ts';
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';

/** The entries of the list that answers a question, and how well. */
export interface Rows {
	rows: JsonObject[];
	/** Share of the page's text that is in the entries. */
	share: number;
	/** What is not sure about them, a sentence each. */
	doubts: readonly string[];
}

/** A field with the column that answers it. */
interface Chosen {
	field: AskedField;
	column: Column;
	score: number;
	/** Columns that answer it as well: where their values differ, it is not clear which is meant. */
	rivals: Column[];
}

/** The rows of the list on a page that answers the asked fields best: its entries and their columns are chosen together. */
export function readRows(
	parts: readonly Part[],
	fields: readonly AskedField[],
	place: Place,
): Rows | undefined {
	const [body] = parts;
	if (body === undefined || fields.length === 0) return undefined;
	const question = { fields, place, body };
	const byScore = (a: Rated, b: Rated): number => b.score - a.score;
	const groups = findGroups(parts).map((group) => rate(group, question, false));
	const likely = groups.toSorted(byScore).slice(0, MOST_LIKELY);
	const best = likely
		.map(({ group }) => rate(group, question, true))
		.toSorted(byScore)
		.find(isTelling);
	if (best === undefined) return undefined;
	const unsure: Unsure = new Map();
	const rows = writeRows(best, place, unsure);
	return {
		rows,
		share: best.group.characters / Math.max(body.text.length, 1),
		doubts: [...describeContainers(containerSizes(best.group.entries)), ...describeUnsure(unsure)],
	};
}

/** What one entry of a list says about the asked fields, read alone: its elements are those of a page of its own. */
export function readEntry(
	parts: readonly Part[],
	fields: readonly AskedField[],
	place: Place,
): JsonObject | undefined {
	const [body] = parts;
	if (body === undefined || fields.length === 0) return undefined;
	const group = { entries: [[body]], characters: body.text.length };
	const [row] = writeRows(rate(group, { fields, place, body }, true), place, new Map());
	return row;
}

/** What anything with a link and a picture has; alone it does not show that a list answers a question for more. */
const COMMON: ReadonlySet<Meaning | undefined> = new Set([
	'title',
	'link',
	'image',
	'summary',
	'text',
]);

function isTelling({ chosen, fields }: Rated): boolean {
	const isOwn = ({ meaning }: AskedField): boolean => !COMMON.has(meaning);
	return (
		chosen.length > 0 &&
		(!fields.some(isOwn) ||
			chosen.some(({ field, column }) => isOwn(field) && column.coverage > LEAST_COVERAGE))
	);
}

/** What is asked of a page. */
interface Question {
	fields: readonly AskedField[];
	place: Place;
	body: Part;
}

interface Rated {
	group: Group;
	fields: readonly AskedField[];
	chosen: Chosen[];
	score: number;
}

const LEAST_SCORE = 0.1;
/** What fewer entries have does not show that a list answers a question. */
const LEAST_COVERAGE = 0.4;
/** Groups that are looked at again, with the forms of their parts. */
const MOST_LIKELY = 4;
/** Entries of a group by which it is chosen to be looked at again. */
const MOST_TRIED = 24;

/** @param readsForms what parts are by their form is read too, which takes longer */
function rate(group: Group, { fields: asked, place, body }: Question, readsForms: boolean): Rated {
	const entries = readsForms ? group.entries : group.entries.slice(0, MOST_TRIED);
	const fields = withTitle(asked, entries);
	const columns = alignColumns(entries, place, readsForms);
	const chosen = choose(columns, fields, place, !readsForms);
	const sum = chosen.reduce((total, { score }) => total + score, 0) / fields.length;
	const many = Math.min(Math.log2(group.entries.length), 6) / 6;
	const share = Math.min(1, group.characters / Math.max(body.text.length, 1));
	return { group, fields, chosen, score: sum * (0.6 + 0.2 * many + 0.2 * share) };
}

/** "Product" is asked of entries that the page calls products: that is their title. */
function withTitle(asked: readonly AskedField[], entries: readonly Entry[]): readonly AskedField[] {
	if (asked.some(({ meaning }) => meaning === 'title')) return asked;
	const called = entryWords(entries);
	const isEntry = ({ meaning, words }: AskedField): boolean =>
		meaning === undefined && words.every((word) => called.has(word));
	return asked.map((field) => (isEntry(field) ? { ...field, meaning: 'title' } : field));
}

/** A column with this share of the best score answers a field as well. */
const RIVAL_SHARE = 0.98;
/** Of several texts of these kinds the best is clear enough. */
const MAY_HAVE_RIVALS: ReadonlySet<Meaning | undefined> = new Set([
	undefined,
	'price',
	'date',
	'count',
	'score',
	'currency',
	'availability',
]);

/** Fields and columns by the best total: each column answers one field. */
function choose(
	columns: readonly Column[],
	fields: readonly AskedField[],
	place: Place,
	isRough: boolean,
): Chosen[] {
	const pairs = fields.flatMap((field) =>
		columns.flatMap((column): Chosen[] => {
			const score = fit(field, column, place, isRough);
			return score > LEAST_SCORE ? [{ field, column, score, rivals: [] }] : [];
		}),
	);
	const sorted = pairs.toSorted((a, b) => b.score - a.score);
	const first = takeBest(sorted);
	// The text of an entry is not around its author and its date.
	const isLong = ({ field: { meaning } }: Chosen): boolean =>
		meaning === 'text' || meaning === 'summary';
	const isOuter = (pair: Chosen): boolean =>
		isLong(pair) && first.some((other) => !isLong(other) && isAround(pair.column, other.column));
	const taken = first.some(isOuter) ? takeBest(sorted.filter((pair) => !isOuter(pair))) : first;
	return taken.map((one) => ({ ...one, rivals: rivalsOf(one) }));

	function rivalsOf({ field, score }: Chosen): Column[] {
		if (isRough || !MAY_HAVE_RIVALS.has(field.meaning)) return [];
		return pairs
			.filter((pair) => pair.field === field && pair.score >= RIVAL_SHARE * score)
			.map(({ column }) => column)
			.filter((column) => taken.every((other) => !isSame(other.column, column)));
	}
}

/** Each field's best column that no better pair has. */
function takeBest(sorted: readonly Chosen[]): Chosen[] {
	const taken: Chosen[] = [];
	for (const pair of sorted) {
		const isFree = taken.every(
			({ column, field }) => field !== pair.field && !isSame(column, pair.column),
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

/** Fields that are empty in rows because an entry has different values for them: the first two, and how often. */
type Unsure = Map<string, { values: readonly JsonValue[]; rows: number }>;

const LONGEST_SAID = 60;

const describeUnsure = (unsure: Unsure): string[] =>
	[...unsure].map(([name, { values, rows }]) => {
		const said = values.map((value) => JSON.stringify(value).slice(0, LONGEST_SAID)).join(' or ');
		const more = rows > 1 ? `, likewise in ${rows - 1} more row${rows > 2 ? 's' : ''}` : '';
		return `Not sure: '${name}' may be ${said}${more}.`;
	});

/** Says that rows may be those of several lists. @param sizes how many entries each container has */
const describeContainers = (sizes: readonly number[]): string[] =>
	sizes.length === 0
		? []
		: [
				`The rows come from ${sizes.length} parts of the page, with ${sizes.slice(0, MOST_NAMED).join(', ')} entries: they may be several lists.`,
			];
const MOST_NAMED = 10;

/** @param unsure is told which fields are empty because an entry has different values for them */
function writeRows({ group, fields, chosen }: Rated, place: Place, unsure: Unsure): JsonObject[] {
	const title = chosen.find(({ field }) => field.meaning === 'title')?.column;
	return group.entries.flatMap((_entry, row) => {
		const cells = fields.map((field): [string, JsonValue] => {
			const match = chosen.find((one) => one.field === field);
			const piece = match?.column.pieces[row];
			const own = title?.pieces[row];
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
		const filled = cells.filter(([, value]) => value !== null);
		const isEntry = title === undefined ? filled.length > 0 : title.pieces[row] !== undefined;
		return isEntry && filled.length * 3 > chosen.length ? [Object.fromEntries(cells)] : [];
	});
}

const isNested = (one: Piece, other: Piece): boolean =>
	isWithin(one.part, other.part) || isWithin(other.part, one.part);

function titleLink(piece: Piece, baseUrl: string): string | undefined {
	const href = linkOf(piece)?.getAttribute('href');
	return href === null || href === undefined || href.startsWith('#')
		? undefined
		: resolveAddress(href, baseUrl);
}
