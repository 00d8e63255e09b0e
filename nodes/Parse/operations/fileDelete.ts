import type { RequestOperation } from '../../shared/operations/operation';
import { bodyText } from '../../shared/transport/serviceBody';
import { ServiceError, unreadableAnswerError } from '../../shared/transport/serviceError';
import { pathPart, type ServiceAnswer } from '../../shared/transport/serviceRequest';
import { fileIdField, readFileId } from '../source';

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
				const request = { method: 'DELETE' as const, path, expects: ['status'] };
				await client.send(request, { signal }).then(requireDeleted, acceptAlreadyDeleted);
				return [{ json: { deleted: true, fileId } }];
			},
		};
	},
};
