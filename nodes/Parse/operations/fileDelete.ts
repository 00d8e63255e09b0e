import type { RequestOperation } from '../../shared/operations/operation';
import { ServiceError } from '../../shared/transport/serviceError';
import { pathPart } from '../../shared/transport/serviceRequest';
import { fileIdField, readFileId } from '../source';

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
				await client
					.send({ method: 'DELETE', path: `/parse/files/${pathPart(fileId)}` }, { signal })
					.catch(acceptAlreadyDeleted);
				return [{ json: { deleted: true, fileId } }];
			},
		};
	},
};
