import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** How long somebody stays signed in. */
export const SESSION_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

const TOKEN_BYTES = 32;

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/** Who is signed in to the dashboard; sessions outlive a restart of the service. */
export function createSessionsRepository(database: DatabaseSync) {
	const insert = database.prepare(
		'INSERT INTO dashboard_sessions (token_hash, expires_at_ms) VALUES (?, ?)',
	);
	const select = database.prepare(
		'SELECT 1 FROM dashboard_sessions WHERE token_hash = ? AND expires_at_ms > ?',
	);
	const deleteOne = database.prepare('DELETE FROM dashboard_sessions WHERE token_hash = ?');
	const deleteExpired = database.prepare('DELETE FROM dashboard_sessions WHERE expires_at_ms <= ?');

	return {
		/** Starts a session; returns the token that its cookie carries. */
		start(): string {
			const token = randomBytes(TOKEN_BYTES).toString('base64url');
			deleteExpired.run(Date.now());
			insert.run(hashToken(token), Date.now() + SESSION_LIFETIME_SECONDS * 1000);
			return token;
		},

		isValid: (token: string): boolean => select.get(hashToken(token), Date.now()) !== undefined,

		/** Signs out one browser. */
		end: (token: string): void => void deleteOne.run(hashToken(token)),

		/** Signs out everybody. */
		endAll: (): void => database.exec('DELETE FROM dashboard_sessions'),
	};
}

// A fast hash is enough: tokens are 256 random bits.
function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}
