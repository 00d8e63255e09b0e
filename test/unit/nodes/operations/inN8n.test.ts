import type { IExecuteFunctions, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { speedUpSystemClock } from '../../../support/fastClock';
import type { LoopbackServer } from '../../../support/loopbackServer';
import {
	runWorkflow,
	startWorkflow,
	type NodeOutcome,
	type WorkflowSettings,
} from '../../../support/n8nWorkflow';
import { nodeWithOperations } from '../../../support/nodeProbe';
import {
	combinedTopicJob,
	startTopicService,
	topicCancel,
	topicJob,
	topicLookup,
	topicResult,
	topicRetry,
} from '../../../support/probeOperations';

const nodeType = nodeWithOperations([
	topicJob,
	combinedTopicJob,
	topicLookup,
	topicResult,
	topicRetry,
	topicCancel,
]);

const toRegularOutput: Partial<INode> = { onError: 'continueRegularOutput' };
const toErrorOutput: Partial<INode> = { onError: 'continueErrorOutput' };

let service: LoopbackServer;

beforeEach(async () => {
	speedUpSystemClock();
	service = await startTopicService();
});

interface Run {
	topics: string[];
	operation?: string;
	options?: INodeParameters;
	wait?: boolean;
	settings?: Partial<INode>;
	/** Expression or text of the field; by default the item's own topic. */
	topicField?: string;
}

function workflowOf({ topics, operation = 'run', options = {}, ...more }: Run): WorkflowSettings {
	const { wait = true, settings = {}, topicField = '={{ $json.topic }}' } = more;
	return {
		nodeType,
		parameters: { operation, topic: topicField, waitForCompletion: wait, options },
		items: topics.map((topic) => ({ topic })),
		baseUrl: service.baseUrl,
		settings,
	};
}

async function run(settings: Run): Promise<NodeOutcome> {
	return await runWorkflow(workflowOf(settings));
}

function pairs(items: INodeExecutionData[] | undefined): unknown[] {
	return (items ?? []).map(({ pairedItem }) => pairedItem);
}

function submittedTopics(): unknown[] {
	return service
		.sent('POST')
		.map(({ body }) => (typeof body === 'object' && body && 'topic' in body ? body.topic : body));
}

describe('jobs', () => {
	test('give items in the order of the input, paired to it', async () => {
		const { status, outputs } = await run({ topics: ['a', 'b', 'c'] });
		expect(status).toBe('success');
		expect(outputs[0]?.map(({ json }) => json.content)).toEqual([
			'All on a',
			'All on b',
			'All on c',
		]);
		expect(pairs(outputs[0])).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
	});

	test('are not submitted at all when one item is wrong', async () => {
		const { status, error } = await run({ topics: ['a', 'b', ''] });
		expect(status).toBe('error');
		expect(error).toMatchObject({
			message: expect.stringContaining("'Topic' is empty"),
			description: 'Enter a topic.',
			context: { itemIndex: 2 },
		});
		expect(service.requests).toHaveLength(0);
	});

	test('of the other items run with Continue On Fail, and the wrong one becomes an error item', async () => {
		const { status, outputs } = await run({ topics: ['a', '', 'c'], settings: toRegularOutput });
		expect(status).toBe('success');
		expect(outputs[0]?.map(({ json }) => json)).toMatchObject([
			{ jobId: expect.any(String), content: 'All on a' },
			{
				error: expect.stringContaining("'Topic' is empty"),
				details: { nextStep: 'Enter a topic.' },
			},
			{ jobId: expect.any(String), content: 'All on c' },
		]);
		expect(pairs(outputs[0])).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(submittedTopics()).toEqual(['a', 'c']);
	});

	test('that fail go to the error branch, with the fields of their input item and the job ID', async () => {
		const topics = ['a', 'bad luck', ''];
		const { outputs } = await run({ topics, settings: toErrorOutput });
		expect(outputs[0]?.map(({ json }) => json.content)).toEqual(['All on a']);
		expect(outputs[1]?.map(({ json }) => json)).toMatchObject([
			{
				topic: 'bad luck',
				error: 'No page on bad luck',
				details: { nextStep: expect.stringContaining('job-2'), jobId: 'job-2', status: 'failed' },
			},
			{
				topic: '',
				error: expect.stringContaining("'Topic' is empty"),
				details: { nextStep: 'Enter a topic.' },
			},
		]);
		expect(pairs(outputs[1])).toEqual([{ item: 1 }, { item: 2 }]);
	});

	test('that fail leave a message of their input item as it is', async () => {
		const { outputs } = await runWorkflow({
			nodeType: nodeWithOperations([topicJob]),
			parameters: {
				operation: topicJob.value,
				topic: '={{ $json.topic }}',
				waitForCompletion: true,
			},
			items: [{ topic: '', message: 'Hello' }],
			baseUrl: service.baseUrl,
			settings: toErrorOutput,
		});
		expect(outputs[1]?.map(({ json }) => json)).toMatchObject([
			{ message: 'Hello', details: { nextStep: 'Enter a topic.' } },
		]);
	});

	test('that fail stop the node, which names what became of the others', async () => {
		const { status, error } = await run({ topics: ['a', 'slow one', 'bad luck'] });
		expect(status).toBe('error');
		expect(error?.message).toBe('No page on bad luck');
		expect(error).toMatchObject({ context: { itemIndex: 2 } });
		expect(error?.description).toContain('job-3');
		expect(error?.description).toContain("Finished (get the results with 'Get Result'): job-1.");
		expect(error?.description).toContain('Cancelled at the service: job-2.');
		expect(service.sent('DELETE').map(({ path }) => path)).toEqual(['/api/jobs/job-2']);
	});

	test('that are refused give the words of the service and the next step', async () => {
		const { error } = await run({ topics: ['refused'] });
		expect(error?.message).toBe('Monthly limit exceeded.');
		expect(error?.description).toContain("'Web Data Usage'");
		expect(error).toMatchObject({ httpCode: '403' });
	});

	test('that are not waited for give their IDs', async () => {
		const { outputs } = await run({ topics: ['slow one', 'slow two'], wait: false });
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ jobStatus: 'queued', jobId: 'job-1' },
			{ jobStatus: 'queued', jobId: 'job-2' },
		]);
		expect(service.sent('GET')).toHaveLength(0);
	});

	test('whose time is over can give an item with ID, status and progress', async () => {
		const options = { timeout: 10, onTimeout: 'return' };
		const { outputs } = await run({ topics: ['slow one'], options });
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ jobId: 'job-1', jobStatus: 'active', progress: 'Working', timedOut: true },
		]);
	});

	test('tell what is worth noticing once', async () => {
		const { hints } = await run({ topics: ['thin a', 'b', 'thin c'] });
		expect(hints).toEqual([
			{ message: 'A topic gave little', type: 'warning', location: 'outputPane' },
		]);
	});
});

