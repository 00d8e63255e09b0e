import { readdirSync, readFileSync } from 'node:fs';

const SHARED = new URL('./migrations/', import.meta.url);

/** A step that brings a database to its newest form; it is done once, whole or not at all. */
export interface Migration {
	/** Its file's: known by it, and in order by it. */
	name: string;
	sql: string;
}

/**
 * The migrations of a database in their order.
 * @param own folder of those that the other database does not understand
 */
export function readMigrations(own: URL): Migration[] {
	const read = (folder: URL) =>
		readdirSync(folder)
			.filter((name) => name.endsWith('.sql'))
			.map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }));
	return [...read(SHARED), ...read(own)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
