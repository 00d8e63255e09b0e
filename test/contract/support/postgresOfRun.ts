import type { startPostgres } from '../../support/postgres.mjs';

/** Variable with the address of the run's Postgres, in the test files that use it. */
export const POSTGRES_URL = 'TEST_POSTGRES_URL';

/** The same in the whole run, as the set-up leaves it. */
export const STARTED_POSTGRES_URL = 'STARTED_POSTGRES_URL';

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
