import type { RequestOperation } from '../../shared/operations/operation';
import { binaryFieldField, readInputFile, storeFile } from '../source';

/** Reference, Limits: "Stored fileId lifetime: 24 hours, then deleted". */
const LIFETIME_MS = 24 * 60 * 60 * 1_000;

export const fileUpload: RequestOperation = {
	kind: 'request',
	resource: 'file',
	value: 'upload',
	name: 'Upload',
	action: 'Upload a file',
	description:
		'Store a file of up to 500 MB at the service for 24 hours, to parse it by its file ID',
	fields: [binaryFieldField],
	async prepare(values, item) {
		const file = await readInputFile(values, item);
		return {
			async run(client, signal) {
				const { fileId } = await storeFile(client, file, signal);
				const expiresAt = new Date(Date.now() + LIFETIME_MS).toISOString();
				const { fileName, sizeBytes } = file;
				return [{ json: { fileId, fileName, sizeBytes, expiresAt } }];
			},
		};
	},
};
