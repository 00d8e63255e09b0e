import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { runPoll } from '../../../../nodes/WebDataTrigger/runPoll';
import type {
	PollOutcome,
	PollServices,
	TriggerEvent,
} from '../../../../nodes/WebDataTrigger/triggerEvent';
import { InputError } from '../../../../nodes/shared/items/parameterValues';
import { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { ScriptedService, testNode } from '../../../support/scriptedService';
import { SimulatedClock } from '../../../support/simulatedClock';

const clock = new SimulatedClock();

let poll: jest.Mock<Promise<PollOutcome>, [unknown, PollServices]>;
let prepare: jest.Mock;
let staticData: IDataObject;
let log: string[];

beforeEach(() => {
	poll = jest.fn().mockResolvedValue({ state: { seen: 1 }, items: [] });
	prepare = jest.fn();
	staticData = {};
	log = [];
});

function event(value: string): TriggerEvent {
	return {
		value,
		name: value,
		action: value,
		description: value,
		fields: [{ displayName: 'A', name: 'a', type: 'string', default: 'usual' }],
		prepare: (values) => {
			prepare(values);
			return { poll, example: async () => [{ example: value }] };
		},
	};
}

interface Context {
	mode?: 'trigger' | 'manual';
	activation?: 'activate' | 'init' | 'leadershipChange' | 'update';
	chosen?: unknown;
	nodeId?: string;
}

function open({
	mode = 'trigger',
	activation = 'activate',
	chosen = 'first',
	nodeId = 'n',
}: Context = {}) {
	const context = {
		...new ScriptedService(clock, () => new Error('not asked')).context(),
		getNode: () => ({ ...testNode, id: nodeId, name: 'Watcher' }),
		getWorkflow: () => ({ id: 'w' }),
		getMode: () => mode,
		getActivationMode: () => activation,
		getWorkflowStaticData: () => staticData,
		getNodeParameter: (name: string, fallback: unknown) => (name === 'event' ? chosen : fallback),
		logger: { warn: (message: string) => void log.push(message) },
	};
	return context as unknown as IPollFunctions;
}

async function run(context = open()): Promise<INodeExecutionData[][] | null> {
	return await runPoll(context, [event('first'), event('second')], clock);
}

const serviceError = new ServiceError({ message: 'Busy', description: 'Wait.', outcome: 'retry' });

test('the chosen event is prepared with its fields, and its state is kept with it', async () => {
	expect(await run()).toBeNull();
	expect(prepare).toHaveBeenCalledWith(expect.objectContaining({ a: 'usual' }));
	expect(poll.mock.calls[0]?.[0]).toBeUndefined();
	expect(staticData).toEqual({ event: 'first', state: { seen: 1 } });
	await run();
	expect(poll.mock.calls[1]?.[0]).toEqual({ seen: 1 });
});

test('the state of another event is not handed over', async () => {
	await run();
	await run(open({ chosen: 'second' }));
	expect(poll.mock.calls[1]?.[0]).toBeUndefined();
	expect(staticData.event).toBe('second');
});

test('what is new becomes items', async () => {
	poll.mockResolvedValue({ state: {}, items: [{ a: 1 }, { a: 2 }] });
	expect(await run()).toEqual([[{ json: { a: 1 } }, { json: { a: 2 } }]]);
});

test('a poll has 28 s', async () => {
	await run();
	expect(poll.mock.calls[0]?.[1].deadlineMs).toBe(clock.now() + 28_000);
});

test('an unknown event is named', async () => {
	await expect(run(open({ chosen: 'third' }))).rejects.toThrow('\'Event\' is "third"');
});

describe('an error that stopped a poll', () => {
	const error = new WebDataError('Too slow', 'Ask for less.');

	test('is the error of the node when nothing is new; the state is kept', async () => {
		poll.mockResolvedValue({ state: { seen: 2 }, items: [], error });
		await expect(run()).rejects.toThrow('Too slow');
		expect(staticData.state).toEqual({ seen: 2 });
	});

	test('is noted in the log when something is', async () => {
		poll.mockResolvedValue({ state: {}, items: [{ a: 1 }], error });
		expect(await run()).toHaveLength(1);
		expect(log).toEqual(['Watcher: Too slow. Ask for less.']);
	});
});

describe('while a poll runs', () => {
	test('the next of the same node does nothing, and one after it polls again', async () => {
		let end: (outcome: PollOutcome) => void = () => undefined;
		poll.mockImplementationOnce(async () => await new Promise((resolve) => (end = resolve)));
		const slow = run();
		await new Promise(setImmediate);
		expect(await run()).toBeNull();
		expect(poll).toHaveBeenCalledTimes(1);
		await run(open({ nodeId: 'other' }));
		expect(await run(open({ mode: 'manual' }))).toEqual([[{ json: { example: 'first' } }]]);
		expect(await run()).toBeNull();
		expect(poll).toHaveBeenCalledTimes(2);
		end({ state: {}, items: [] });
		await slow;
		await run();
		expect(poll).toHaveBeenCalledTimes(3);
	});

	test('and fails, the next polls again', async () => {
		poll.mockRejectedValueOnce(serviceError);
		await expect(run()).rejects.toThrow('Busy');
		expect(await run()).toBeNull();
		expect(poll).toHaveBeenCalledTimes(2);
	});
});

describe('when n8n starts', () => {
	test.each(['init', 'leadershipChange'] as const)(
		'(%s) an error of the service is noted, and the next poll reports it',
		async (activation) => {
			poll.mockRejectedValue(serviceError);
			const context = open({ activation });
			expect(await run(context)).toBeNull();
			expect(log).toEqual(['Watcher: Busy. Wait.']);
			await expect(run(context)).rejects.toThrow('Busy');
		},
	);

	test('another error stops the activation', async () => {
		poll.mockRejectedValue(new InputError('URLs', 'is empty', 'Enter one.'));
		await expect(run(open({ activation: 'init' }))).rejects.toThrow("'URLs' is empty");
	});

	test.each(['activate', 'update'] as const)(
		'for another reason (%s) it is an error',
		async (activation) => {
			poll.mockRejectedValue(serviceError);
			await expect(run(open({ activation }))).rejects.toThrow('Busy');
		},
	);
});

describe('a field that can not be used', () => {
	beforeEach(() => {
		prepare.mockImplementation(() => {
			throw new InputError('URLs', 'is empty', 'Enter one.');
		});
	});

	test('says in its message what to do, which alone is shown', async () => {
		await expect(run()).rejects.toMatchObject({ message: "'URLs' is empty. Enter one." });
	});

	test('says it in the description to the editor', async () => {
		await expect(run(open({ mode: 'manual' }))).rejects.toMatchObject({
			message: "'URLs' is empty",
			description: 'Enter one.',
		});
	});
});

test('an example is asked for without a state, and keeps none', async () => {
	expect(await run(open({ mode: 'manual', chosen: 'second' }))).toEqual([
		[{ json: { example: 'second' } }],
	]);
	expect(poll).not.toHaveBeenCalled();
	expect(staticData).toEqual({});
});
