import { speedUpSystemClock } from '../../../support/fastClock';
import { runWorkflow } from '../../../support/n8nWorkflow';
import { nodeWithOperations } from '../../../support/nodeProbe';
import { startTopicService, topicJob } from '../../../support/probeOperations';
import { keepInputFields, yieldToInput } from '../../../../nodes/shared/items/errorItem';

const details = { jobId: 'j-1', status: 'failed' };
const json = { error: 'It failed', message: 'Run it again', details };

test.each([
	['no such fields', { url: 'https://a.test' }, json],
	[
		'a message',
		{ message: 'Hello' },
		{ error: 'It failed', details: { nextStep: 'Run it again', ...details } },
	],
	[
		'details',
		{ details: 7 },
		{ error: 'It failed (jobId: j-1, status: failed)', message: 'Run it again' },
	],
	[
		'both',
		{ message: 'Hello', details: null },
		{ error: 'It failed. Run it again (jobId: j-1, status: failed)' },
	],
])(
	'the error of an input item with %s leaves them alone, and loses nothing',
	(_label, input, expected) => {
		expect(yieldToInput(json, input)).toEqual(expected);
	},
);

test('an error without details or next step stays short', () => {
	expect(yieldToInput({ error: 'No' }, { message: 'Hello', details: 1 })).toEqual({ error: 'No' });
	expect(yieldToInput({ error: 'No', message: 'Do it' }, { message: 'Hello', details: 1 })).toEqual(
		{
			error: 'No. Do it',
		},
	);
	expect(yieldToInput({ error: 'No', message: 'Do it' }, { message: 'Hello' })).toEqual({
		error: 'No',
		details: { nextStep: 'Do it' },
	});
});

test('only error items change, each by its own input item', () => {
	const inputs = [{ json: { message: 'Hello' } }, { json: {} }];
	const good = { json: { message: 'fine' }, pairedItem: { item: 0 } };
	const items = [good, { json, pairedItem: { item: 0 } }, { json, pairedItem: { item: 1 } }];
	expect(keepInputFields(items, inputs)).toEqual([
		good,
		{ json: yieldToInput(json, { message: 'Hello' }), pairedItem: { item: 0 } },
		{ json, pairedItem: { item: 1 } },
	]);
});

test('a chat message whose job fails reaches the error branch as it was', async () => {
	speedUpSystemClock();
	const { baseUrl } = await startTopicService();
	const chat = { topic: 'bad luck', message: 'Hello' };
	const { outputs } = await runWorkflow({
		nodeType: nodeWithOperations([topicJob]),
		parameters: { operation: 'run', topic: '={{ $json.topic }}', options: {} },
		items: [chat],
		baseUrl,
		settings: { onError: 'continueErrorOutput' },
	});
	expect(outputs[1]?.map(({ json }) => json)).toEqual([
		{
			...chat,
			error: 'No page on bad luck',
			details: { nextStep: expect.any(String), jobId: 'job-1', status: 'failed' },
		},
	]);
});
