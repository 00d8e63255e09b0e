import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';
import { freeName, renameErrorField, renameTaken } from './names';

export interface RowView {
	/** Nested fields become `address.city`, lists become text. */
	isFlat: boolean;
	/** Fields beside the list, such as the number of an invoice, are copied to each of its rows. */
	repeatsFields: boolean;
}

/** What is on every row beside its own fields. */
interface RowFacts {
	/** Where the row comes from; before its fields. */
	first: IDataObject;
	/** What identifies the job, and what is worth noticing about it; after its fields. */
	last: IDataObject;
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

/** The names of all that an answer contains beside one of its lists: `total`, `shop.name`. */
function findOthers(value: unknown, list: FoundList, path: readonly string[] = []): string[] {
	if (value === list.entries) return [];
	const leadsToList = path.every((name, index) => name === list.path[index]);
	if (!leadsToList || !isRecord(value)) return [path.join('.')];
	return Object.entries(value).flatMap(([name, inner]) => findOthers(inner, list, [...path, name]));
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

function readRows(answer: unknown, { isFlat, repeatsFields }: RowView): IDataObject[] {
	const list = findRowList(answer);
	const single = isRecord(answer) ? toRow(answer) : { content: (answer ?? null) as IDataObject };
	const repeated = list && repeatsFields ? withoutList(answer, list.entries) : {};
	const own = list ? list.entries.map(toRow) : [single];
	const parents = beside(own, repeated, 'parent');
	return own.map((fields) => {
		const row = { ...parents, ...fields };
		return renameErrorField(isFlat ? (Object.fromEntries(flatten(row)) as IDataObject) : row);
	});
}

/** Facts about rows as they may be beside the fields of each; on all rows by the same names. */
function beside(rows: readonly IDataObject[], facts: IDataObject, prefix: string): IDataObject {
	return renameTaken(facts, new Set(rows.flatMap((row) => Object.keys(row))), prefix);
}

/**
 * An answer as rows: one for each entry of its list, wherever that is (`{"products": […]}`,
 * `{"result": {"items": […]}}`), a single one when it has none, and none when its list is empty.
 */
export function toRows(answer: unknown, view: RowView, { first, last }: RowFacts): IDataObject[] {
	const rows = readRows(answer, view);
	const [before, after] = [beside(rows, first, 'source'), beside(rows, last, 'source')];
	return rows.map((row) => ({ ...before, ...row, ...after }));
}

/**
 * An answer that is one record on an item itself, between the facts about it.
 * @param prefix of facts whose name the record has
 */
export function toRecord(
	fields: IDataObject,
	{ first, last }: RowFacts,
	prefix = 'source',
): IDataObject {
	const record = renameErrorField(fields);
	return { ...beside([record], first, prefix), ...record, ...beside([record], last, prefix) };
}

const NO_LIST =
	'The answer has no list, so it is one row. To get rows, ask for a list: use the type List of Objects in the field table, names such as products[].price, or Several with a preset.';

/** A hint on how to get rows, for an answer on one item that is only a list of records. */
export function describeUnsplit(answer: unknown): string[] {
	const list = findRowList(answer);
	if (!list || list.entries.filter(isRecord).length < 2 || !isAllOf(answer, list)) return [];
	return [
		"The content is a list. For one item per entry, choose 'One Item per Row' in 'Split Into Items'.",
	];
}

/** What to know about the rows of an answer: where they were found, what was left, why there are none. */
export function describeRows(answer: unknown, { repeatsFields }: RowView): string[] {
	const list = findRowList(answer);
	if (!list) return [NO_LIST];
	const name = list.path.length > 0 ? `the list '${list.path.join('.')}'` : 'the answer';
	if (list.entries.length === 0) return [`There are no rows: ${name} is empty`];
	const others = repeatsFields ? [] : findOthers(answer, list);
	if (others.length === 0) return [];
	return [
		`The rows come from ${name}. Not included: ${others.join(', ')}. 'Add Parent Fields to Rows' in Options copies these to each row.`,
	];
}
