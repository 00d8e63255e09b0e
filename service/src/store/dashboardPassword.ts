import type { DatabaseSync } from 'node:sqlite';

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
