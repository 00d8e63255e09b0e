import { keptPostgres } from '../../contract/support/postgresOfRun';

export default async function globalTeardown(): Promise<void> {
	await keptPostgres()?.stop();
}
