import { compileService } from '../../contract/support/compiledService';
import { keepPostgres, STARTED_POSTGRES_URL } from '../../contract/support/postgresOfRun';
import { startPostgres } from '../../support/postgres.mjs';

/** Starts the Postgres that the test files share, and compiles the service. */
export default async function globalSetup(): Promise<void> {
	const [postgres] = await Promise.all([startPostgres(), compileService()]);
	process.env[STARTED_POSTGRES_URL] = postgres.url;
	keepPostgres(postgres);
}
