import { isRecord } from '../transport/serviceBody';

/** How often a field was asked for, and how often it was found. */
interface FieldCount {
	asked: number;
	found: number;
	/** Whether it is a field of rows: `products[].price`. */
	isOfRows: boolean;
}

/** Nothing, an empty text and an empty list; unlike 0 and false, which say something. */
function isNothing(value: unknown): boolean {
	return value === null || value === undefined || value === '';
}

function countFields(
	counts: Map<string, FieldCount>,
	value: unknown,
	name: string,
	isOfRows: boolean,
): void {
	const prefix = name === '' ? '' : `${name}.`;
	if (isRecord(value)) {
		for (const [key, inner] of Object.entries(value)) {
			countFields(counts, inner, `${prefix}${key}`, isOfRows);
		}
	} else if (Array.isArray(value) && value.some(isRecord)) {
		for (const entry of value) countFields(counts, entry, `${name}[]`, true);
	} else if (name !== '') {
		const count = counts.get(name) ?? { asked: 0, found: 0, isOfRows };
		const isFound = Array.isArray(value) ? value.length > 0 : !isNothing(value);
		count.asked += 1;
		count.found += isFound ? 1 : 0;
		counts.set(name, count);
	}
}

/** The lists that a field is in: `shops` and `shops[].products` of `shops[].products[].price`. */
function listsOf(name: string): string[] {
	return [...name.matchAll(/\[\]/g)].map(({ index }) => name.slice(0, index));
}

/**
 * Names the fields that none of several answers has a value for, and those that are empty in all rows:
 * columns that look as if the pages did not state them. Nothing where no field was found at all.
 * @param answers over one page each; those that are not JSON are passed over
 */
export function describeNeverFound(answers: readonly unknown[]): string[] {
	const counts = new Map<string, FieldCount>();
	const records = answers.filter((answer) => isRecord(answer) || Array.isArray(answer));
	for (const answer of records) countFields(counts, answer, '', false);
	const all = [...counts];
	if (all.every(([, { found }]) => found === 0)) return [];
	const never = all.filter(([, { asked, found }]) => found === 0 && asked > 1);
	const lists = new Set(all.flatMap(([name]) => listsOf(name)));
	const list = (isOfRows: boolean): string[] =>
		never
			.filter(([, count]) => count.isOfRows === isOfRows)
			// A list that is empty on one page has rows on others.
			.filter(([name]) => !lists.has(name))
			.map(([name]) => `'${name.split('[].').at(-1) ?? name}'`);
	const [ofPages, ofRows] = [list(false), list(true)];
	const rows = all.reduce((most, [, count]) => Math.max(most, count.isOfRows ? count.asked : 0), 0);
	return [
		...(ofPages.length > 0
			? [`Found on none of ${records.length} pages: ${ofPages.join(', ')}`]
			: []),
		...(ofRows.length > 0 ? [`Empty in all ${rows} rows: ${ofRows.join(', ')}`] : []),
	];
}
