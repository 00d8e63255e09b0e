import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { toErrorItem, toNodeError } from '../items/nodeError';
import { pairItem } from '../items/outputItem';
import type { ServiceClient } from '../transport/serviceClient';
import type { PreparedRequest, RequestOperation } from './operation';
import { prepareItems, type Prepared } from './readItems';

/** Runs a single-request operation: all items are checked first, then sent one after the other. */
export async function runRequestOperation(
	context: IExecuteFunctions,
	operation: RequestOperation,
	client: ServiceClient,
): Promise<INodeExecutionData[]> {
	const entries = prepareItems(context, operation, operation.prepare);
	const keepGoing = context.continueOnFail();
	const refused = entries.find((entry) => 'error' in entry);
	if (!keepGoing && refused && 'error' in refused) {
		throw toNodeError(context.getNode(), refused.error, refused.itemIndex);
	}
	const signal = context.getExecutionCancelSignal();
	const items: INodeExecutionData[] = [];
	for (const entry of entries) {
		const result = await runEntry(entry, client, signal).catch((error: unknown) => ({ error }));
		if (!('error' in result)) {
			items.push(...result.items);
			continue;
		}
		if (!keepGoing || signal?.aborted === true) {
			throw toNodeError(context.getNode(), result.error, entry.itemIndex);
		}
		items.push(toErrorItem(context.getNode(), result.error, entry.itemIndex));
	}
	return items;
}

async function runEntry(
	entry: Prepared<PreparedRequest>,
	client: ServiceClient,
	signal: AbortSignal | undefined,
): Promise<{ items: INodeExecutionData[] }> {
	if ('error' in entry) throw entry.error;
	const { request, toItems } = entry.value;
	const answer = await client.send(request, { signal });
	return { items: toItems(answer).map((item) => pairItem(item, entry.itemIndex)) };
}
