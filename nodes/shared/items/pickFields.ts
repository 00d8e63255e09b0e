import type { IDataObject } from 'n8n-workflow';

/** Some fields of a record, in this order, as far as it has them. */
export function pickFields(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(
		names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])),
	) as IDataObject;
}
