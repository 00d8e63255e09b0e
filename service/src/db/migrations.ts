import { readdirSync, readFileSync } from 'node:fs';

const SHARED = new URL('./migrations/', import.meta.url);

/** A step towards the latest schema of a database; it is applied once, completely or not at all. */
export interface Migration {
	/** The name of its file: identifies it and determines the order. */
	name: string;
	sql: string;
}

/**
 * The migrations of a database in their order.
 * @param own folder of those that only this kind of database understands
 */
export function readMigrations(own: URL): Migration[] {
	const read = (folder: URL) =>
		readdirSync(folder)
			.filter((name) => name.endsWith('.sql'))
			.map((name) => ({ name, sql: readFileSync(new URL(name, folder), 'utf8') }));
	return [...read(SHARED), ...read(own)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Code of {@link NewerDatabaseError}. */
export const NEWER_DATABASE = 'NEWER_DATABASE';

/** The database was written by a newer version, which may store data where this one does not look. */
export class NewerDatabaseError extends Error {
	override name = 'NewerDatabaseError' as const;
	/** Identifies it when it comes from another thread. */
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
 * @throws NewerDatabaseError if one later than the last one of this version was applied
 */
export function assertNotNewer(applied: readonly string[], known: readonly Migration[]): void {
	const last = known.at(-1)?.name ?? '';
	const unknown = applied.filter((name) => name > last);
	if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}