describe('an expression that fails', () => {
	const failsFor = (topic: string) =>
		`={{ $json.topic === '${topic}' ? $('No Such Node').item.json.x : $json.topic }}`;

	test('stops the node before anything is sent', async () => {
		const { status, error } = await run({ topics: ['a', 'b'], topicField: failsFor('b') });
		expect(status).toBe('error');
		expect(error?.message).toBeTruthy();
		expect(service.requests).toHaveLength(0);
	});

	test.each(['a', 'b'])('is an error of item %s alone with Continue On Fail', async (topic) => {
		const settings = toErrorOutput;
		const { status, outputs } = await run({
			topics: ['a', 'b'],
			topicField: failsFor(topic),
			settings,
		});
		expect(status).toBe('success');
		expect(outputs.map((items) => items.length)).toEqual([1, 1]);
		expect(outputs[1]?.[0]?.json.topic).toBe(topic);
	});
});

describe('limits of an execution', () => {
	test.each([0, 51, 'many'])('refuse %j concurrent jobs', async (maxConcurrentJobs) => {
		const { error } = await run({ topics: ['a'], options: { maxConcurrentJobs } });
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toContain("'Max Concurrent Jobs' is");
		expect(error?.description).toContain('from 1 to 50');
		expect(service.requests).toHaveLength(0);
	});

	test('refuse more jobs than Max Jobs allows', async () => {
		const { error } = await run({ topics: ['a', 'b', 'c'], options: { maxJobs: 2 } });
		expect(error?.message).toContain("'Max Jobs' is 2, but the input would start 3 jobs");
		expect(service.requests).toHaveLength(0);
	});
});

