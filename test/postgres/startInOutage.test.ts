import { setTimeout as sleep } from 'node:timers/promises';
import { startS3, type RunningS3 } from '../contract/support/startS3';
import { eventually } from '../support/eventually';
import { type OutageBench, startOutageBench } from './support/outages';

/** Than the service waits for one. */
const LONGER_THAN_A_CONNECTION_MS = 16_000;

let bench: OutageBench;
let s3: RunningS3;

beforeAll(async () => {
	[bench, s3] = await Promise.all([startOutageBench(), startS3()]);
});

afterAll(async () => {
	await bench.close();
	await s3.stop();
});

it.each(['all', 'worker'] as const)(
	'a process (%s) that starts while Postgres is away says so in words, and starts when it is back',
	async (role) => {
		await bench.postgres.halt('immediate');
		let said = () => '';
		const starting = bench.start(role, {}, (readOutput) => {
			said = () => Object.values(readOutput()).join('');
		});
		await eventually(
			() => said().includes('waiting for the database'),
			() => `It does not say what it waits for: ${said()}`,
		);
		await sleep(LONGER_THAN_A_CONNECTION_MS);
		await bench.postgres.resume();
		const service = await starting;
		expect(said()).not.toMatch(/^\s+at /m);
		await service.stop();
	},
);

it.each([
	['the bucket refuses it', { FILES_URL: 's3://nobody-made-it' }, 1],
	['the database refuses it', { DATABASE_URL: 'postgres://nobody:wrong@HOST/postgres' }, 1],
])(
	'a process ends with a code that is not for another try where %s',
	async (_why, settings, code) => {
		const host = new URL(bench.postgres.url).host;
		const environment = Object.fromEntries(
			Object.entries({ ...s3.environment, ...settings }).map(([name, value]) => [
				name,
				value.replace('HOST', host),
			]),
		);
		await expect(bench.start('all', environment)).rejects.toThrow(
			`ended at start with code ${code}`,
		);
	},
);

it('a process ends with the code for another try where the database does not come', async () => {
	await bench.postgres.halt('immediate');
	const error: unknown = await bench.start('all').catch((thrown: unknown) => thrown);
	await bench.postgres.resume();
	expect(String(error)).toContain('ended at start with code 75');
});
