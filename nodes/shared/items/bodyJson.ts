import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';

/** A body as the JSON of an item; empty when it is no object, such as after a 204. */
export function bodyJson(body: unknown): IDataObject {
	return isRecord(body) ? (body as IDataObject) : {};
}
