import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
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

/** Releases files that are not used, so that no connection stays open; texts become fields. */
function toTexts(files: readonly OutputFile[]): IDataObject {
	const texts: IDataObject = {};
	for (const file of files) {
		if ('stream' in file) file.stream.destroy();
		if ('text' in file) texts[file.field] = file.text;
	}
	return texts;
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
	const { failure, files = [] } = item;
	if (failure) {
		// In the error output, or instead of stopping.
		const isErrorItem =
			context.continueOnFail() &&
			(!failure.isReturned || context.getNode().onError === 'continueErrorOutput');
		if (isErrorItem) return toErrorItem(context.getNode(), failure.error, indexes[0] ?? 0);
		if (!failure.isReturned) throw failure.error;
	}
	const pairedItem =
		indexes.length > 1 ? indexes.map((index) => ({ item: index })) : { item: indexes[0] ?? 0 };
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
		const stored = await storeFile(context, file).catch((error: unknown) => {
			if (!('url' in file)) throw error;
			const isExplained = error instanceof WebDataError;
			failures.push(
				isExplained ? error.message : `The file '${file.fileName}' could not be stored`,
			);
			return undefined;
		});
		if (stored) binary[file.field] = stored;
	}
	return { binary, failures };
}

/** n8n keeps nothing of a file that breaks off, but its error says only "aborted". */
async function storeFile(context: IExecuteFunctions, file: OutputFile): Promise<IBinaryData> {
	const { fileName } = file;
	const { content, mimeType } = await openFile(context, file);
	let isBroken = false;
	if (isByteStream(content)) content.once('error', () => (isBroken = true));
	const storing = context.helpers.prepareBinaryData(content, fileName, mimeType);
	return await storing.catch((error: unknown) => {
		if (!isBroken) throw error;
		throw new WebDataError(
			`The file '${fileName}' was not received completely`,
			'The connection broke, and no part of the file was kept. Run the node again.',
		);
	});
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

/** An item with its position among those of its input item, where several jobs gave some. */
export interface PositionedItem {
	item: INodeExecutionData;
	/** Default: 0. */
	position?: number;
	/** Set when it is about a part that did not work. */
	failure?: WebDataError;
}

export function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : (first ?? 0);
}

/** Output in the order of the input; items of one input item by their position, then as they came. */
export function sortByPosition(items: readonly PositionedItem[]): INodeExecutionData[] {
	const sorted = [...items].sort(
		(a, b) => itemIndexOf(a.item) - itemIndexOf(b.item) || (a.position ?? 0) - (b.position ?? 0),
	);
	return sorted.map(({ item }) => item);
}
