import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { fieldNamer } from '../fields/fieldNames';
import { toNodeError, toErrorItem } from '../items/nodeError';
import { systemClock } from '../transport/clock';
import { openServiceClient, type ServiceClient } from '../transport/serviceClient';
import { describeMissingFiles, noteHints, noteProgress, notedHints, showHints } from './hints';
import type { Operation, PreparedCalls, RequestOperation } from './operation';
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
	client.onWait = (line) => noteProgress(context, line);
	const items =
		operation.kind === 'request'
			? await runRequestOperation(context, operation, client)
			: await runJobOperation(context, operation, client, reading);
	const hints = [...describeMissingFiles(items), ...notedHints(context)];
	showHints(context, hints);
	return [reading ? shapeForAgent(items, reading, hints) : items];
}

/** Runs an operation without jobs: all items are checked first, then sent one after the other. */
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
	{ run }: PreparedCalls,
	client: ServiceClient,
	itemIndexes: readonly number[],
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const results = await run(client, context.getExecutionCancelSignal(), (hint) =>
		noteHints(context, [hint]),
	);
	for (const item of results) items.push(await toNodeItem(context, item, itemIndexes));
	return items;
}
