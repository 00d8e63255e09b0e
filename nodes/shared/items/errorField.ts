import type { IDataObject } from 'n8n-workflow';
import { freeName } from './freeName';

/** What an extracted field `error` is called on an item. */
const NEW_NAME = 'extractedError';

/**
 * Extracted fields as they may stand on an item. One called `error` would make n8n take the item for
 * a failed one: its Retry On Fail would run the node, and with it paid work, again (n8n-core 2.41,
 * runNode). Every item gets the new name, whatever the value, so that the column is the same.
 */
export function renameErrorField(fields: IDataObject): IDataObject {
	if (!Object.hasOwn(fields, 'error')) return fields;
	const newName = freeName(NEW_NAME, (name) => Object.hasOwn(fields, name));
	const entries = Object.entries(fields).map(([name, value]) =>
		name === 'error' ? [newName, value] : [name, value],
	);
	return Object.fromEntries(entries) as IDataObject;
}
