import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
} from 'n8n-workflow';
import { attachFiles } from '../items/attachFiles';
import { toErrorItem } from '../items/nodeError';
import type { OutputFile, OutputItem, PartFailure } from '../items/outputItem';
import { MISSING_FILES } from './hints';

/**
 * Whether the node runs as a tool of an AI agent, which gets the JSON of items and nothing else. Newer
 * agents have the engine run their tools as nodes, which only the name of the type shows.
 */
export function isTool(context: IExecuteFunctions): boolean {
	return context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');
}

/** Lets go of files that nobody takes, so that no connection stays open; texts become fields. */
function toTexts(files: readonly OutputFile[]): IDataObject {
	const texts: IDataObject = {};
	for (const file of files) {
		if ('stream' in file) file.stream.destroy();
		if ('text' in file) texts[file.field] = file.text;
	}
	return texts;
}

function toPairedItem(indexes: readonly number[]): IPairedItemData | IPairedItemData[] {
	const [first = 0, ...others] = indexes;
	return others.length === 0 ? { item: first } : indexes.map((item) => ({ item }));
}

/** Whether a part that did not work is an error item: in the error output, or instead of stopping. */
function isErrorItem(context: IExecuteFunctions, { isReturned }: PartFailure): boolean {
	if (!context.continueOnFail()) return false;
	return !isReturned || context.getNode().onError === 'continueErrorOutput';
}

/**
 * An operation's item as n8n takes it: paired to its input item, with its files, or as an error item.
 * @param itemIndexes the input items it answers, when the item itself names none
 * @throws WebDataError for a part that did not work, when the user chose to stop then
 */
export async function toNodeItem(
	context: IExecuteFunctions,
	item: OutputItem,
	itemIndexes: readonly number[],
): Promise<INodeExecutionData> {
	const indexes = item.itemIndex === undefined ? itemIndexes : [item.itemIndex];
	const { failure } = item;
	if (failure && isErrorItem(context, failure)) {
		return toErrorItem(context.getNode(), failure.error, indexes[0] ?? 0);
	}
	if (failure && !failure.isReturned) throw failure.error;
	const pairedItem = toPairedItem(indexes);
	const { files = [] } = item;
	if (isTool(context)) return { json: { ...item.json, ...toTexts(files) }, pairedItem };
	if (files.length === 0) return { json: item.json, pairedItem };
	const { binary, failures } = await attachFiles(context, files);
	const json = failures.length > 0 ? { ...item.json, [MISSING_FILES]: failures } : item.json;
	return { json, binary, pairedItem };
}
