import type { IBinaryData, IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { isByteStream, type ByteStream } from '../transport/byteStream';
import { openSignedLink } from '../transport/signedLink';
import { WebDataError } from '../transport/webDataError';
import type { OutputFile } from './outputItem';

/**
 * Streams the files of an item into n8n's binary storage.
 * @returns `failures` say which linked files are missing and why: the rest of the item is worth having
 * without them
 * @throws when a file that is the result itself, not one behind a link, can't be read
 */
export async function attachFiles(
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

interface OpenFile {
	content: ByteStream | Buffer;
	mimeType: string;
}

/** n8n keeps nothing of a file that breaks off, but its error says only "aborted". */
async function storeFile(
	context: IExecuteFunctions,
	{ fileName }: OutputFile,
	{ content, mimeType }: OpenFile,
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

async function openFile(context: IExecuteFunctions, file: OutputFile): Promise<OpenFile> {
	const { mimeType } = file;
	if ('stream' in file) return { content: file.stream, mimeType };
	if ('text' in file) return { content: Buffer.from(file.text, 'utf8'), mimeType };
	const what = `The file '${file.fileName}'`;
	const signal = context.getExecutionCancelSignal();
	const { stream, headers } = await openSignedLink(context, file.url, what, signal);
	const found = headers['content-type']?.split(';')[0]?.trim() || mimeType;
	if (found === 'text/html' && mimeType !== 'text/html') {
		stream.destroy();
		throw new WebDataError(
			`${what} could not be read: a web page answered instead`,
			'Check whether a sign-in page or proxy is in front of the service.',
		);
	}
	return { content: stream, mimeType: found };
}
