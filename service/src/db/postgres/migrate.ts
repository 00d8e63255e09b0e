import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('./migrations', import.meta.url));

/** Brings the database to the newest form, one file after the other, each whole or not at all. */
export async function migrate(client: pg.Client): Promise<void> {
	await client.query('CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY)');
	const names = readdirSync(MIGRATIONS_DIRECTORY).filter((name) => name.endsWith('.sql'));
	for (const name of names.sort()) {
		await client.query('BEGIN');
		try {
			const { rowCount } = await client.query(
				'INSERT INTO migrations (name) VALUES ($1) ON CONFLICT DO NOTHING',
				[name],
			);
			if (rowCount === 1)
				await client.query(readFileSync(join(MIGRATIONS_DIRECTORY, name), 'utf8'));
			await client.query('COMMIT');
		} catch (error) {
			await client.query('ROLLBACK');
			throw error;
		}
	}
}
