import type { IDataObject } from 'n8n-workflow';
import type { ByteStream } from '../transport/byteStream';
import type { WebDataError } from '../transport/webDataError';

/** A file for a binary field of an item: behind a signed link, a body still to be read, or a text. */
export type OutputFile = {
	/** Name of the binary field. */
	field: string;
	fileName: string;
	mimeType: string;
} & ({ url: string } | { stream: ByteStream } | { text: string });

/** One item that an operation gives, before n8n's own structure is put around it. */
export interface OutputItem {
	json: IDataObject;
	/** The input item it answers; needed only when a job answers several. */
	itemIndex?: number;
	files?: readonly OutputFile[];
	/** Set when only this part did not work, such as one address of a batch. */
	error?: WebDataError;
}
