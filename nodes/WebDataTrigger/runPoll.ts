import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { fieldNamer } from '../shared/fields/fieldNames';
import { withLogin } from '../shared/fields/login';
import { InputError } from '../shared/items/parameterValues';
import { toNodeError } from '../shared/items/nodeError';
import { systemClock, type Clock } from '../shared/transport/clock';
import { openServiceClient } from '../shared/transport/serviceClient';
import { ServiceError } from '../shared/transport/serviceError';
import { WebDataError } from '../shared/transport/webDataError';
import type { PollServices, PreparedEvent, TriggerEvent } from './triggerEvent';

/** How long a poll may take. n8n exits within 30 s of being asked to, and kills what runs on. */
const POLL_BUDGET_MS = 28_000;

/** Polls that run in this process, by workflow and node. */
const activePolls = new Set<string>();

/** Contexts whose first poll was made: the one with which n8n activates the workflow. */
const activated = new WeakSet<IPollFunctions>();

function findEvent(context: IPollFunctions, events: readonly TriggerEvent[]): TriggerEvent {
	const value = context.getNodeParameter('event');
	const event = events.find((known) => known.value === value);
	if (!event) {
		throw new InputError('Event', `is ${JSON.stringify(value)}`, 'Choose an event from the list.');
	}
	return event;
}

function toOutput(items: readonly IDataObject[]): INodeExecutionData[][] | null {
	return items.length === 0 ? null : [items.map((json) => ({ json }))];
}

/**
 * Whether n8n polls for the first time since it started, to see whether the workflow can be active.
 * An error there would leave the trigger asleep for minutes to hours; the next poll reports it as well.
 */
function isStartOfN8n(context: IPollFunctions): boolean {
	const isFirst = !activated.has(context);
	activated.add(context);
	return isFirst && ['init', 'leadershipChange'].includes(context.getActivationMode());
}

async function pollForNews(
	context: IPollFunctions,
	prepared: PreparedEvent,
	services: PollServices,
): Promise<INodeExecutionData[][] | null> {
	const data = context.getWorkflowStaticData('node');
	const { event, state } = data as { event?: string; state?: object };
	const current = String(context.getNodeParameter('event'));
	const outcome = await prepared.poll(event === current ? state : undefined, services);
	// Also before an error is reported: jobs that were started are known by it.
	Object.assign(data, { event: current, state: outcome.state });
	const { items, error } = outcome;
	if (error && items.length === 0) return await Promise.reject(error);
	if (error) services.warn(`${error.message}. ${error.description}`);
	return toOutput(items);
}

/**
 * What `poll` of the trigger does: looks for news since the state that n8n keeps, or gives an example
 * to the editor. n8n saves the state with every start of the workflow and with activation; what was
 * changed since then is lost when it ends, so every event must do right from an older state, too.
 * @returns null when there is nothing new
 */
export async function runPoll(
	context: IPollFunctions,
	events: readonly TriggerEvent[],
	clock: Clock = systemClock,
): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const node = context.getNode();
	const triggerId = JSON.stringify([context.getWorkflow().id, node.id]);
	const warn = (message: string) => context.logger.warn(`${node.name}: ${message}`);
	const poll = async () => {
		const event = findEvent(context, events);
		const values = event.fields.map(({ name, default: defaultValue }) => [
			name,
			context.getNodeParameter(name, defaultValue),
		]);
		const prepared = event.prepare(await withLogin(context, Object.fromEntries(values)));
		const client = await openServiceClient(context, clock, fieldNamer(event.fields));
		const services = { client, clock, deadlineMs: clock.now() + POLL_BUDGET_MS, warn };
		if (isManual) return toOutput(await prepared.example(services));
		return await pollForNews(context, prepared, services);
	};
	if (isManual) {
		return await poll().catch((error: unknown) => {
			throw toNodeError(node, error);
		});
	}
	if (activePolls.has(triggerId)) return null;
	activePolls.add(triggerId);
	const ignoresServiceErrors = isStartOfN8n(context);
	return await poll()
		.catch((error: unknown) => {
			if (ignoresServiceErrors && error instanceof ServiceError) {
				warn(`${error.message}. ${error.description}`);
				return null;
			}
			// Where n8n says why a workflow could not be activated, it shows the message of an error alone.
			const isForUser = error instanceof InputError;
			const message = isForUser ? `${error.message}. ${error.description}` : '';
			throw toNodeError(node, isForUser ? new WebDataError(message, error.description) : error);
		})
		.finally(() => activePolls.delete(triggerId));
}
