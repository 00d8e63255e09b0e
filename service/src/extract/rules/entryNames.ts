import { haveCommon, nameKey, sameMeaning } from './names.ts';
import type { RecordList } from './sourceData.ts';

/** Columns that hold the names of a table's entries, whoever asks for them. */
export const THINGS = ['product', 'item', 'article', 'event', 'recipe', 'job', 'book'];

const NAMES = sameMeaning('name');

/**
 * A table whose entries have what they are called as their name: many tables have no column "Name", but
 * one that says what the entries are ("Product | Price"). Other lists stay as they are.
 * @param things name keys of what the entries may be
 */
export function withEntryNames(list: RecordList, things: readonly string[]): RecordList {
	const columns = list.columns?.split('|') ?? [];
	const [thing, ...others] = columns.filter((column) => things.includes(column));
	if (thing === undefined || others.length > 0 || haveCommon(NAMES, columns)) return list;
	const records = list.records.map((record) => {
		const name = Object.entries(record).find(([key]) => nameKey(key) === thing)?.[1];
		return name === undefined ? record : { ...record, name };
	});
	return { ...list, records };
}
