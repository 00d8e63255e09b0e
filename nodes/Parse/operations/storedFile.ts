import { InputError } from '../../shared/items/parameterValues';
import type { OutputItem } from '../../shared/items/outputItem';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyText } from '../../shared/transport/serviceBody';
import { ServiceError, unreadableAnswerError } from '../../shared/transport/serviceError';
import { pathPart, type ServiceAnswer } from '../../shared/transport/serviceRequest';
import { binaryFieldField, fileIdField, readFileId, readInputFiles, storeFile } from '../source';

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

/** Only these words say that the file is gone, or no content (`api/openapi.yaml`, DELETE of files). */
function requireDeleted({ status, body }: ServiceAnswer): void {
	if (status !== 204 && bodyText(body, 'status') !== 'deleted') throw unreadableAnswerError();
}

/** A file that is gone after a try whose answer was lost was deleted by that try. */
async function acceptAlreadyDeleted(error: unknown): Promise<void> {
	const isDone =
		error instanceof ServiceError &&
		error.facts.outcome === 'missing' &&
		error.facts.mayAlreadyBeDone;
	if (!isDone) await Promise.reject(error);
}

export const fileDelete: RequestOperation = {
	kind: 'request',
	resource: 'file',
	value: 'delete',
	name: 'Delete',
	action: 'Delete file',
	description: 'Delete a stored file immediately, before its 24 hours are over',
	fields: [fileIdField],
	prepare(values) {
		const fileId = readFileId(values);
		return {
			sharedBy: fileId,
			async run(client, signal) {
				const path = `/parse/files/${pathPart(fileId)}`;
				const request = { method: 'DELETE' as const, path, id: fileId, expects: ['status'] };
				await client.send(request, { signal }).then(requireDeleted, acceptAlreadyDeleted);
				return [{ json: { deleted: true, fileId } }];
			},
		};
	},
};
