import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { fieldNamer } from '../fields/fieldNames';
import { toNodeError } from '../items/nodeError';
import { systemClock } from '../transport/clock';
import { openServiceClient } from '../transport/serviceClient';
import { describeMissingFiles, showHints, warningsOf } from './hints';
import type { Operation } from './operation';
import { isTool } from './nodeItem';
import { findOperation } from './readItems';
import { runJobOperation } from './runJobOperation';
import { runRequestOperation } from './runRequestOperation';
import { readAgentOptions, shapeForAgent, addNextStep } from './toolOutput';

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
	const prepare = async () => ({
		reading: isTool(context) ? readAgentOptions(context) : undefined,
		client: await openServiceClient(context, systemClock, nameFields),
	});
	const { client, reading } = await prepare().catch((error: unknown) => {
		throw toNodeError(context.getNode(), error);
	});
	const items =
		operation.kind === 'request'
			? await runRequestOperation(context, operation, client)
			: await runJobOperation(context, operation, client, reading);
	showHints(context, describeMissingFiles(items));
	return [reading ? shapeForAgent(items, reading, warningsOf(context)) : items];
}
