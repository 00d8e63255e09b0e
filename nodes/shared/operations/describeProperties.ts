import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { showFor } from '../fields/showFor';
import type { Operation } from './operation';
import { toolFields } from './toolOutput';

/** A resource of a node, for its selector. */
export interface Resource {
	value: string;
	name: string;
	description?: string;
}

/** n8n's guidelines want longer lists of choices in alphabetical order (lint holds it, from five on). */
const MOST_UNSORTED = 4;

/** A short list stays as it stands in the table, so that the one most wanted comes first. */
function inReadingOrder(options: INodePropertyOptions[]): INodePropertyOptions[] {
	return options.length <= MOST_UNSORTED
		? options
		: options.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function operationSelector(
	operations: readonly Operation[],
	defaultValue: string,
	resource?: string,
): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		...(resource !== undefined && { displayOptions: { show: { resource: [resource] } } }),
		options: inReadingOrder(
			operations.map(({ name, value, action, description, builderHint }) => ({
				name,
				value,
				action,
				description,
				...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
			})),
		),
		default: defaultValue,
	};
}

/**
 * The parameters of a node with resources: the resource selector, one operation selector per
 * resource (its first operation in the table is the default), then every operation's fields.
 */
export function describeResources(
	resources: readonly Resource[],
	operations: readonly Operation[],
): INodeProperties[] {
	const selectors = resources.map(({ value }) => {
		const own = operations.filter(({ resource }) => resource === value);
		return operationSelector(own, own[0]?.value ?? '', value);
	});
	const firstResource = resources[0]?.value ?? '';
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map((resource) => ({ ...resource })),
			default: firstResource,
		},
		...selectors,
		...describeFields(operations),
		...toolFields,
	];
}

/** The parameters of a node without resources: the operation selector, then the fields. */
export function describeOperations(operations: readonly Operation[]): INodeProperties[] {
	return [
		operationSelector(operations, operations[0]?.value ?? ''),
		...describeFields(operations),
		...toolFields,
	];
}

function describeFields(operations: readonly Operation[]): INodeProperties[] {
	return operations.flatMap(({ resource, value, fields }) =>
		showFor({ ...(resource !== undefined && { resource }), operation: value }, fields),
	);
}
