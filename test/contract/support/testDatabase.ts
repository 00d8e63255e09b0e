import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { Client } from 'pg';
import { POSTGRES_URL } from './postgresOfRun';

/** Whether the services of this test file are on Postgres. */
export const isOnPostgres = process.env[POSTGRES_URL] !== undefined;

const ALREADY_THERE = '42P04';

/**
 * The settings of a service that say where its database is: none on SQLite; on Postgres a database of
 * its own for each data folder, so that a service that is started again finds what it left.
 */
export async function databaseSettings(dataDirectory: string): Promise<Record<string, string>> {
	const serverUrl = process.env[POSTGRES_URL];
	if (serverUrl === undefined) return {};
	const name = `service_${createHash('sha256').update(dataDirectory).digest('hex').slice(0, 24)}`;
	const client = new Client(serverUrl);
	await client.connect();
	try {
		await client.query(`CREATE DATABASE ${name} STRATEGY file_copy`);
	} catch (error) {
		if (Object(error).code !== ALREADY_THERE) throw error;
	} finally {
		await client.end();
	}
	const url = new URL(serverUrl);
	url.pathname = name;
	return { DATABASE_URL: url.href };
}

/** Changes what a service keeps, behind its back; `sql` is what both databases understand. */
export async function changeDatabase(dataDirectory: string, sql: string): Promise<void> {
	const { DATABASE_URL: url } = await databaseSettings(dataDirectory);
	if (url === undefined) {
		using database = new DatabaseSync(join(dataDirectory, 'service.db'), { timeout: 5_000 });
		database.exec(sql);
		return;
	}
	const client = new Client(url);
	await client.connect();
	try {
		await client.query(sql);
	} finally {
		await client.end();
	}
}

/** Everything in the tables of a service, as text. */
export async function dumpDatabase(dataDirectory: string): Promise<string> {
	const { DATABASE_URL: url } = await databaseSettings(dataDirectory);
	if (url === undefined) {
		using database = new DatabaseSync(join(dataDirectory, 'service.db'), { readOnly: true });
		const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
		const rows = tables.map(({ name }) =>
			database.prepare(`SELECT * FROM "${String(name)}"`).all(),
		);
		return JSON.stringify(rows);
	}
	const client = new Client(url);
	await client.connect();
	try {
		const { rows: tables } = await client.query(
			`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
			WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
		);
		const texts: string[] = [];
		for (const { name } of tables) {
			texts.push(JSON.stringify((await client.query(`SELECT * FROM ${name}`)).rows));
		}
		return texts.join('\n');
	} finally {
		await client.end();
	}
}
