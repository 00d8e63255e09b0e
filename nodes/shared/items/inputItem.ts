import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { FileToSend } from '../transport/fileToSend';

/** What an operation may know of an input item beside its parameters. */
export interface InputItem {
	index: number;
	/** Its fields. */
	json: IDataObject;
	/** Time zone of the workflow, e.g. `Europe/Berlin`: which day a moment belongs to. */
	timezone: string;
	/** The names of its binary fields. */
	fileFields: readonly string[];
	/**
	 * The file in a binary field.
	 * @throws n8n's own error when the item has no such field
	 */
	file(field: string): Promise<FileToSend>;
}

/**
 * Services tell formats apart by name too: a file without one gets a name, and a name without an
 * extension the one that n8n knows.
 */
function fileNameOf(fileName: string | undefined, extension: string | undefined): string {
	const name = fileName || 'document';
	return extension && !/\.[^.]+$/.test(name) ? `${name}.${extension}` : name;
}

/** An input item as n8n holds it. Files are opened by stream, never read whole. */
export function inputItem(context: IExecuteFunctions, index: number): InputItem {
	return {
		index,
		json: context.getInputData()[index]?.json ?? {},
		timezone: context.getTimezone(),
		fileFields: Object.keys(context.getInputData()[index]?.binary ?? {}),
		async file(field) {
			const binary = context.helpers.assertBinaryData(index, field);
			const { id } = binary;
			if (id === undefined) {
				// n8n's in-memory mode keeps the file in the item, as base64.
				const buffer = Buffer.from(binary.data, 'base64');
				return {
					contentId: createHash('sha256').update(buffer).digest('hex'),
					fileName: fileNameOf(binary.fileName, binary.fileExtension),
					mimeType: binary.mimeType,
					sizeBytes: buffer.length,
					open: async () => [buffer],
				};
			}
			const metadata = await context.helpers.getBinaryMetadata(id);
			return {
				contentId: id,
				fileName: fileNameOf(binary.fileName ?? metadata.fileName, binary.fileExtension),
				mimeType: binary.mimeType,
				sizeBytes: metadata.fileSize,
				open: async () => await context.helpers.getBinaryStream(id),
			};
		},
	};
}
