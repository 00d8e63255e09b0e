import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError } from '../../../../nodes/shared/items/parameterValues';
import { toErrorItem, toNodeError } from '../../../../nodes/shared/items/nodeError';
import { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { testNode } from '../../../support/scriptedService';

const refusal = new ServiceError(
	{
		message: 'Monthly scrape limit exceeded for your plan.',
		description: 'Look at the node Web Data Usage.',
		outcome: 'rejected',
		status: 403,
		cause: 'quota-exhausted',
	},
	{ jobId: 'job-1' },
);

test.each([400, 401, 402, 403, 404, 409, 422, 429, 500, 502, 503, 504])(
	'status %i keeps the words of the service instead of those of n8n',
	(status) => {
		const error = new ServiceError({ ...refusal.facts, status });
		const nodeError = toNodeError(testNode, error, 3);
		expect(nodeError).toBeInstanceOf(NodeApiError);
		expect(nodeError.message).toBe('Monthly scrape limit exceeded for your plan.');
		expect(nodeError.description).toBe('Look at the node Web Data Usage.');
		expect(nodeError).toMatchObject({ httpCode: String(status), context: { itemIndex: 3 } });
	},
);

test('a call without an answer has no HTTP status', () => {
	const { status: _, ...facts } = refusal.facts;
	const nodeError = toNodeError(testNode, new ServiceError(facts));
	expect(nodeError.message).toBe('Monthly scrape limit exceeded for your plan.');
	expect(nodeError).toMatchObject({ httpCode: null });
});

test('a field that cannot be used names its fix and its item', () => {
	const nodeError = toNodeError(testNode, new InputError('URLs', 'is empty', 'Enter one.'), 2);
	expect(nodeError).toBeInstanceOf(NodeOperationError);
	expect(nodeError.message).toContain("'URLs' is empty");
	expect(nodeError.description).toBe('Enter one.');
	expect(nodeError.context.itemIndex).toBe(2);
});

test.each([
	['an unexpected error', new TypeError('x is undefined'), 'x is undefined'],
	['a thrown text', 'just text', 'just text'],
])('%s becomes an error of the node', (_label, thrown, message) => {
	const nodeError = toNodeError(testNode, thrown, 0);
	expect(nodeError).toBeInstanceOf(NodeOperationError);
	expect(nodeError.message).toContain(message);
});

test("an error of n8n's own stays as it is", () => {
	const own = new NodeOperationError(testNode, 'No credentials set');
	expect(toNodeError(testNode, own)).toBe(own);
});

describe('the item for the error branch', () => {
	test('is paired, and carries the message, the next step and what is known of the job', () => {
		expect(toErrorItem(testNode, refusal, 4)).toEqual({
			pairedItem: { item: 4 },
			json: {
				error: 'Monthly scrape limit exceeded for your plan.',
				details: { nextStep: 'Look at the node Web Data Usage.', jobId: 'job-1' },
			},
		});
	});

	test('has every detail', () => {
		const details = { batchId: 'b-1', status: 'active', progress: '50%', url: 'https://a.test' };
		const { json } = toErrorItem(testNode, new WebDataError('No', 'Do it', details), 0);
		expect(json).toEqual({ error: 'No', details: { nextStep: 'Do it', ...details } });
	});

	test.each([
		['of the service', refusal],
		['of a field', new InputError('URLs', 'is empty', 'Enter one.')],
		['that nobody expected', new TypeError('x is undefined')],
	])(
		'for an error %s has no field by which n8n would not know it, or would empty it',
		(_label, error) => {
			const item = toErrorItem(testNode, error, 0);
			const known = ['error', 'message', 'details'];
			expect(Object.keys(item.json).filter((key) => !known.includes(key))).toEqual([]);
			expect(item.json.error).toBeTruthy();
			expect(item).not.toHaveProperty('error');
		},
	);
});
