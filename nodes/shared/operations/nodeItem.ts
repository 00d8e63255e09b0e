import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPairedItemData,
	IBinaryData,
	IBinaryKeyData,
} from 'n8n-workflow';
import { toErrorItem } from '../items/nodeError';
import type { OutputFile, OutputItem } from '../items/outputItem';
import { MISSING_FILES } from './hints';
import { systemClock } from '../transport/clock';
import { isByteStream, type ByteStream } from '../transport/httpExchange';
import { isNoFile } from '../transport/serviceRequest';
import { openSignedLink } from '../transport/signedFiles';
import { WebDataError } from '../transport/webDataError';

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
function isErrorItem(
	context: IExecuteFunctions,
	{ isReturned }: NonNullable<OutputItem['failure']>,
): boolean {
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

/**
 * Streams the files of an item into n8n's binary storage.
 * @returns `failures` say which linked files are missing and why: the rest of the item is worth having
 * without them
 * @throws when a file that is the result itself, not one behind a link, can't be read
 */
async function attachFiles(
	context: IExecuteFunctions,
	files: readonly OutputFile[],
): Promise<{ binary: IBinaryKeyData; failures: string[] }> {
	const binary: IBinaryKeyData = {};
	const failures: string[] = [];
	for (const file of files) {
		const store = async () => await storeFile(context, file, await openFile(context, file));
		if (!('url' in file)) {
			binary[file.field] = await store();
			continue;
		}
		const stored = await store().catch((error: unknown) => ({ error }));
		if (!('error' in stored)) binary[file.field] = stored;
		else failures.push(describeFailure(file, stored.error));
	}
	return { binary, failures };
}

/** n8n keeps nothing of a file that breaks off, but its error says only "aborted". */
async function storeFile(
	context: IExecuteFunctions,
	{ fileName }: OutputFile,
	{ content, mimeType }: Awaited<ReturnType<typeof openFile>>,
): Promise<IBinaryData> {
	let isBroken = false;
	if (isByteStream(content)) content.once('error', () => (isBroken = true));
	return await context.helpers
		.prepareBinaryData(content, fileName, mimeType)
		.catch((error: unknown) => Promise.reject(isBroken ? brokenFileError(fileName) : error));
}

function brokenFileError(fileName: string): WebDataError {
	return new WebDataError(
		`The file '${fileName}' was not received completely`,
		'The connection broke, and nothing of the file was kept. Run the node again.',
	);
}

function describeFailure({ fileName }: OutputFile, error: unknown): string {
	return error instanceof WebDataError
		? error.message
		: `The file '${fileName}' could not be stored`;
}

async function openFile(
	context: IExecuteFunctions,
	file: OutputFile,
): Promise<{ content: ByteStream | Buffer; mimeType: string }> {
	const { mimeType } = file;
	if ('stream' in file) return { content: file.stream, mimeType };
	if ('text' in file) return { content: Buffer.from(file.text, 'utf8'), mimeType };
	const what = `The file '${file.fileName}'`;
	const signal = context.getExecutionCancelSignal();
	const options = { clock: systemClock, signal };
	const { stream, headers } = await openSignedLink(context, file.url, what, options);
	const found = headers['content-type']?.split(';')[0]?.trim() || mimeType;
	if (isOther(found, mimeType)) {
		stream.destroy();
		const answer = found === 'text/html' ? 'a web page' : 'a text';
		throw new WebDataError(
			`${what} could not be read: ${answer} answered instead`,
			'Check whether a sign-in page or proxy is in front of the service.',
		);
	}
	return { content: stream, mimeType: found };
}

/**
 * Whether what a link gave is something else than the file: the page, the text or the JSON of something
 * between. Stores have many types for one kind of text.
 */
function isOther(found: string, mimeType: string): boolean {
	if (mimeType === 'text/html') return false;
	if (mimeType.startsWith('text/')) return /\b(html|json)\b/.test(found);
	return isNoFile({ headers: { 'content-type': found } });
}

/** An item with its position among those of its input item. */
export interface PositionedItem {
	item: INodeExecutionData;
	position: number;
	/** Set when it is about a part that did not work. */
	failure?: WebDataError;
}

/** The input item that an item answers. */
export function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : (first ?? 0);
}

/** Output in the order of the input; items of one input item keep their order. */
export function sortByItem(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	return sortByPosition(items.map((item) => ({ item, position: 0 })));
}

/** The same for items that several jobs gave for one input item. */
export function sortByPosition(items: readonly PositionedItem[]): INodeExecutionData[] {
	return [...items]
		.sort((a, b) => itemIndexOf(a.item) - itemIndexOf(b.item) || a.position - b.position)
		.map(({ item }) => item);
}
