import { InputError } from '../../shared/items/parameterValues';
import type { OutputItem } from '../../shared/items/outputItem';
import type { RequestOperation } from '../../shared/operations/operation';
import { binaryFieldField, readInputFiles, storeFile } from '../source';

/** `api/openapi.yaml`, POST /parse/uploads: a file is deleted after 24 hours. */
const LIFETIME_MS = 24 * 60 * 60 * 1_000;

export const fileUpload: RequestOperation = {
	kind: 'request',
	resource: 'file',
	value: 'upload',
	name: 'Upload',
	action: 'Upload file',
	description: 'Store a file of up to 500 MB at the service for 24 hours, to parse it by its ID',
	fields: [binaryFieldField],
	async prepare(values, item) {
		const files = await readInputFiles(values, item);
		if (files.length === 0) {
			throw new InputError(
				binaryFieldField.displayName,
				'matches no file of the input item',
				`Its files: ${item.fileFields.join(', ') || 'none'}.`,
			);
		}
		return {
			async run(client, signal) {
				const items: OutputItem[] = [];
				for (const file of files) {
					const { fileId } = await storeFile(client, file, signal);
					const expiresAt = new Date(Date.now() + LIFETIME_MS).toISOString();
					const { fileName, sizeBytes } = file;
					items.push({ json: { fileId, fileName, sizeBytes, expiresAt } });
				}
				return items;
			},
		};
	},
};
