import { setTimeout as sleep } from 'node:timers/promises';
import { callService, waitForEnd } from '../contract/support/callService';
import { startS3, type RunningS3 } from '../contract/support/startS3';
import { type RunningService, startService } from '../contract/support/startService';
import { eventually } from '../support/eventually';
import { OUTAGES_SECONDS } from './support/outages';

let service: RunningService;
let s3: RunningS3;

beforeAll(async () => {
	s3 = await startS3();
	const environment = { ...s3.environment, LOG_LEVEL: 'warn' };
	service = await startService({ environment, withoutBrowser: true });
});

afterAll(async () => {
	await service.stop();
	await s3.stop();
});

/** Sends a document to be parsed. */
async function upload(): Promise<Response> {
	const form = new FormData();
	form.append('file', new Blob(['Words of a document.']), 'words.txt');
	const headers = { 'x-api-key': service.apiKey };
	return await fetch(`${service.baseUrl}/parse?wait=false`, {
		method: 'POST',
		headers,
		body: form,
	});
}

it.each(OUTAGES_SECONDS)(
	'S3 is away for %i s: uploads get 503 with a time to try again, readiness says so, and jobs go on',
	async (seconds) => {
		const { origin } = new URL(service.baseUrl);
		const isReady = () => fetch(`${origin}/readyz`);
		const before = await upload();
		const { jobId, fileId } = Object(await before.json());
		await s3.pause();
		const refused: Response[] = [];
		const endMs = Date.now() + seconds * 1000;
		while (Date.now() < endMs) {
			refused.push(await upload());
			await sleep(500);
		}
		// A busy machine may keep the database's answer waiting, too.
		const unready = await eventually(async () => {
			const ready = await isReady();
			const body = await ready.json();
			return ready.status === 503 && Object(body).reasons.join() === 'files' && body;
		}, 'The service does not say that its files are away');
		const others = await callService(service, 'GET', '/usage-stats?range=7d');
		await s3.resume();

		expect(before.ok).toBe(true);
		expect(refused.length).toBeGreaterThan(0);
		for (const { status, headers } of refused) {
			expect(status).toBe(503);
			expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
		}
		expect(unready).toEqual({ status: 'not ready', reasons: ['files'] });
		expect(others.status).toBe(200);
		await eventually(async () => (await isReady()).ok, 'The service is not ready again');
		expect([jobId, fileId]).not.toEqual([undefined, undefined]);
		expect((await upload()).ok).toBe(true);
		const { body } = await waitForEnd(service, `/parse/${jobId}`);
		expect(body).toMatchObject({ status: 'completed' });
		const { stdout, stderr } = service.readOutput();
		expect(stdout + stderr).not.toMatch(/^\s+at /m);
	},
);
