import type { IExecuteFunctions } from 'n8n-workflow';
import type { ParameterValues } from '../items/parameterValues';
import type { Operation } from './operation';

/** The operation that the node is set to. Resource and operation are the same for all items. */
export function findOperation(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Operation | undefined {
	const resource = context.getNodeParameter('resource', 0, undefined);
	const value = context.getNodeParameter('operation', 0);
	return operations.find(
		(operation) =>
			operation.value === value &&
			(operation.resource === undefined || operation.resource === resource),
	);
}

/** All parameters of an operation for one item, expressions resolved. */
export function readParameters(
	context: IExecuteFunctions,
	{ fields }: Operation,
	itemIndex: number,
): ParameterValues {
	return Object.fromEntries(
		fields.map(({ name, default: defaultValue }) => [
			name,
			context.getNodeParameter(name, itemIndex, defaultValue),
		]),
	);
}

/** Something made of one input item, or why it could not be made. */
export type Prepared<T> = { itemIndex: number; value: T } | { itemIndex: number; error: unknown };

/** Reads and checks every item before the first request is sent. */
export function prepareItems<T>(
	context: IExecuteFunctions,
	operation: Operation,
	prepare: (values: ParameterValues) => T,
): Array<Prepared<T>> {
	return context.getInputData().map((_item, itemIndex) => {
		try {
			return { itemIndex, value: prepare(readParameters(context, operation, itemIndex)) };
		} catch (error) {
			return { itemIndex, error };
		}
	});
}
