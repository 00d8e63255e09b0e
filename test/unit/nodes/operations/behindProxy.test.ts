import { everyOperation, refused } from '../../../support/everyOperation';
import { runInMemory } from '../../../support/fakeExecution';
import { operationsOf, packageNodes } from '../../../support/packageNodes';
import { answerJson, PROXY_FAULTS } from '../../../support/proxyFaults';
import type { Reply } from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const isReply = (value: unknown): value is Reply => typeof Object(value).status === 'number';

/**
 * Runs an operation whose first request of a route, or each of them, meets a fault.
 * @param meeting.isPassedOn whether the service saw the request
 */
async function runBehind(
	name: string,
	{
		route,
		fault,
		isPassedOn = false,
		isStaying = false,
	}: { route: string; fault: Reply; isPassedOn?: boolean; isStaying?: boolean },
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
		return isReply(answer) ? answer : answerJson(200, answer);
	};
	const parameters = { ...row.parameters, ...(resource && { resource }), operation };
	const run = runInMemory({ ...row, node, parameters }, clock, ({ method, path }) => {
		const key = `${method} ${path}`;
		if (!isFaulty || key !== route) return serve(key);
		isFaulty = isStaying;
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
	test.each(Object.keys(PROXY_FAULTS))('%s', async (faultName) => {
		const fault = PROXY_FAULTS[faultName];
		const row = everyOperation[name];
		if (!row || !fault) throw new Error('No row');
		// Whether the service saw it matters only where its next answer is another one.
		const isSeen = (row.answers[route]?.length ?? 0) > 1 ? [false, true] : [false];
		for (const isPassedOn of isSeen) {
			const { items, error, hints, service } = await runBehind(name, { route, fault, isPassedOn });
			const posts = service.requests.filter(({ method }) => method === 'POST');
			const bodies = posts.map(({ path, body }) => JSON.stringify([path, body]));
			expect(bodies.filter((body, index) => bodies.indexOf(body) !== index)).toEqual([]);
			const said = [error, ...hints].map((text) => `${text?.message} ${Object(text).description}`);
			if (!error) {
				expect(items[0]).toMatchObject(row.item);
			} else expect([route, items]).toEqual([expect.stringMatching(/^POST /), []]);
			if (!route.startsWith('POST') || STARTS_NOTHING.includes(name)) continue;
			// A redirect comes before any work.
			const expected =
				faultName === 'a redirect'
					? /Nothing was started|could not be read: addresses may/
					: /is not known whether .* was started|could not be read: addresses may/;
			expect(said).toContainEqual(expect.stringMatching(expected));
		}
	});
});

describe('a job that was started, behind a fault that stays,', () => {
	const started = routes.filter(
		([name, route]) =>
			route.startsWith('GET') &&
			!/listAddresses/.test(name) &&
			Object.keys(everyOperation[name]?.answers ?? {}).some((key) => key.startsWith('POST')),
	);
	test.each(
		started.flatMap(([name, route]) =>
			['a bare 404', 'a captive portal', 'JSON of a captive portal'].map(
				(faultName) => [name, route, faultName] as const,
			),
		),
	)('is named: %s at %s, %s', async (name, route, faultName) => {
		const fault = PROXY_FAULTS[faultName];
		if (!fault) throw new Error(`No fault ${faultName}`);
		const { items, error, service } = await runBehind(name, { route, fault, isStaying: true });
		if (error) expect(`${error.message} ${error.description}`).toMatch(/j-1|b-1/);
		else expect(items[0]).toMatchObject(everyOperation[name]?.item ?? {});
		expect(service.sent('POST')).toHaveLength(1);
	});
});
