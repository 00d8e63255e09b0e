import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { named, textField } from '../fields/field';
import type { Operation } from './operation';
import { toolFields } from './toolOutput';

/**
 * n8n's guidelines want longer lists of choices in alphabetical order (lint holds it, from five on). A
 * short one stays in the order of the table, so that the one most wanted comes first.
 */
const MAX_UNSORTED = 4;

function operationSelector(
	operations: readonly Operation[],
	defaultValue: string,
	resource?: string,
): INodeProperties {
	const byName = (a: INodePropertyOptions, b: INodePropertyOptions) =>
		a.name.localeCompare(b.name, 'en');
	const options = operations.map(({ name, value, action, description, builderHint }) => ({
		name,
		value,
		action,
		description,
		...(builderHint !== undefined && { builderHint: { propertyHint: builderHint } }),
	}));
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		...(resource !== undefined && { displayOptions: { show: { resource: [resource] } } }),
		options: options.length > MAX_UNSORTED ? options.sort(byName) : options,
		default: defaultValue,
	};
}

/**
 * What the model of an agent reads about the node as a tool; the builder of the agent can change it.
 * Without a field of this name n8n adds its own, and describes the tool by the action of the
 * operation, which is written for the node list (n8n 2.41, `convertNodeToAiTool`, `getToolDescriptionForNode`).
 */
function toolDescriptionOf({ agentDescription, description }: Operation): INodeProperties {
	return named(
		'toolDescription',
		textField('What this tool does and when to use it, for the AI model', {
			typeOptions: { rows: 3 },
			default: agentDescription ?? description,
			displayOptions: { show: { '@tool': [true] } },
		}),
	);
}

/**
 * The parameters of a node with resources: the resource selector, one operation selector per
 * resource (its first operation in the table is the default), then every operation's fields.
 */
export function describeResources(
	resources: ReadonlyArray<{ value: string; name: string; description?: string }>,
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
	];
}

/** The parameters of a node without resources: the operation selector, then the fields. */
export function describeOperations(operations: readonly Operation[]): INodeProperties[] {
	return [operationSelector(operations, operations[0]?.value ?? ''), ...describeFields(operations)];
}

/** The line under the node on the canvas: what the chosen operation does, e.g. `Crawl website`. */
export function describeSubtitle(operations: readonly Operation[]): string {
	const actions = operations.map(({ resource, value, action }) => [
		resource === undefined ? value : `${resource}.${value}`,
		action,
	]);
	const hasResources = operations.some(({ resource }) => resource !== undefined);
	const key = hasResources
		? '$parameter["resource"] + "." + $parameter["operation"]'
		: '$parameter["operation"]';
	return `={{ (${JSON.stringify(Object.fromEntries(actions))})[${key}] }}`;
}

/** The fields of all operations: what the tool is first, and those for agents above the options. */
function describeFields(operations: readonly Operation[]): INodeProperties[] {
	const fieldsOf = (fields: (operation: Operation) => readonly INodeProperties[]) =>
		operations.flatMap((operation) =>
			showFor({ resource: operation.resource, operation: operation.value }, fields(operation)),
		);
	const fields = fieldsOf((operation) => operation.fields);
	const isOptions = ({ name }: INodeProperties) => name === 'options' || name === 'filters';
	return [
		...fieldsOf((operation) => [toolDescriptionOf(operation)]),
		...fields.filter((field) => !isOptions(field)),
		...toolFields,
		...fields.filter(isOptions),
	];
}

/**
 * Fields shown only for an operation or event, keeping their own conditions.
 * @param conditions values of other parameters; an undefined one is none
 */
export function showFor(
	conditions: Readonly<Record<string, string | undefined>>,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	const wanted = Object.fromEntries(
		Object.entries(conditions).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, [value]]],
		),
	);
	return fields.map((field) => {
		const show = { ...wanted, ...field.displayOptions?.show };
		return { ...field, displayOptions: { ...field.displayOptions, show } };
	});
}
