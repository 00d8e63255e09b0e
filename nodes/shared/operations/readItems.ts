import type { IExecuteFunctions } from 'n8n-workflow';
import { withLogin } from '../fields/login';
import { inputItem } from '../items/inputItem';
import type { ParameterValues } from '../items/parameterValues';
import type { ServiceClient } from '../transport/serviceClient';
import { latestJobResolver } from './latestJob';
import { runOptionsCheck } from './runOptions';
import type { ItemParameters, Operation, RefusedItem } from './operation';

/** The operation that the node is set to. Resource and operation are the same for all items. */
export function findOperation(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Operation | undefined {
	const resource = context.getNodeParameter('resource', 0, '');
	const value = context.getNodeParameter('operation', 0);
	return operations.find(
		(operation) =>
			operation.value === value &&
			(operation.resource === undefined || operation.resource === resource),
	);
}

/** All parameters of an operation for one item, expressions resolved, with the login it uses. */
async function readParameters(
	context: IExecuteFunctions,
	{ fields }: Operation,
	itemIndex: number,
): Promise<ParameterValues> {
	const { typeVersion } = context.getNode();
	// A saved workflow has no value for what a later version of the node added, not its default.
	const ofVersion = fields.filter(
		({ displayOptions }) => displayOptions?.hide?.['@version']?.includes(typeVersion) !== true,
	);
	const values = Object.fromEntries(
		ofVersion.map(({ name, type, default: defaultValue }) => [
			name,
			context.getNodeParameter(name, itemIndex, defaultValue, {
				extractValue: type === 'resourceLocator',
			}),
		]),
	);
	return await withLogin(context, values, itemIndex);
}

/** Something made of an input item. */
export interface Prepared<T> {
	itemIndex: number;
	value: T;
}

export interface PreparedItems<T> {
	prepared: Array<Prepared<T>>;
	refused: RefusedItem[];
}

/** Reads and checks every item before the first request is sent. */
export async function prepareItems<T>(
	context: IExecuteFunctions,
	operation: Operation,
	client: ServiceClient,
	prepare: (parameters: ItemParameters) => T | Promise<T>,
): Promise<PreparedItems<T>> {
	const result: PreparedItems<T> = { prepared: [], refused: [] };
	const resolve = latestJobResolver(operation, client, context.getExecutionCancelSignal());
	const check = runOptionsCheck(operation);
	for (const itemIndex of context.getInputData().keys()) {
		try {
			const values = await resolve(await readParameters(context, operation, itemIndex));
			check(values);
			const value = await prepare({ item: inputItem(context, itemIndex), values });
			result.prepared.push({ itemIndex, value });
		} catch (error) {
			result.refused.push({ itemIndex, error });
		}
	}
	return result;
}
