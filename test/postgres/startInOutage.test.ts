import { findFreePort } from '../../scripts/lib/freePort.mjs';
import { startS3, type RunningS3 } from '../contract/support/startS3';
import { startService } from '../contract/support/startService';
import { POSTGRES_URL } from '../contract/support/postgresOfRun';

let s3: RunningS3;

beforeAll(async () => {
	s3 = await startS3();
});

afterAll(() => s3.stop());

const start = (environment: Record<string, string>) =>
	startService({ withoutBrowser: true, environment: { LOG_LEVEL: 'warn', ...environment } });

/** The database of the run, asked for by another address or user. */
function databaseAs(change: Partial<URL>): Record<string, string> {
	const url = new URL(String(process.env[POSTGRES_URL]));
	return { DATABASE_URL: Object.assign(url, change).href };
}

it.each([
	['the bucket refuses it', () => ({ FILES_URL: 's3://nobody-made-it' })],
	['the database refuses it', () => databaseAs({ username: 'nobody', password: 'wrong' })],
])('a process ends with a code that is not for another try where %s', async (_why, settings) => {
	await expect(start({ ...s3.environment, ...settings() })).rejects.toThrow(
		'ended at start with code 1',
	);
});

it('a process ends with the code for another try where the database does not come', async () => {
	const settings = databaseAs({ port: String(await findFreePort()) });
	await expect(start(settings)).rejects.toThrow('ended at start with code 75');
});
