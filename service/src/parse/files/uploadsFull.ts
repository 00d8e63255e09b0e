import { ApiError } from '../../http/apiError.ts';

/** The answer to an upload for which there is no room. */
export function uploadsFull(): ApiError {
	const message =
		'There is no room for this upload: the files stored here reach the limit of the service. They are deleted after 24 hours, or with DELETE /parse/files/{fileId}.';
	return new ApiError(413, message, { code: 'UPLOADS_FULL' });
}
