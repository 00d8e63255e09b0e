import { everyOperation, json, page, refused } from '../../../support/everyOperation';
import { runInMemory } from '../../../support/fakeExecution';
import { operationsOf, packageNodes } from '../../../support/packageNodes';
import type { Reply } from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

/** What something between n8n and the service answers in its place. */
const FAULTS: Record<string, Reply> = {
	'a bare 404': page(404, ''),
	'a bare 403': page(403, ''),
	'a bare 401': page(401, ''),
	'a bare 502': page(502, ''),
	'the page of a gateway': page(502),
	'JSON of a gateway': json(404, { message: 'no Route matched' }),
	'a captive portal': page(200),
	'JSON of a captive portal': json(200, { message: 'Welcome' }),
	'an empty list': json(200, []),
	'a redirect': page(302, '', { location: 'https://portal.test/' }),
	'an empty answer': { status: 200, headers: { 'content-length': '0' }, body: '' },
	'an answer without content': { status: 204, headers: {}, body: '' },
	'an answer that is cut': json(200, '{"status":"comp'),
};

const isReply = (value: unknown): value is Reply => typeof Object(value).status === 'number';

/** Runs an operation whose first request of a route meets a fault, which the service saw or did not see. */
async function runBehind(
	name: string,
	{ route, fault, isPassedOn }: { route: string; fault: Reply; isPassedOn: boolean },
) {
	const row = everyOperation[name];
	const [node = ''] = name.split(' ');
	const [resource, operation] = (name.split(' ')[1] ?? '').split('/');
	if (!row) throw new Error(`No row ${name}`);
	const clock = new SimulatedClock();
	clock.replaceSystemClock();
	const served = new Map<string, number>();
	let isFaulty = true;
	const serve = (key: string): Reply => {
		const answers = row.answers[key] ?? [refused(404, `Nothing at ${key}`)];
		const count = served.get(key) ?? 0;
		served.set(key, count + 1);
		const answer = answers[Math.min(count, answers.length - 1)];
		return isReply(answer) ? answer : json(200, answer);
	};
	const parameters = { ...row.parameters, ...(resource && { resource }), operation };
	const run = runInMemory({ ...row, node, parameters }, clock, ({ method, path }) => {
		const key = `${method} ${path}`;
		if (!isFaulty || key !== route) return serve(key);
		isFaulty = false;
		if (isPassedOn) serve(key);
		return fault;
	});
	return await clock.run(run);
}

const names = Object.keys(everyOperation);

test('every operation of every node is tried', () => {
	const all = packageNodes.flatMap((node) =>
		operationsOf(node).map(
			({ resource = '', operation }) => `${node.name} ${resource}/${operation}`,
		),
	);
	expect(names.toSorted()).toEqual(all.toSorted());
});

const routes = names.flatMap((name) =>
	Object.keys(everyOperation[name]?.answers ?? {}).map((route) => [name, route] as const),
);

/** Operations whose POST starts nothing, so that it may be sent again by the user. */
const STARTS_NOTHING = ['parse document/estimate', 'parse file/upload'];

describe.each(routes)('%s at %s', (name, route) => {
	test.each(Object.keys(FAULTS))('%s', async (faultName) => {
		const fault = FAULTS[faultName];
		const row = everyOperation[name];
		if (!row || !fault) throw new Error('No row');
		for (const isPassedOn of [false, true]) {
			const { items, error, hints, service } = await runBehind(name, { route, fault, isPassedOn });
			const posts = service.requests.filter(({ method }) => method === 'POST');
			const bodies = posts.map(({ path, body }) => JSON.stringify([path, body]));
			expect(bodies.filter((body, index) => bodies.indexOf(body) !== index)).toEqual([]);
			const said = [error, ...hints].map((text) => `${text?.message} ${Object(text).description}`);
			if (!error) {
				expect(items[0]).toMatchObject(row.item);
			} else expect([route, items]).toEqual([expect.stringMatching(/^(POST|PUT) /), []]);
			if (!route.startsWith('POST') || STARTS_NOTHING.includes(name)) continue;
			expect(said).toContainEqual(
				expect.stringMatching(
					/is not known whether .* was started|could not be read: addresses may/,
				),
			);
		}
	});
});
