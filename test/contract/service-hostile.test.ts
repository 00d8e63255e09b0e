import { getPriority } from 'node:os';
import {
	ATTACKS,
	startAttackSite,
	toRequest,
	type Attack,
	type AttackSite,
} from '../support/attacks.mjs';
import { watchWaits } from '../support/watchWaits';
import { callService, waitForEnd } from './support/callService';
import { listChildren } from './support/children';
import { startService, type RunningService } from './support/startService';

/** Of the sizes that the bench measures. */
const SHARE = 0.005;

const HUNGRY = ['buffers of 5 GB', 'WebAssembly memory of 3 GB'];

type Ended = { status: string; error?: string | null };

let site: AttackSite;
let service: RunningService;
/** All other attacks are read side by side. */
let ends: Map<string, Promise<Ended>>;

beforeAll(async () => {
	site = await startAttackSite(SHARE);
	service = await startService();
	// The hungry ones alone: they reach their limit before the time of a page is over.
	const hungry = start(ATTACKS.filter(({ name }) => HUNGRY.includes(name)));
	await Promise.allSettled(hungry.values());
	ends = new Map([...hungry, ...start(ATTACKS.filter(({ name }) => !HUNGRY.includes(name)))]);
	const stopWatching = watchWaits(() => callService(service, 'GET', '/account'));
	await Promise.allSettled(ends.values());
	console.log(`While hostile input was read: ${await stopWatching()}`);
});

afterAll(async () => {
	await service.stop();
	await site.stop();
});

describe('what strangers may send', () => {
	it.each(ATTACKS.map(({ name }) => name))(
		'%s: the job ends with a result or a reason, and the service lives on',
		async (name) => {
			const ended = await ends.get(name);

			expect(ended).toMatchObject(
				ended?.status === 'failed'
					? { status: 'failed', error: expect.stringMatching(/\w{3}/) }
					: { status: 'completed' },
			);
			expect((await callService(service, 'GET', '/account')).status).toBe(200);
		},
	);
});

it('what strangers have computed gets the processor after the process that answers requests', async () => {
	const started = await listChildren(service.processId);
	const browsersOwn = await Promise.all(started.map(({ id }) => listChildren(id)));
	const children = [...started, ...browsersOwn.flat()];
	expect(children.length).toBeGreaterThan(2);
	expect(children.filter(({ niceness }) => niceness <= getPriority())).toEqual([]);
});

it.each(HUNGRY)(
	'%s: the page is ended for its memory, or as frozen where that takes longer',
	async (name) => {
		expect(await ends.get(name)).toMatchObject({
			status: 'failed',
			error: expect.stringMatching(/takes more than 1 GB of memory|does not respond/),
		});
	},
);

it('documents that are nested too deep say so, and do not count as damaged', async () => {
	expect(await ends.get('JSON, 200,000 lists deep')).toMatchObject({
		status: 'failed',
		error: 'The document is nested too deeply to be read.',
	});
});

function start(attacks: readonly Attack[]): Map<string, Promise<Ended>> {
	return new Map(attacks.map((attack) => [attack.name, perform(attack)]));
}

async function perform(attack: Attack): Promise<Ended> {
	const { path, body } = toRequest(attack, site.url(attack));
	const submitted = await callService(service, 'POST', path, body);
	const { body: ended } = await waitForEnd(service, `${path}/${Object(submitted.body).jobId}`);
	return Object(ended);
}
