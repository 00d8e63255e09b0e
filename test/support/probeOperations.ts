import type { INodeProperties } from 'n8n-workflow';
import { onFailedPartOption, readShownParts } from '../../nodes/shared/fields/results';
import { optionsField } from '../../nodes/shared/fields/field';
import {
	cancelOnStopOption,
	maxJobsOption,
	waitForCompletionField,
	waitingOptions,
	readWaiting,
} from '../../nodes/shared/fields/waiting';
import { readRequiredText, type ParameterValues } from '../../nodes/shared/items/parameterValues';
import { failedPartItems } from '../../nodes/shared/items/outputItem';
import type { JobTask } from '../../nodes/shared/jobs/jobTask';
import { cancelOperation } from '../../nodes/shared/operations/cancelOperation';
import {
	singleCall,
	type JobOperation,
	type RequestOperation,
} from '../../nodes/shared/operations/operation';
import { perItem } from '../../nodes/shared/operations/readItems';
import { bodyField, bodyText } from '../../nodes/shared/transport/serviceBody';
import { WebDataError } from '../../nodes/shared/transport/webDataError';
import { testJobType } from './jobBench';
import { sendJson, startFakeService, type LoopbackServer } from './loopbackServer';

const topicField: INodeProperties = {
	displayName: 'Topic',
	name: 'topic',
	type: 'string',
	default: '',
};

function readTopic(values: ParameterValues): string {
	return readRequiredText(values, topicField, 'Enter a topic.');
}

function taskFor(values: ParameterValues, topics: string): Omit<JobTask, 'itemIndexes'> {
	return {
		jobType: testJobType,
		start: { submit: { method: 'POST', path: '/jobs', body: { topic: topics } } },
		...readWaiting(values, testJobType.timeoutSeconds),
	};
}

const jobFields = [
	topicField,
	waitForCompletionField,
	optionsField([
		...waitingOptions(testJobType.timeoutSeconds),
		maxJobsOption,
		cancelOnStopOption,
		onFailedPartOption('Page'),
	]),
];

/** A job per item; what becomes of it is in the topic, see `startTopicService`. */
export const topicJob: JobOperation = {
	kind: 'job',
	value: 'run',
	name: 'Run',
	action: 'Run topic jobs',
	description: 'Run a job for each topic',
	fields: jobFields,
	plan: perItem(({ values }) => ({
		task: taskFor(values, readTopic(values)),
		toItems: ({ jobId, body }) => {
			const content = bodyText(body, 'content') ?? null;
			const missing = new WebDataError('A part is missing', 'Look for it.', { jobId });
			const isLost = content?.includes('lost') === true;
			const isPartial = isLost || content?.includes('partly') === true;
			return [
				...(isLost ? [] : [{ json: { jobId, content } }]),
				...(isPartial
					? failedPartItems({ jobId }, missing, readShownParts(values, 'Page').onFailedPart)
					: []),
			];
		},
		report: ({ body }) => ({
			hints: bodyField(body, 'isThin') === true ? ['A topic gave little'] : [],
		}),
	})),
};

/** One job for all items; each gets its own part of the result, and the last item is all of them. */
export const combinedTopicJob: JobOperation = {
	kind: 'job',
	value: 'runAll',
	name: 'Run All',
	action: 'Run a topic job for all items',
	description: 'Run one job for all topics',
	fields: jobFields,
	plan(items) {
		const [first] = items;
		if (!first) return { jobs: [], refused: [] };
		const topics = items.map(({ values }) => readTopic(values));
		return {
			refused: [],
			jobs: [
				{
					task: taskFor(first.values, topics.join(' ')),
					itemIndexes: items.map(({ item }) => item.index),
					toItems: ({ jobId }) => [
						...items.map(({ item }, index) => ({
							json: { topic: topics[index] ?? null },
							itemIndex: item.index,
						})),
						{ json: { jobId, count: topics.length } },
					],
				},
			],
		};
	},
};