describe('Retry On Fail', () => {
	const retry: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

	test('submits only what failed again', async () => {
		const topics = ['a', 'flaky', 'c'];
		const { status, outputs } = await run({ topics, settings: retry });
		expect(status).toBe('success');
		expect(outputs[0]).toHaveLength(3);
		expect(submittedTopics().sort()).toEqual(['a', 'c', 'flaky', 'flaky']);
	});

	test('gives up with the error of the last try', async () => {
		const { status, error } = await run({ topics: ['a', 'bad luck'], settings: retry });
		expect(status).toBe('error');
		expect(error?.message).toBe('No page on bad luck');
		expect(submittedTopics().sort()).toEqual(['a', 'bad luck', 'bad luck']);
	});
});

describe("n8n's Stop", () => {
	/** Resolves when the service has been sent so many requests of a method. */
	async function seen(count: number, method: string): Promise<void> {
		while (service.sent(method).length < count) {
			await new Promise((resolve) => {
				setTimeout(resolve, 5);
			});
		}
	}

	test('cancels the unfinished jobs at the service, with the API key', async () => {
		const running = startWorkflow(workflowOf({ topics: ['slow one', 'slow two'] }));
		await seen(2, 'POST');
		running.stop();
		const { error } = await running.outcome;
		// n8n keeps nothing of a stopped node but the message, in its log.
		expect(error?.message).toBe(
			'The execution was stopped. Cancelled at the service: job-1, job-2.',
		);
		const cancels = service.sent('DELETE');
		expect(cancels.map(({ path }) => path).sort()).toEqual(['/api/jobs/job-1', '/api/jobs/job-2']);
		expect(cancels.map(({ headers }) => headers.authorization)).toEqual([
			'Bearer key',
			'Bearer key',
		]);
	});

	test('leaves jobs running when the user wants that', async () => {
		const options = { cancelOnStop: false };
		const running = startWorkflow(workflowOf({ topics: ['slow one'], options }));
		await seen(1, 'POST');
		running.stop();
		await running.outcome;
		expect(service.sent('DELETE')).toHaveLength(0);
	});
});

describe('a job for several items', () => {
	test('pairs its items to the item each answers, or to all', async () => {
		const { outputs } = await run({ topics: ['a', 'b'], operation: 'runAll' });
		expect(outputs[0]).toMatchObject([
			{ json: { topic: 'a' }, pairedItem: { item: 0 } },
			{ json: { jobId: 'job-1', count: 2 }, pairedItem: [{ item: 0 }, { item: 1 }] },
			{ json: { topic: 'b' }, pairedItem: { item: 1 } },
		]);
		expect(service.sent('POST')).toHaveLength(1);
	});

	test('that fails is an error of each of them', async () => {
		const topics = ['a', 'bad luck'];
		const { outputs } = await run({ topics, operation: 'runAll', settings: toErrorOutput });
		expect(outputs[0]).toEqual([]);
		expect(outputs[1]?.map(({ json }) => [json.topic, json.details])).toEqual([
			['a', { nextStep: expect.any(String), jobId: 'job-1', status: 'failed' }],
			['bad luck', { nextStep: expect.any(String), jobId: 'job-1', status: 'failed' }],
		]);
	});
});

