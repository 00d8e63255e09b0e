import './n8nEnvironment';
import { ExecutionLifecycleHooks, ExternalSecretsProxy, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IBinaryKeyData,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type NodeExecutionHint,
	type NodeParameterValueType,
} from 'n8n-workflow';
import { LOGIN_TYPE } from '../../nodes/shared/fields/login';
import { CREDENTIAL_TYPE } from '../../nodes/shared/transport/httpExchange';
import { holdItems, noteOwnNames } from './heldToContract';
import { CredentialsOf } from './n8nCredentials';
import { findPackageNode, itemSourceOf } from './packageNodes';

export interface WorkflowSettings {
	nodeType: INodeType;
	/** As the editor saves them: expressions begin with "=". */
	parameters: Record<string, NodeParameterValueType>;
	/** The JSON of each input item. */
	items: IDataObject[];
	/** The binary fields of the input items, by index. */
	binaries?: ReadonlyArray<IBinaryKeyData | undefined>;
	baseUrl: string;
	apiKey?: string;
	authentication?: 'bearer' | 'header';
	/** The fields of a website's login, when the node is given one. */
	login?: ICredentialDataDecryptedObject;
	/** Settings of the node, such as onError and retryOnFail. */
	settings?: Partial<INode>;
}

/** What came of the node. */
export interface NodeOutcome {
	status: IRun['status'];
	/** The items of its outputs: the main one, then the error branch if it has one. */
	outputs: INodeExecutionData[][];
	error: ITaskData['error'];
	hints: NodeExecutionHint[];
}

const NODE_NAME = 'Node Under Test';
const START_NAME = 'Start';

const main = NodeConnectionTypes.Main;

function startNodeType({ items, binaries = [] }: WorkflowSettings): INodeType {
	return {
		description: {
			displayName: 'Start',
			name: 'start',
			group: ['input'],
			version: 1,
			description: 'Gives the input items',
			defaults: { name: START_NAME },
			inputs: [],
			outputs: [main],
			properties: [],
		},
		execute: async () => [
			items.map((json, item) => {
				const binary = binaries[item];
				return { json, pairedItem: { item }, ...(binary && { binary }) };
			}),
		],
	};
}

function nodeTypesOf(types: Readonly<Record<string, INodeType>>): INodeTypes {
	const find = (name: string) => {
		const type = types[name];
		if (!type) throw new Error(`The tests have no node type ${name}`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

function node(name: string, type: string, more: Partial<INode> = {}): INode {
	return { id: type, name, type, typeVersion: 1, position: [0, 0], parameters: {}, ...more };
}

function createWorkflow(workflowSettings: WorkflowSettings): Workflow {
	const { nodeType, parameters, settings, login } = workflowSettings;
	const type = nodeType.description.name;
	return new Workflow({
		id: 'workflow',
		active: false,
		nodeTypes: nodeTypesOf({ start: startNodeType(workflowSettings), [type]: nodeType }),
		nodes: [
			node(START_NAME, 'start'),
			node(NODE_NAME, type, {
				...settings,
				parameters,
				credentials: {
					[CREDENTIAL_TYPE]: { id: '1', name: 'Service' },
					...(login && { [LOGIN_TYPE]: { id: '2', name: 'Login' } }),
				},
			}),
		],
		connections: { [START_NAME]: { main: [[{ node: NODE_NAME, type: main, index: 0 }]] } },
	});
}

function additionalData(settings: WorkflowSettings): IWorkflowExecuteAdditionalData {
	const { baseUrl, apiKey = 'key', authentication = 'bearer', login = {} } = settings;
	const address = 'http://127.0.0.1/n8n';
	const unused = async (): Promise<never> => {
		throw new Error('Not part of these tests');
	};
	const workflowData = {
		id: 'workflow',
		name: 'Workflow',
		active: false,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: [],
		connections: {},
	};
	return {
		credentialsHelper: new CredentialsOf({
			[CREDENTIAL_TYPE]: { baseUrl, apiKey, authentication },
			[LOGIN_TYPE]: login,
		}),
		externalSecretsProxy: new ExternalSecretsProxy(),
		hooks: new ExecutionLifecycleHooks('manual', '1', workflowData),
		executeWorkflow: unused,
		getRunExecutionData: unused,
		getRuntimeCredential: unused,
		startRunnerTask: unused,
		logAiEvent: () => undefined,
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: address,
		instanceBaseUrl: address,
		formBaseUrl: address,
		formWaitingBaseUrl: address,
		formTestBaseUrl: address,
		webhookBaseUrl: address,
		webhookWaitingBaseUrl: address,
		webhookTestBaseUrl: address,
		mcpBaseUrl: address,
		mcpTestBaseUrl: address,
	};
}

/** A run of n8n's own engine: one start node, one node under test. */
export interface RunningWorkflow {
	outcome: Promise<NodeOutcome>;
	/** What n8n's Stop button does. */
	stop(): void;
}

export function startWorkflow(settings: WorkflowSettings): RunningWorkflow {
	const workflow = createWorkflow(settings);
	const engine = new WorkflowExecute(additionalData(settings), 'manual', createRunExecutionData());
	const startNode = workflow.getNode(START_NAME);
	if (!startNode) throw new Error('The workflow has no start node');
	const run = engine.run({ workflow, startNode });
	const outcome = run.then((result) => {
		const read = readOutcome(result);
		holdOutput(settings, read);
		return read;
	});
	return { outcome, stop: () => run.cancel() };
}

/** Holds what a node of the package returned to its output schemas; fields that the user named are not known here. */
function holdOutput(
	{ nodeType, parameters, items }: WorkflowSettings,
	{ outputs }: NodeOutcome,
): void {
	const node = findPackageNode(nodeType.description.name);
	if (!node || ['rows', 'record'].includes(String(parameters.get))) return;
	noteOwnNames(items);
	holdItems(
		itemSourceOf(node, parameters),
		outputs.flat().map(({ json }) => json),
	);
}

export async function runWorkflow(settings: WorkflowSettings): Promise<NodeOutcome> {
	return await startWorkflow(settings).outcome;
}

function readOutcome({ status, data }: IRun): NodeOutcome {
	const task = data.resultData.runData[NODE_NAME]?.at(-1);
	return {
		status,
		outputs: (task?.data?.main ?? []).map((items) => items ?? []),
		error: task?.error ?? data.resultData.error,
		hints: task?.hints ?? [],
	};
}
