import { Readable } from 'node:stream';
import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	NodeExecutionHint,
} from 'n8n-workflow';
import type { Clock } from '../../nodes/shared/transport/clock';
import { holdItems } from './heldToContract';
import { findPackageNode, itemSourceOf } from './packageNodes';
import { ScriptedService, testNode, type Reply, type Script } from './scriptedService';

/** A run of a node over one item, in memory: without n8n's engine, without HTTP. */
export interface FakeExecution {
	/** The type name of the node, such as `scrape`. */
	node: string;
	/** What is set; all other parameters are as a fresh node has them. */
	parameters: IDataObject;
	/** The file of the input item in the field `data`. */
	file?: IBinaryData;
}

/** What came of it. */
export interface FakeOutcome {
	items: INodeExecutionData[];
	error?: Error & { description?: string | null };
	hints: NodeExecutionHint[];
	service: ScriptedService;
}

/** A body as n8n's helper gives it: a stream when one was asked for. */
function asAskedFor({ encoding }: IHttpRequestOptions, reply: Reply): Reply {
	const { body } = reply;
	if (encoding !== 'stream') return reply;
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { ...reply, body: Readable.from([Buffer.from(text)]) };
}

/** Runs a node against a service that answers by a script. */
export async function runInMemory(
	{ node, parameters, file }: FakeExecution,
	clock: Clock,
	script: Script,
): Promise<FakeOutcome> {
	const found = findPackageNode(node);
	const type = found?.type;
	if (!found || !type?.execute) throw new Error(`No node ${node}`);
	const service = new ScriptedService(clock, script);
	const requests = service.context();
	const { httpRequest, httpRequestWithAuthentication } = requests.helpers;
	const hints: NodeExecutionHint[] = [];
	const input = [{ json: {}, ...(file && { binary: { data: file } }) }];
	const context = {
		...requests,
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) =>
				asAskedFor(options, await httpRequest(options)),
			httpRequestWithAuthentication: async (name: string, options: IHttpRequestOptions) =>
				asAskedFor(options, await httpRequestWithAuthentication.call(context, name, options)),
			assertBinaryData: () => file,
			prepareBinaryData: async (content: Buffer | Readable, fileName: string, mimeType: string) => {
				const chunks = content instanceof Readable ? await content.toArray() : [content];
				return { data: Buffer.concat(chunks).toString('base64'), fileName, mimeType };
			},
		},
		addExecutionHints: (...added: NodeExecutionHint[]) => void hints.push(...added),
		continueOnFail: () => false,
		getContext: () => ({}),
		getExecutionCancelSignal: () => undefined,
		getInputData: () => input,
		getNode: () => ({ ...testNode, type: node }),
		getNodeParameter: (name: string, _index: number, given: unknown, more?: object) => {
			const value = parameters[name] ?? given;
			return more && 'extractValue' in more && more.extractValue ? Object(value).value : value;
		},
		getTimezone: () => 'UTC',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
	} as unknown as IExecuteFunctions;
	return await type.execute.call(context).then(
		(outputs) => {
			const items = Array.isArray(outputs) ? outputs.flat() : [];
			holdItems(
				itemSourceOf(found, parameters),
				items.map(({ json }) => json),
			);
			return { items, hints, service };
		},
		(error: Error) => ({ items: [], error, hints, service }),
	);
}
