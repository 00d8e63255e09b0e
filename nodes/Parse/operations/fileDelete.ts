import { pathPart } from '../../shared/transport/serviceRequest';
import type { RequestOperation } from '../../shared/operations/operation';
import { fileIdField, readFileId } from '../source';

export const fileDelete: RequestOperation = {
	kind: 'request',
	resource: 'file',
	value: 'delete',
	name: 'Delete',
	action: 'Delete a file',
	description: 'Delete a stored file at once, before its 24 hours are over',
	fields: [fileIdField],
	prepare(values) {
		const fileId = readFileId(values);
		return {
			request: { method: 'DELETE', path: `/parse/files/${pathPart(fileId)}` },
			toItems: () => [{ json: { deleted: true, fileId } }],
		};
	},
};
