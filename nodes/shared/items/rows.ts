import type { IDataObject } from 'n8n-workflow';
import { renameErrorField } from './errorField';
import { isRecord } from '../transport/serviceBody';

/**
 * The list an answer consists of: the answer itself, or the only list of an object. Schemas need an
 * object at their root, so a list of rows arrives wrapped, e.g. `{"products": […]}`.
 */
function findList(answer: unknown): unknown[] | undefined {
	if (Array.isArray(answer)) return answer;
	if (!isRecord(answer)) return undefined;
	const values = Object.values(answer);
	return values.length === 1 && Array.isArray(values[0]) ? values[0] : undefined;
}

function toRow(entry: unknown): IDataObject {
	return isRecord(entry) ? (entry as IDataObject) : { value: entry as IDataObject };
}

/** An answer as rows: one per entry of its list, or a single one when it is no list. */
export function toRows(answer: unknown): IDataObject[] {
	const list = findList(answer);
	if (list) return list.map(toRow);
	return [isRecord(answer) ? toRow(answer) : { content: (answer ?? null) as IDataObject }];
}

/**
 * A row with what identifies its job. A field of the row itself that has the same name keeps it; the
 * job's then begins with `scrape`.
 */
export function identifyRow(ids: IDataObject, row: IDataObject): IDataObject {
	const named = Object.entries(ids).map(([name, value]) => [
		Object.hasOwn(row, name) ? `scrape${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
		value,
	]);
	return { ...Object.fromEntries(named), ...renameErrorField(row) };
}
