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

export const NEWER_DATABASE = 'NEWER_DATABASE';

/** The database was written by a newer version, which may keep things where this one finds nothing. */
export class NewerDatabaseError extends Error {
	override name = 'NewerDatabaseError' as const;
	/** By which it is known where it comes out of another thread. */
	readonly code = NEWER_DATABASE;

	constructor(unknown: readonly string[]) {
		super(
			`The database was written by a newer version of this service (${unknown.join(', ')}). ` +
				'Start that version, or restore a backup made before the update.',
		);
	}
}

/**
 * @param applied names of migrations, which are applied in the order of their names
 * @throws NewerDatabaseError when some were applied that came after the last one of this version
 */
export function assertNotNewer(applied: readonly string[], known: readonly Migration[]): void {
	const last = known.at(-1)?.name ?? '';
	const unknown = applied.filter((name) => name > last);
	if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}
