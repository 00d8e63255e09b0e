import type { IDataObject } from 'n8n-workflow';
import { bodyField, isRecord } from '../transport/serviceBody';

/**
 * Where the values of an answer were read, by their paths (`api/openapi.yaml`, ValueSources), as a fact about it;
 * empty where that was not asked for.
 */
export function sourcesOf(result: unknown): { sources?: IDataObject } {
	const sources = bodyField(result, 'sources');
	return isRecord(sources) ? { sources: sources as IDataObject } : {};
}

/** Fields beside a list as rows have them: one that a row has itself is called `parentName`. */
function nameBeside(path: string, ofRows: ReadonlySet<string>): string {
	const [name = ''] = /^[^.[]*/.exec(path) ?? [];
	return ofRows.has(name) ? `parent${path.charAt(0).toUpperCase()}${path.slice(1)}` : path;
}

/**
 * Sources as each row has them, by the names of its own fields. Those of fields beside the list are on each row.
 * @param path names that lead to the list; undefined where the answer is one row
 * @param ofRows names of fields that entries of the list have
 * @returns the sources of a row, by its position in the list
 */
export function sourcesByRow(
	sources: IDataObject,
	path: readonly string[] | undefined,
	ofRows: ReadonlySet<string>,
): (position: number) => IDataObject {
	if (path === undefined) return () => sources;
	const start = `${path.join('.')}[`;
	const beside: IDataObject = {};
	const rows = new Map<number, IDataObject>();
	for (const [name, source] of Object.entries(sources)) {
		const end = name.indexOf(']', start.length);
		if (!name.startsWith(start) || end === -1) {
			beside[nameBeside(name, ofRows)] = source;
			continue;
		}
		const position = Number(name.slice(start.length, end));
		const row = rows.get(position) ?? {};
		// An entry that is no object is a row with the field `value`.
		row[name.slice(end + 1).replace(/^\./, '') || 'value'] = source;
		rows.set(position, row);
	}
	return (position) => ({ ...beside, ...rows.get(position) });
}
