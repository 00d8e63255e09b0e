import {
	NodeOperationError,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IPairedItemData,
} from 'n8n-workflow';
import { attachFiles } from '../items/attachFiles';
import { toErrorItem, toNodeError } from '../items/nodeError';
import { MISSING_FILES } from './hints';
import type { OutputFile, OutputItem } from '../items/outputItem';
import { WebDataError, type ErrorDetails } from '../transport/webDataError';

/** Whether the node runs as a tool of an AI agent, which gets the JSON of items and nothing else. */
export function isTool(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true;
}

/** Lets go of files that nobody takes, so that no connection stays open. */
function dropFiles(files: readonly OutputFile[] = []): [] {
	for (const file of files) if ('stream' in file) file.stream.destroy();
	return [];
}

/** One part of a job did not work, and the user chose to stop then. The good parts are not lost. */
function toPartError(node: INode, { message, description }: WebDataError, itemIndex: number) {
	return new NodeOperationError(node, message, {
		description: `${description} To get the good results and the failures side by side, set 'On Error' in the node's settings to 'Continue (using error output)'.`,
		itemIndex,
	});
}

function toPairedItem(indexes: readonly number[]): IPairedItemData | IPairedItemData[] {
	const [first = 0, ...others] = indexes;
	return others.length === 0 ? { item: first } : indexes.map((item) => ({ item }));
}

/**
 * An operation's item as n8n takes it: paired to its input item, with its files, or as an error item.
 * @param itemIndexes the input items it answers, when the item itself names none
 */
export async function toNodeItem(
	context: IExecuteFunctions,
	item: OutputItem,
	itemIndexes: readonly number[],
): Promise<INodeExecutionData> {
	const indexes = item.itemIndex === undefined ? itemIndexes : [item.itemIndex];
	if (item.error) {
		const [index = 0] = indexes;
		if (!context.continueOnFail()) throw toPartError(context.getNode(), item.error, index);
		return toErrorItem(context.getNode(), item.error, index);
	}
	const pairedItem = toPairedItem(indexes);
	const files = isTool(context) ? dropFiles(item.files) : (item.files ?? []);
	if (files.length === 0) return { json: item.json, pairedItem };
	const { binary, failures } = await attachFiles(context, files);
	const json = failures.length > 0 ? { ...item.json, [MISSING_FILES]: failures } : item.json;
	return { json, binary, pairedItem };
}

/**
 * The n8n items of a job's result. What can't be made into an item, such as a file whose link fails,
 * fails the node or becomes an error item, as the user chose; either names the job.
 * @param details name the job
 * @throws NodeOperationError without Continue On Fail
 */
export async function toNodeItems(
	context: IExecuteFunctions,
	make: () => OutputItem[],
	itemIndexes: readonly number[],
	details: ErrorDetails,
): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	const fill = async () => {
		for (const item of make()) items.push(await toNodeItem(context, item, itemIndexes));
	};
	await fill().catch((cause: unknown) => {
		if (cause instanceof NodeOperationError) throw cause;
		const error = withDetails(cause, details);
		const [itemIndex = 0] = itemIndexes;
		if (!context.continueOnFail()) throw toNodeError(context.getNode(), error, itemIndex);
		items.push(toErrorItem(context.getNode(), error, itemIndex));
	});
	return items;
}

function withDetails(cause: unknown, details: ErrorDetails): WebDataError {
	const ids = Object.values(details).join(', ');
	const message = cause instanceof Error ? cause.message : String(cause);
	const advice = cause instanceof WebDataError ? cause.description : '';
	const description =
		`${advice} The job itself is complete: take it up again by its ID, ${ids}.`.trim();
	return new WebDataError(message, description, details);
}
