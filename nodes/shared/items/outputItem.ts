import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { WebDataError } from '../transport/webDataError';

/** A file to fetch from a signed link into a binary field of the item. */
export interface LinkedFile {
	/** Name of the binary field. */
	field: string;
	url: string;
	fileName: string;
	mimeType: string;
}

/** One item that an operation gives, before n8n's own structure is put around it. */
export interface OutputItem {
	json: IDataObject;
	/** The input item it answers; the first of the task when absent. */
	itemIndex?: number;
	files?: readonly LinkedFile[];
	/** Set when only this part did not work, such as one address of a batch. */
	error?: WebDataError;
}

/** An output item paired to its input item. */
export function pairItem(item: OutputItem, itemIndex: number): INodeExecutionData {
	return { json: item.json, pairedItem: { item: item.itemIndex ?? itemIndex } };
}
