import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../http/apiError.ts';

const MEGABYTE = 1024 * 1024;

/** Reference, "Limits": direct upload to POST /parse, 50 MB. */
export const DIRECT_UPLOAD_MAX_BYTES = 50 * MEGABYTE;

/** Reference, "Limits": upload through a prepared address, 500 MB. A link brings no more either. */
export const STORED_FILE_MAX_BYTES = 500 * MEGABYTE;

/** Reference, "Limits": the bytes of a prepared upload must be sent within 15 minutes. */
export const UPLOAD_LIFETIME_SECONDS = 900;

/** Reference, "Limits": a stored file is deleted after 24 hours. */
export const FILE_LIFETIME_MS = 24 * 3600 * 1000;

/** Reference, "Limits": documents per parse batch. */
export const MAX_BATCH_DOCUMENTS = 50;

/** Signs the addresses that prepared uploads are sent to: the signature stands in for the API key. */
export function createUploadAddresses(secret: string) {
	const signatureOf = (fileId: string, expires: number): string =>
		// The first word keeps a signature of a file link from being one of an upload.
		createHmac('sha256', secret).update(`upload\n${fileId}\n${expires}`).digest('hex');

	return {
		/** Path and query below the API's base address, good for 15 minutes. */
		sign(fileId: string): string {
			const expires = Math.floor(Date.now() / 1000) + UPLOAD_LIFETIME_SECONDS;
			return `/parse/uploads/${fileId}?expires=${expires}&signature=${signatureOf(fileId, expires)}`;
		},

		/** Whether an address was made by `sign` and its time is not over. */
		isValid(fileId: string, expires: number, signature: string): boolean {
			const expected = Buffer.from(signatureOf(fileId, expires));
			const given = Buffer.from(signature);
			if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
			return expires * 1000 > Date.now();
		},
	};
}

/** The answer to an upload for which there is no room. */
export function uploadsFull(): ApiError {
	const message =
		'There is no room for this upload: the files stored here reach the limit of the service. They are deleted after 24 hours, or with DELETE /parse/files/{fileId}.';
	return new ApiError(413, message, { code: 'UPLOADS_FULL' });
}
