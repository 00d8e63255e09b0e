import type { IExecuteFunctions } from 'n8n-workflow';
import type { ByteStream } from '../transport/byteStream';

/** A file of an input item. */
export interface InputFile {
	/** Absent when n8n does not know it. */
	fileName: string | undefined;
	mimeType: string;
	/** Absent when n8n does not know it. */
	sizeBytes: number | undefined;
	/** Opens the file; each call reads it from the start. */
	open(): Promise<ByteStream | Buffer>;
}

/** What an operation may know of an input item besides its parameters. */
export interface InputItem {
	index: number;
	/**
	 * The file in a binary field.
	 * @throws n8n's own error when the item has no such field
	 */
	file(field: string): Promise<InputFile>;
}

/** An input item as n8n holds it. Files are opened by stream, never read whole. */
export function inputItem(context: IExecuteFunctions, index: number): InputItem {
	return {
		index,
		async file(field) {
			const binary = context.helpers.assertBinaryData(index, field);
			const { id } = binary;
			if (id === undefined) {
				// n8n's in-memory mode keeps the file in the item, as base64.
				const buffer = Buffer.from(binary.data, 'base64');
				return {
					fileName: binary.fileName,
					mimeType: binary.mimeType,
					sizeBytes: buffer.length,
					open: async () => buffer,
				};
			}
			const metadata = await context.helpers.getBinaryMetadata(id);
			return {
				fileName: binary.fileName ?? metadata.fileName,
				mimeType: binary.mimeType,
				sizeBytes: metadata.fileSize,
				open: async () => await context.helpers.getBinaryStream(id),
			};
		},
	};
}
