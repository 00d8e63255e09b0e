import { createHmac, timingSafeEqual } from 'node:crypto';
import { UPLOAD_LIFETIME_SECONDS } from './limits.ts';

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
