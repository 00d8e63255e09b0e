import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';
import { freeName, renameErrorField, renameTaken } from './names';
import { sourcesByRow } from './valueSources';

export interface RowView {
	/** Nested fields become `address.city`, lists become text. */
	isFlat: boolean;
}

interface FoundList {
	/** The names that lead to it; none when the answer is the list. */
	path: readonly string[];
	entries: readonly unknown[];
}

/** The lists of an answer at any depth of objects; lists within lists belong to their rows. */
function findLists(value: unknown, path: readonly string[] = []): FoundList[] {
	if (Array.isArray(value)) return [{ path, entries: value }];
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => findLists(inner, [...path, name]));
}

/** Whether a value says nothing: empty, nothing, or a count of nothing. */
export function isBlank(value: unknown): boolean {
	return typeof value === 'object' && value !== null ? Object.values(value).every(isBlank) : !value;
}

/** Whether an answer says nothing beside one of its lists. */
function isAllOf(answer: unknown, { entries }: FoundList): boolean {
	if (answer === entries) return true;
	if (!isRecord(answer)) return isBlank(answer);
	return Object.values(answer).every((value) => isAllOf(value, { path: [], entries }));
}

/**
 * The list whose entries are the rows of an answer. A list of objects, before all: the least nested,
 * of those the longest, then the first. A list of texts or numbers, and an empty one, only when the
 * answer says nothing else: beside other fields they are one field of a single record.
 */
function findRowList(answer: unknown): FoundList | undefined {
	const lists = findLists(answer);
	const ofObjects = lists
		.filter(({ entries }) => entries.some(isRecord))
		.sort((a, b) => a.path.length - b.path.length || b.entries.length - a.entries.length);
	return ofObjects[0] ?? lists.find((list) => isAllOf(answer, list));
}

/**
 * The fields of a record by their full names, `address.city`; lists as text, with commas or as JSON. Two
 * fields with the same full name both stay: `address.city` and `address.city_2`.
 */
function flatten(
	record: Readonly<Record<string, unknown>>,
	flat: Map<string, unknown> = new Map(),
	prefix = '',
): Map<string, unknown> {
	for (const [name, value] of Object.entries(record)) {
		const path = `${prefix}${name}`;
		if (isRecord(value)) {
			flatten(value, flat, `${path}.`);
			continue;
		}
		const isNested =
			Array.isArray(value) && value.some((entry) => typeof entry === 'object' && entry !== null);
		const list = Array.isArray(value) && (isNested ? JSON.stringify(value) : value.join(', '));
		flat.set(
			freeName(path, (taken) => flat.has(taken)),
			list === false ? value : list,
		);
	}
	return flat;
}

function withoutList(value: unknown, entries: readonly unknown[]): IDataObject {
	if (!isRecord(value)) return {};
	const others = Object.entries(value)
		.filter(([, inner]) => inner !== entries)
		.map(([name, inner]) => [name, isRecord(inner) ? withoutList(inner, entries) : inner]);
	return Object.fromEntries(
		others.filter(([, inner]) => !isRecord(inner) || !isBlank(inner)),
	) as IDataObject;
}

function toRow(entry: unknown): IDataObject {
	return isRecord(entry) ? (entry as IDataObject) : { value: entry as IDataObject };
}

/** Whether an entry has no value at all. Unlike nothing, 0 and false say something. */
function isNothing(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.values(value).every(isNothing);
	return value === null || value === undefined || value === '';
}

/** The names of all fields that entries of a list have. */
const namesIn = (list: FoundList | undefined): Set<string> =>
	new Set(list?.entries.filter(isRecord).flatMap((entry) => Object.keys(entry)));

/** A row, and where it is in the list of the answer. */
interface ReadRow {
	fields: IDataObject;
	position: number;
}

function readRows(answer: unknown, list: FoundList | undefined, { isFlat }: RowView): ReadRow[] {
	const single = isRecord(answer) ? answer : { content: answer };
	const entries = (list?.entries ?? [single])
		.map((entry, position) => ({ fields: toRow(entry), isEmpty: isNothing(entry), position }))
		.filter(({ isEmpty }) => !isEmpty);
	const all = entries.map(({ fields }) => fields);
	const parents = list ? beside(all, withoutList(answer, list.entries), 'parent') : {};
	return entries.map(({ fields, position }) => {
		const row = { ...parents, ...fields };
		const shown = isFlat ? (Object.fromEntries(flatten(row)) as IDataObject) : row;
		return { fields: renameErrorField(shown), position };
	});
}

/** Facts about rows as they may be beside the fields of each; on all rows by the same names. */
function beside(rows: readonly IDataObject[], facts: IDataObject, prefix: string): IDataObject {
	return renameTaken(facts, new Set(rows.flatMap((row) => Object.keys(row))), prefix);
}

/**
 * An answer as rows: one for each entry of its list, wherever that is (`{"products": […]}`,
 * `{"result": {"items": […]}}`), with the fields beside the list. A single one when it has no list, and
 * none when there is nothing in it.
 * @param source where the rows come from; after their fields
 * @param sources where the values of the answer were read; each row gets its own. Absent where they are not known
 */
export function toRows(
	answer: unknown,
	view: RowView,
	source: IDataObject,
	{ prefix = 'source', sources }: { prefix?: string; sources?: IDataObject } = {},
): IDataObject[] {
	const list = findRowList(answer);
	const rows = readRows(answer, list, view);
	const taken = new Set(rows.flatMap(({ fields }) => Object.keys(fields)));
	const sourcesAt = sources && sourcesByRow(sources, list?.path, namesIn(list));
	return rows.map(({ fields, position }) => {
		const facts = { ...source, ...(sourcesAt && { sources: sourcesAt(position) }) };
		return { ...fields, ...renameTaken(facts, taken, prefix) };
	});
}

/**
 * An answer that is one record on an item itself, before the facts about it.
 * @param prefix of facts whose name the record has
 */
export function toRecord(fields: IDataObject, facts: IDataObject, prefix = 'source'): IDataObject {
	const record = renameErrorField(fields);
	return { ...record, ...beside([record], facts, prefix) };
}

/** A hint on how to get rows, for an answer on one item that is only a list of records. */
export function describeUnsplit(answer: unknown): string[] {
	const list = findRowList(answer);
	if (!list || list.entries.filter(isRecord).length < 2 || !isAllOf(answer, list)) return [];
	return [
		"The content is a list. For one item per entry, choose Rows of a List in 'What to Get' and name its fields.",
	];
}

/** Begins what the local service says of a page that has no rows: it has the fields themselves, or tables with others. */
export const INSTEAD_OF_ROWS = /^(?:Found once, |No table has most of these fields\. )/;

/**
 * What to know about an answer that should be rows and has none.
 * @param columns the fields that were looked for; none where that is not known
 * @param warnings of the service about the page
 */
export function describeRows(
	answer: unknown,
	columns: readonly string[] = [],
	warnings: readonly string[] = [],
): string[] {
	const list = findRowList(answer);
	const wanted = columns.length > 0 ? ` with ${columns.map((name) => `'${name}'`).join(', ')}` : '';
	if ((list?.entries ?? [answer]).every(isNothing)) {
		const instead = warnings.filter((warning) => INSTEAD_OF_ROWS.test(warning));
		return [[`No rows: no list${wanted} was found.`, ...instead].join(' ')];
	}
	return list ? [] : [`No list${wanted} was found: there is one item instead of rows.`];
}
