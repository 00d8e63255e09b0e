import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { fieldNamer } from '../fields/fieldNames';
import { toNodeError, toErrorItem } from '../items/nodeError';
import { systemClock } from '../transport/clock';
import { openServiceClient, type ServiceClient } from '../transport/serviceClient';
import { describeMissingFiles, showHints, warningsOf } from './hints';
import type { Operation, PreparedRequest, PreparedSteps, RequestOperation } from './operation';
import { isTool, toNodeItem, sortByPosition } from './nodeItem';
import {
	findOperation,
	groupShared,
	readEach,
	readItems,
	readParameters,
	refusedItems,
} from './readItems';
import { runJobOperation } from './runJobOperation';
import { readAgentOptions, shapeForAgent, addNextStep, toolFields } from './toolOutput';
import type { OutputItem } from '../items/outputItem';
import { ServiceError } from '../transport/serviceError';
import type { ServiceAnswer } from '../transport/serviceRequest';

/**
 * What `execute` of every node does: finds the operation in the node's table, and runs it over all
 * input items.
 */
export async function runOperation(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const output = runFoundOperation(context, operations);
	if (!isTool(context)) return await output;
	return await output.catch(async (error: unknown) => Promise.reject(addNextStep(error)));
}

async function runFoundOperation(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const operation = findOperation(context, operations);
	if (!operation) {
		throw new NodeOperationError(context.getNode(), 'The operation is not known', {
			description: 'Choose an operation of this node from the list.',
		});
	}
	const nameFields = fieldNamer([operation, ...operations].flatMap(({ fields }) => fields));
	const failed = (error: unknown): never => {
		throw toNodeError(context.getNode(), error);
	};
	const reading = isTool(context)
		? await readParameters(context, toolFields, 0).then(readAgentOptions).catch(failed)
		: undefined;
	const client = await openServiceClient(context, systemClock, nameFields).catch(failed);
	const items =
		operation.kind === 'request'
			? await runRequestOperation(context, operation, client)
			: await runJobOperation(context, operation, client, reading);
	showHints(context, describeMissingFiles(items));
	return [reading ? shapeForAgent(items, reading, warningsOf(context)) : items];
}

/** Runs a single-request operation: all items are checked first, then sent one after the other. */
async function runRequestOperation(
	context: IExecuteFunctions,
	operation: RequestOperation,
	client: ServiceClient,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const { read, refused: unread } = await readItems(context, operation, client);
	const { read: prepared, refused: unusable } = await readEach(read, async ({ item, values }) => ({
		itemIndex: item.index,
		value: await operation.prepare(values, item),
	}));
	const items = [refusedItems(context, [...unread, ...unusable])];
	for (const { itemIndexes, value } of groupShared(prepared)) {
		try {
			items.push(await runItem(context, value, client, itemIndexes));
		} catch (error) {
			if (!context.continueOnFail() || context.getExecutionCancelSignal()?.aborted === true) {
				throw toNodeError(node, error, itemIndexes[0]);
			}
			items.push(itemIndexes.map((itemIndex) => toErrorItem(node, error, itemIndex)));
		}
	}
	return sortByPosition(items.flat().map((item) => ({ item })));
}

async function runItem(
	context: IExecuteFunctions,
	prepared: PreparedRequest | PreparedSteps,
	client: ServiceClient,
	itemIndexes: readonly number[],
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const signal = context.getExecutionCancelSignal();
	const hints: string[] = [];
	const results =
		'run' in prepared
			? await prepared.run(client, signal, (hint) => hints.push(hint))
			: await fetchItems(prepared, client, signal);
	showHints(context, hints);
	for (const item of results) items.push(await toNodeItem(context, item, itemIndexes));
	return items;
}

/** An error with the next step that the operation knows for it. */
function withAdvice(error: unknown, advice: PreparedRequest['advice'] = {}): unknown {
	if (!(error instanceof ServiceError) || error.facts.endedAt !== 'service') return error;
	const description = advice[error.facts.status ?? 0];
	if (description === undefined) return error;
	return new ServiceError({ ...error.facts, description }, error.details);
}

async function fetchItems(
	{ request, toItems, next, advice }: PreparedRequest,
	client: ServiceClient,
	signal: AbortSignal | undefined,
): Promise<OutputItem[]> {
	const items: OutputItem[][] = [];
	for (let current: typeof request | undefined = request; current;) {
		const answer: ServiceAnswer = await client.send(current, { signal }).catch((error: unknown) => {
			throw withAdvice(error, advice);
		});
		items.push(toItems(answer));
		current = next?.(answer);
	}
	return items.flat();
}