/** Takes a job up whose ID is the topic. */
export const topicResult: JobOperation = {
	...topicJob,
	value: 'getResult',
	latest: {
		field: 'topic',
		listing: {
			path: '/history',
			maxPageSize: 10,
			idField: 'id',
			rowsAt: ['jobs'],
			totalAt: ['total'],
		},
	},
	plan: perItem(({ values }) => ({
		task: { ...taskFor(values, ''), start: { resume: readTopic(values) } },
		toItems: ({ jobId }) => [{ json: { jobId } }],
	})),
};

/** Starts the job again whose ID is the topic; items with the same ID ask for one start. */
export const topicRetry: JobOperation = {
	...topicJob,
	value: 'retry',
	plan: perItem(({ values }) => ({
		sharedBy: readTopic(values),
		task: taskFor(values, readTopic(values)),
		toItems: ({ jobId }) => [{ json: { jobId } }],
	})),
};

/** Cancels the job whose ID is the topic. */
export const topicCancel = cancelOperation({
	jobType: {
		...testJobType,
		cancelRequest: (id) => ({ method: 'DELETE', path: `/jobs/${id}` }),
	},
	idField: topicField,
	action: 'Cancel a topic job',
	description: 'Cancel a topic job',
});

/** A call that is answered at once. */
export const topicLookup: RequestOperation = {
	kind: 'request',
	value: 'get',
	name: 'Get',
	action: 'Get topics',
	description: 'Get a topic',
	fields: [topicField],
	prepare: (values) =>
		singleCall(
			{ method: 'GET', path: `/topics/${encodeURIComponent(readTopic(values))}` },
			({ body }) => [{ json: { name: bodyText(body, 'name') ?? null } }],
		),
};

function statusBody(topic: string, jobId: string): object {
	if (topic.includes('bad')) return { status: 'failed', jobId, error: `No page on ${topic}` };
	if (topic.includes('slow')) return { status: 'active', jobId, progress: { message: 'Working' } };
	const isThin = topic.includes('thin');
	return { status: 'completed', jobId, content: `All on ${topic}`, isThin };
}

/**
 * A real HTTP service for these operations. The words in a topic say what becomes of it: "bad" fails,
 * "slow" never ends, "thin" gives a hint, the job "ended" is not cancelled, "refused" is not accepted, "flaky" fails the first time.
 */
export async function startTopicService(): Promise<LoopbackServer> {
	const topics: string[] = [];
	const submitted = new Set<string>();
	return await startFakeService(({ method, path, body }, response) => {
		const name = decodeURIComponent(path.split('/').at(-1) ?? '');
		if (path.startsWith('/api/history')) {
			const jobs = topics.map((_topic, index) => ({ id: `job-${index + 1}` })).reverse();
			sendJson(response, 200, { jobs });
			return;
		}
		if (path.startsWith('/api/topics/')) {
			if (name.includes('refused')) {
				sendJson(response, 404, { status: 'error', message: 'Topic not found' });
				return;
			}
			sendJson(response, 200, { name });
			return;
		}
		if (method === 'DELETE') {
			const refusal = { status: 'error', message: 'Cannot cancel a job with status completed' };
			if (name === 'ended') sendJson(response, 409, refusal);
			else sendJson(response, 200, { status: 'cancelled' });
			return;
		}
		if (method === 'GET') {
			sendJson(response, 200, statusBody(topics[Number(name.replace('job-', '')) - 1] ?? '', name));
			return;
		}
		const topic = bodyText(body, 'topic') ?? '';
		if (topic.includes('refused')) {
			sendJson(response, 403, { status: 'error', message: 'Monthly limit exceeded.' });
			return;
		}
		const isFirst = !submitted.has(topic);
		submitted.add(topic);
		topics.push(topic.includes('flaky') && isFirst ? 'bad luck' : topic);
		const jobId = `job-${topics.length}`;
		const isLate = /slow|bad|flaky/.test(topic);
		const body202 = isLate ? { status: 'queued', jobId } : statusBody(topic, jobId);
		sendJson(response, 202, body202);
	});
}
