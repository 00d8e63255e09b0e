import { ATTACKS, startAttackSite, type AttackSite } from '../support/attacks.mjs';
import { callService } from './support/callService';
import { startService, type RunningService } from './support/startService';

const ATTACK_LIMIT_MS = 240_000;
const POLL_INTERVAL_MS = 250;

jest.setTimeout(ATTACK_LIMIT_MS + 60_000);

let site: AttackSite;
let service: RunningService;

beforeAll(async () => {
	site = await startAttackSite();
	service = await startService();
});
afterAll(async () => {
	await service.stop();
	await site.stop();
});

describe('what strangers may send', () => {
	it.each(ATTACKS.map((attack) => [attack.name, attack] as const))(
		'%s: the job ends with a result or a reason, and the service lives on',
		async (_name, attack) => {
			const url = site.url(attack);
			const [path, request] =
				attack.kind === 'page'
					? ['/scrape', { urls: [{ url }], ...attack.request }]
					: ['/parse', { url, wait: false, ...attack.request }];
			const { body } = await callService(service, 'POST', path, request);
			const ended = await waitForEnd(`${path}/${Object(body).jobId}`);

			expect(ended).toMatchObject(
				ended.status === 'failed'
					? { status: 'failed', error: expect.stringMatching(/\w{3}/) }
					: { status: 'completed' },
			);
			expect((await callService(service, 'GET', '/account')).status).toBe(200);
		},
	);
});

async function waitForEnd(path: string): Promise<{ status: string; error?: string | null }> {
	const deadlineMs = Date.now() + ATTACK_LIMIT_MS;
	while (Date.now() < deadlineMs) {
		const { body } = await callService(service, 'GET', path);
		const { status } = Object(body);
		if (status === 'completed' || status === 'failed') return Object(body);
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
	}
	throw new Error(`${path} did not end within ${ATTACK_LIMIT_MS} ms`);
}
