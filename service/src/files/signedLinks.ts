import { createHmac, timingSafeEqual } from 'node:crypto';

export type LinkSigner = ReturnType<typeof createLinkSigner>;

/**
 * Signs links that replace an API key until they expire. Links stay valid only as long as all processes
 * keep using the same secret.
 */
export function createLinkSigner(secret: string) {
	const signatureOf = (subject: string, expires: number): string =>
		createHmac('sha256', secret).update(`${subject}\n${expires}`).digest('hex');

	return {
		/**
		 * The query of a link, `expires=<epoch seconds>&signature=<hex>`.
		 * @param subject the only thing that the link gives access to
		 */
		sign(subject: string, lifetimeSeconds: number): string {
			const expires = Math.floor(Date.now() / 1000) + lifetimeSeconds;
			return `expires=${expires}&signature=${signatureOf(subject, expires)}`;
		},

		/** Whether a link was signed for the subject and has not expired. */
		isValid(subject: string, expires: number, signature: string): boolean {
			const expected = Buffer.from(signatureOf(subject, expires));
			const given = Buffer.from(signature);
			if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
			return expires * 1000 > Date.now();
		},
	};
}
