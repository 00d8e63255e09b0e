import type { INodeParameters } from 'n8n-workflow';
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
	expect(result).toContain('more characters were cut');
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

test('a bound that is none is refused before anything is sent', async () => {
	const { error } = await call('lamp', { operation: 'get', maxToolCharacters: 5 });
	expect(error?.name).toBe('NodeOperationError');
	expect(error?.message).toContain("'Max Characters' is 5");
	expect(service.requests).toHaveLength(0);
});
