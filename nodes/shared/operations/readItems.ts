import type { IExecuteFunctions } from 'n8n-workflow';
import { withLogin } from '../fields/login';
import { inputItem, type InputItem } from '../items/inputItem';
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

/** Reads the parameters of every input item before the first request is sent. */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	client: ServiceClient,
): Promise<{ read: ItemParameters[]; refused: RefusedItem[] }> {
	const resolve = latestJobResolver(operation, client, context.getExecutionCancelSignal());
	const check = runOptionsCheck(operation);
	const items = [...context.getInputData().keys()].map((index) => inputItem(context, index));
	return await readEach(
		items.map((item) => ({ item })),
		async ({ item }) => {
			const values = await resolve(await readParameters(context, operation, item.index));
			check(values);
			return { item, values };
		},
	);
}

/**
 * Makes something of every item.
 * @returns what could be made, and the items that can't be used
 */
export async function readEach<Source extends { item: InputItem }, T>(
	sources: readonly Source[],
	make: (source: Source) => T | Promise<T>,
): Promise<{ read: T[]; refused: RefusedItem[] }> {
	const read: T[] = [];
	const refused: RefusedItem[] = [];
	for (const source of sources) {
		try {
			read.push(await make(source));
		} catch (error) {
			refused.push({ itemIndex: source.item.index, error });
		}
	}
	return { read, refused };
}

/** Items that can't be used in the order of the input, so that the first is the one that is named. */
export function inItemOrder(refused: readonly RefusedItem[]): RefusedItem[] {
	return [...refused].sort((a, b) => a.itemIndex - b.itemIndex);
}
