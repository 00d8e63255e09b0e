import type { INodeParameters } from 'n8n-workflow';
import { systemClock } from '../../../../nodes/shared/transport/clock';
import { speedUpSystemClock } from '../../../support/fastClock';
import { runWorkflow, type NodeOutcome } from '../../../support/n8nWorkflow';
import { toolWithOperations } from '../../../support/nodeProbe';
import { startTopicService, topicJob, topicLookup } from '../../../support/probeOperations';
import type { LoopbackServer } from '../../../support/loopbackServer';

let service: LoopbackServer;

beforeEach(async () => {
	service = await startTopicService();
});

async function call(topic: string, parameters: INodeParameters): Promise<NodeOutcome> {
	return await runWorkflow({
		nodeType: toolWithOperations([topicJob, topicLookup]),
		parameters: { topic: '={{ $json.topic }}', options: {}, ...parameters },
		items: [{ topic }],
		baseUrl: service.baseUrl,
	});
}

test('an agent gets results within the bound of characters', async () => {
	const topic = `long ${'x'.repeat(10_000)}`;
	const { outputs } = await call(topic, { operation: 'get', maxToolCharacters: 2_000 });
	const result = JSON.stringify(outputs[0]?.map(({ json }) => json));
	expect(result.length).toBeLessThanOrEqual(2_000);
	expect(result).toContain('more characters: continue at character');
});

test('an agent gets short results whole', async () => {
	const { outputs } = await call('lamp', { operation: 'get' });
	expect(outputs[0]).toMatchObject([{ json: { name: 'lamp' } }]);
});

test('the same call twice is two jobs', async () => {
	const parameters = { operation: 'run', waitForCompletion: true };
	await call('lamp', parameters);
	await call('lamp', parameters);
	expect(service.sent('POST')).toHaveLength(2);
});

test('an agent is told what n8n shows below the output, after the results', async () => {
	const { outputs } = await call('thin lamp', { operation: 'run', waitForCompletion: true });
	expect(outputs[0]?.map(({ json }) => json)).toEqual([
		expect.objectContaining({ jobId: 'job-1' }),
		{ note: 'A topic gave little.' },
	]);
});

test('a bound that is none is refused before anything is sent', async () => {
	const { error } = await call('lamp', { operation: 'get', maxToolCharacters: 5 });
	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toContain("'Max Characters' is 5");
	expect(service.requests).toHaveLength(0);
});

test('an error names the next step once, in the message: it is all that a model is told', async () => {
	const { error } = await call('refused', { operation: 'get' });
	expect(error?.message).toMatch(/^Topic not found\. Check the ID\./);
	expect(Object(error).description).toBeUndefined();
});

test('a job that takes long is named after a while, with what to do, instead of blocking the chat', async () => {
	speedUpSystemClock();
	const startedMs = systemClock.now();
	const { outputs, error } = await call('slow lamp', { operation: 'run', waitForCompletion: true });
	expect(error).toBeUndefined();
	const waitedSeconds = (systemClock.now() - startedMs) / 1_000;
	expect(waitedSeconds).toBeGreaterThanOrEqual(60);
	expect(waitedSeconds).toBeLessThan(70);
	expect(outputs[0]).toMatchObject([
		{ json: { jobId: 'job-1', note: expect.stringContaining("'Get Result' with its ID") } },
	]);
});

test('a timeout that its builder set is kept', async () => {
	speedUpSystemClock();
	const startedAt = service.requests.length;
	await call('slow lamp', { operation: 'run', waitForCompletion: true, options: { timeout: 4 } });
	const short = service.requests.length - startedAt;
	await call('slow lamp', { operation: 'run', waitForCompletion: true });
	expect(short).toBeLessThan(service.requests.length - startedAt - short);
});

test('a query gives the passages about it, and reading goes on at a character', async () => {
	const filler = 'The quick brown fox sleeps under the old bridge. '.repeat(6);
	const text = `${`${filler}\n\n`.repeat(20)}Delivery takes three days.\n\n${filler}`;
	const get = async (parameters: INodeParameters) => {
		const { outputs } = await call(text, {
			operation: 'get',
			maxToolCharacters: 1_000,
			...parameters,
		});
		return JSON.stringify(outputs[0]?.map(({ json }) => json));
	};
	const found = await get({ textQuery: 'delivery times' });
	const position = Number(/\[at character (\d+)[^\]]*\]\\nDelivery takes/.exec(found)?.[1]);
	expect(position).toBe(text.indexOf('Delivery takes'));
	expect(await get({ continueAt: position })).toContain('"Delivery takes three days.');
	expect(await get({ textQuery: 'zebra' })).toContain("No passage contains a word of 'zebra'");
	await expect(call('x', { operation: 'get', continueAt: -1 })).resolves.toMatchObject({
		error: { message: expect.stringContaining("'Continue At' is -1") },
	});
});
