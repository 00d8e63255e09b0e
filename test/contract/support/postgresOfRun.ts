import type { startPostgres } from '../../support/postgres.mjs';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

declare global {
	/** Jest runs set-up and teardown in one process, but loads the modules of each anew. */
	var postgresOfRun: Postgres | undefined;
}

export function keepPostgres(postgres: Postgres): void {
	globalThis.postgresOfRun = postgres;
}

export function keptPostgres(): Postgres | undefined {
	return globalThis.postgresOfRun;
}