describe('the same job in several items', () => {
	const everyItem = [{ item: 0 }, { item: 1 }, { item: 2 }];

	test('is taken up once, and its result paired to all of them', async () => {
		await run({ topics: ['a'] });
		const topics = ['job-1', 'job-1', 'job-1'];
		const { outputs } = await run({ topics, operation: 'getResult' });
		expect(service.sent('GET')).toHaveLength(1);
		expect(outputs[0]).toMatchObject([{ json: { jobId: 'job-1' }, pairedItem: everyItem }]);
	});

	test('says how the job is, also while it runs and when nobody waits', async () => {
		await run({ topics: ['a', 'slow b'], wait: false });
		const { outputs } = await run({
			topics: ['job-1', 'job-2'],
			operation: 'getResult',
			wait: false,
		});
		expect(outputs[0]?.map(({ json }) => [json.jobStatus, json.jobId])).toEqual([
			['completed', 'job-1'],
			['active', 'job-2'],
		]);
	});

	test('can be the latest, looked up once for all items', async () => {
		await run({ topics: ['a', 'b'] });
		const { outputs } = await run({
			topics: ['x', 'y'],
			operation: 'getResult',
			topicField: 'latest',
		});
		expect(outputs[0]).toMatchObject([{ json: { jobId: 'job-2' } }]);
		expect(service.sent('GET').filter(({ path }) => path.startsWith('/api/history'))).toHaveLength(
			1,
		);
	});

	test('can only be the latest when there is one', async () => {
		const { error } = await run({ topics: ['x'], operation: 'getResult', topicField: 'latest' });
		expect(error?.message).toContain("'Topic' is Latest, but there is none yet");
	});

	test('is started again once', async () => {
		const topics = ['b', 'b', 'c', 'b'];
		const { outputs } = await run({ topics, operation: 'retry' });
		expect(submittedTopics()).toEqual(['b', 'c']);
		expect(pairs(outputs[0])).toEqual([[{ item: 0 }, { item: 1 }, { item: 3 }], { item: 2 }]);
	});

	test('is cancelled once', async () => {
		const topics = ['job-1', 'job-1', 'job-1'];
		const { outputs } = await run({ topics, operation: 'cancel' });
		expect(service.sent('DELETE')).toHaveLength(1);
		expect(outputs[0]).toMatchObject([{ json: { jobId: 'job-1', status: 'cancelled' } }]);
		expect(pairs(outputs[0])).toEqual([everyItem]);
	});

	test('that does not work is an error item of each', async () => {
		const topics = ['refused', 'refused'];
		const { outputs } = await run({ topics, operation: 'retry', settings: toErrorOutput });
		expect(pairs(outputs[1])).toEqual([{ item: 0 }, { item: 1 }]);
	});
});

describe('options that hold for the whole run', () => {
	const mixed = { cancelOnStop: "={{ $json.topic !== 'b' }}" };

	test('are refused when they differ between items, and nothing is sent', async () => {
		const { status, error } = await run({ topics: ['a', 'b', 'c'], options: mixed });
		expect(status).toBe('error');
		expect(error?.message).toBe(
			"'Cancel Jobs on Stop' is false for this input item, and true for another",
		);
		expect(service.requests).toEqual([]);
	});

	test('make an error item of what differs with Continue On Fail', async () => {
		const settings = toRegularOutput;
		const { outputs } = await run({ topics: ['a', 'b', 'c'], options: mixed, settings });
		expect(outputs[0]?.map(({ json }) => json.content ?? 'error')).toEqual([
			'All on a',
			'error',
			'All on c',
		]);
	});

	test('may be expressions that give the same for all', async () => {
		const options = { maxConcurrentJobs: '={{ 1 + 1 }}', maxJobs: '={{ 5 + 5 }}' };
		expect((await run({ topics: ['a', 'b'], options })).status).toBe('success');
	});
});

describe('a part of a job that does not work', () => {
	const topics = ['a', 'partly', 'c'];

	test('is an item with its reason beside the good ones', async () => {
		const { status, outputs } = await run({ topics });
		expect(status).toBe('success');
		expect(outputs[0]?.map(({ json }) => json.content ?? json.errorMessage)).toEqual([
			'All on a',
			'All on partly',
			'A part is missing',
			'All on c',
		]);
		expect(pairs(outputs[0])).toEqual([{ item: 0 }, { item: 1 }, { item: 1 }, { item: 2 }]);
	});

	test('is such an item with Continue On Fail, too', async () => {
		const { outputs } = await run({ topics, settings: toRegularOutput });
		expect(outputs[0]?.[2]?.json).toMatchObject({ success: false, jobId: 'job-2' });
	});

	test('goes to the error branch where there is one, paired, and with the ID of its job', async () => {
		const { outputs } = await run({ topics, settings: toErrorOutput });
		expect(outputs[0]).toHaveLength(3);
		expect(outputs[1]).toMatchObject([
			{
				json: { topic: 'partly', error: 'A part is missing', details: { jobId: 'job-2' } },
				pairedItem: { item: 1 },
			},
		]);
	});

	test('is left out when the user wants that', async () => {
		const { outputs } = await run({ topics, options: { onFailedPage: 'leaveOut' } });
		expect(outputs[0]).toHaveLength(3);
	});

	test('is an error when nothing else worked, unless the user asked for such items', async () => {
		const silent = await run({ topics: ['lost', 'lost too'] });
		expect(silent.error?.message).toBe('A part is missing');
		const options = { onFailedPage: 'return' };
		const { status, outputs } = await run({ topics: ['lost', 'lost too'], options });
		expect(status).toBe('success');
		expect(outputs[0]?.map(({ json }) => json.success)).toEqual([false, false]);
	});

	test('fails the node when the user wants that, which names all other jobs of the run', async () => {
		const options = { onFailedPage: 'fail', maxConcurrentJobs: 5 };
		const { status, error } = await run({ topics: ['a', 'slow', 'partly', 'slow too'], options });
		expect(status).toBe('error');
		expect(error?.message).toBe('A part is missing');
		const named = ['job-1', 'job-2', 'job-3', 'job-4'].filter((jobId) =>
			`${error?.message} ${error?.description}`.includes(jobId),
		);
		expect(named).toEqual(['job-1', 'job-2', 'job-3', 'job-4']);
	});
});

