import { createHmac, timingSafeEqual } from 'node:crypto';

/** The secret that every form of a session carries: other sites cannot know it. */
export function createFormToken(sessionToken: string): string {
	return createHmac('sha256', sessionToken).update('dashboard form').digest('base64url');
}

/** Whether a form came from a page of this session. */
export function isFormToken(given: unknown, sessionToken: string): boolean {
	if (typeof given !== 'string') return false;
	const expected = Buffer.from(createFormToken(sessionToken));
	const actual = Buffer.from(given);
	return actual.length === expected.length && timingSafeEqual(actual, expected);
}
