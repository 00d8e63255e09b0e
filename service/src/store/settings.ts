import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

const SIGNING_SECRET_BYTES = 32;

/** The secret that signs file links: made at first use, then the same for the life of the data. */
export function readSigningSecret(database: DatabaseSync): string {
	database
		.prepare('INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)')
		.run('signingSecret', randomBytes(SIGNING_SECRET_BYTES).toString('hex'));
	const row = database.prepare('SELECT value FROM settings WHERE name = ?').get('signingSecret');
	return String(row?.['value']);
}

const SETTING = 'dashboardPassword';

export type DashboardPasswordRepository = ReturnType<typeof createDashboardPasswordRepository>;

/** The hash of the dashboard's password, among the settings. */
export function createDashboardPasswordRepository(database: DatabaseSync) {
	const select = database.prepare('SELECT value FROM settings WHERE name = ?');
	const replace = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');

	return {
		/** Undefined before the first start. */
		readHash(): string | undefined {
			const value = select.get(SETTING)?.['value'];
			return typeof value === 'string' ? value : undefined;
		},

		writeHash: (hash: string): void => void replace.run(SETTING, hash),
	};
}
