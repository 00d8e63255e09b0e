import type { JsonObject, JsonValue } from '@web-data-extraction/page/json';
import { haveCommon, nameKey, sameMeaning, WRAPPERS } from '../names/names.ts';
import type { RecordList } from '../records/sourceData.ts';

/** Columns with the names of a table's entries, whoever asks for them. */
export const THINGS = ['product', 'item', 'article', 'event', 'recipe', 'job', 'book'];

const NAMES = sameMeaning('name');

/** Line numbers and article codes appear under the same titles, but are not names. */
const isInWords = (value: JsonValue): boolean =>
	typeof value === 'string' && /\p{L}{2}/u.test(value);

/**
 * A table whose entries get a name: many tables have no column "Name", but
 * one that says what the entries are ("Product | Price"). Other lists are unchanged.
 * @param things name keys of what the entries may be
 */
export function withEntryNames(list: RecordList, things: readonly string[]): RecordList {
	const columns = list.columns?.split('|') ?? [];
	const [thing, ...others] = columns.filter((column) => things.includes(column));
	if (thing === undefined || others.length > 0 || haveCommon(NAMES, columns)) return list;
	const title = titlesOf(list).find((one) => nameKey(one) === thing) ?? '';
	const isNamed = list.records.every(({ [title]: name }) => name === undefined || isInWords(name));
	return isNamed ? withOtherTitles(list, [[title, 'name']]) : list;
}

/** What the values of a list are called in it. */
export const titlesOf = ({ records }: RecordList): string[] => [
	...new Set(records.flatMap((record) => Object.keys(record))),
];

/** A list whose values are found by other titles, too. */
export const withOtherTitles = (list: RecordList, pairs: readonly TitlePair[]): RecordList => ({
	...list,
	records: list.records.map((record) => withOtherNames(record, pairs)),
});

/** A title, and another one that means the same. */
export type TitlePair = readonly [title: string, other: string];

/** A record whose values are found by other titles, too. */
export function withOtherNames(record: JsonObject, pairs: readonly TitlePair[]): JsonObject {
	const added = pairs.flatMap(([title, other]) => {
		const { [title]: value } = record;
		return value === undefined ? [] : [[other, value] as const];
	});
	return { ...record, ...Object.fromEntries(added) };
}

/**
 * A table whose columns are also found without the name of its entries, and with it: of orders, "Order ID" is `id`,
 * and "Date" `order_date`.
 * @param things name keys of what the entries are
 */
export function withEntryColumns(list: RecordList, things: readonly string[]): RecordList {
	if (list.columns === undefined) return list;
	const titles = titlesOf(list);
	const keys = titles.map(nameKey);
	const named = things
		.filter((thing) => !WRAPPERS.has(thing))
		.flatMap((thing) => keys.map((key, at) => [titles[at] ?? '', otherKey(key, thing)] as const));
	const all = [...keys, ...named.map(([, key]) => key)];
	const added = named.filter(([, key]) => all.indexOf(key) === all.lastIndexOf(key));
	return withOtherTitles(list, added);
}

const otherKey = (key: string, thing: string): string =>
	key.startsWith(`${thing} `) ? key.slice(thing.length + 1) : `${thing} ${key}`;