describe('requests', () => {
	test('give items in the order of the input, paired to it', async () => {
		const { outputs } = await run({ topics: ['a', 'b'], operation: 'get' });
		expect(outputs[0]).toMatchObject([
			{ json: { name: 'a' }, pairedItem: { item: 0 } },
			{ json: { name: 'b' }, pairedItem: { item: 1 } },
		]);
	});

	test('are not sent at all when one item is wrong', async () => {
		const { error } = await run({ topics: ['a', ''], operation: 'get' });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(service.requests).toHaveLength(0);
	});

	test('that are refused stop the node with the words of the service and the item', async () => {
		const { error } = await run({ topics: ['a', 'refused'], operation: 'get' });
		expect(error).toMatchObject({ message: 'Topic not found', context: { itemIndex: 1 } });
	});

	test('that are refused say what to do next', async () => {
		const { error } = await run({ topics: ['refused'], operation: 'get' });
		expect(error?.description).toMatch(/^Check the ID\./);
	});

	test('that are refused go to the error branch, and the others go on', async () => {
		const topics = ['a', 'refused', '', 'd'];
		const { outputs } = await run({ topics, operation: 'get', settings: toErrorOutput });
		expect(outputs[0]?.map(({ json }) => json.name)).toEqual(['a', 'd']);
		expect(outputs[1]?.map(({ json }) => [json.topic, json.error])).toEqual([
			['refused', 'Topic not found'],
			['', expect.stringContaining("'Topic' is empty")],
		]);
		expect(pairs(outputs[1])).toEqual([{ item: 1 }, { item: 2 }]);
	});
});

test('an operation that the node does not have is told', async () => {
	const { error } = await run({ topics: ['a'], operation: 'explode' });
	expect(error?.message).toBe('The operation is not known');
});

test.each([
	['without /api', 'http://127.0.0.1:1', 'does not end in /api'],
	['that is no address', 'service', 'is not a web address'],
])('a base URL %s is told by the field of the credential', async (_label, baseUrl, words) => {
	const { error } = await runWorkflow({ ...workflowOf({ topics: ['a'] }), baseUrl });
	expect(error?.message).toContain("'Base URL' in the credential");
	expect(error?.message).toContain(words);
	expect(error?.description).toContain('/api');
});

test('the progress of a job is shown in the console of the editor, once while it is the same', async () => {
	const messages: string[] = [];
	const watched = Object.create(nodeType, {
		execute: {
			value(this: IExecuteFunctions) {
				const sendMessageToUI = { value: (message: string) => void messages.push(message) };
				return nodeType.execute?.call(Object.create(this, { sendMessageToUI }));
			},
		},
	});
	const settings = workflowOf({ topics: ['slow'], options: { timeout: 20 } });
	await runWorkflow({ ...settings, nodeType: watched });
	expect(messages).toEqual(['test job job-1: Working']);
});

test('cancelling a job that has ended fails in the words of the service, with what is left to do', async () => {
	const { error } = await runWorkflow(workflowOf({ topics: ['ended'], operation: 'cancel' }));
	expect(error).toMatchObject({
		message: 'Cannot cancel a job with status completed',
		description: expect.stringContaining('Nothing is left to cancel'),
	});
});
