import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
} from 'n8n-workflow';
import { describeOperations } from '../../nodes/shared/operations/describeProperties';
import type { Operation } from '../../nodes/shared/operations/operation';
import { runOperation } from '../../nodes/shared/operations/runOperation';
import { CREDENTIAL_TYPE } from '../../nodes/shared/transport/httpExchange';
import { runWorkflow } from './n8nWorkflow';

type Execute = (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A node of the package's shape that does one thing. */
function nodeTypeOf(properties: INodeProperties[], execute: Execute): INodeType {
	return {
		description: {
			displayName: 'Web Data Test',
			name: 'test',
			group: ['input'],
			version: 1,
			description: 'A node of the tests',
			defaults: { name: 'Web Data Test' },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			credentials: [{ name: CREDENTIAL_TYPE, required: true }],
			properties,
		},
		async execute(this: IExecuteFunctions) {
			return await execute(this);
		},
	};
}

/** A node with these operations and no resources. */
export function nodeWithOperations(operations: readonly Operation[]): INodeType {
	return nodeTypeOf(
		describeOperations(operations),
		async (context) => await runOperation(context, operations),
	);
}

/** The context of a node as n8n's tools have it. */
function asTool(context: IExecuteFunctions): IExecuteFunctions {
	const tool: IExecuteFunctions = Object.create(context, {
		isToolExecution: { value: () => true },
	});
	return tool;
}

/** The same as a tool of an AI agent: n8n knows tools by the end of their type name. */
export function toolWithOperations(operations: readonly Operation[]): INodeType {
	const nodeType = nodeTypeOf(
		describeOperations(operations),
		async (context) => await runOperation(asTool(context), operations),
	);
	nodeType.description.name = 'testTool';
	return nodeType;
}

export interface ProbeSettings {
	baseUrl: string;
	apiKey?: string;
	authentication?: 'bearer' | 'header';
}

/** Does something in the context that n8n's own engine gives a node, and returns what came of it. */
export async function inNode<T>(
	settings: ProbeSettings,
	work: (context: IExecuteFunctions) => Promise<T>,
): Promise<T> {
	let result: Promise<T> | undefined;
	const nodeType = nodeTypeOf([], async (context) => {
		result = work(context);
		await result.catch(() => undefined);
		return [[]];
	});
	await runWorkflow({ ...settings, nodeType, parameters: {}, items: [{}] });
	if (!result) throw new Error('The node did not run');
	return await result;
}
