import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { openSignedLink } from '../transport/signedLink';
import { WebDataError } from '../transport/webDataError';
import type { OutputFile } from './outputItem';

/** What became of the files of an item. */
export interface AttachedFiles {
	binary: IBinaryKeyData;
	/** Why linked files are missing: the rest of the item is worth having without them. */
	failures: string[];
}

/**
 * Streams the files of an item into n8n's binary storage.
 * @throws when a file that is the result itself, not one behind a link, can't be read
 */
export async function attachFiles(
	context: IExecuteFunctions,
	files: readonly OutputFile[],
): Promise<AttachedFiles> {
	const attached: AttachedFiles = { binary: {}, failures: [] };
	for (const file of files) {
		const store = async () => {
			const { content, mimeType } = await openFile(context, file);
			return await context.helpers.prepareBinaryData(content, file.fileName, mimeType);
		};
		if (!('url' in file)) {
			attached.binary[file.field] = await store();
			continue;
		}
		const stored = await store().catch((error: unknown) => ({ error }));
		if (!('error' in stored)) attached.binary[file.field] = stored;
		else attached.failures.push(describeFailure(file, stored.error));
	}
	return attached;
}

function describeFailure({ fileName }: OutputFile, error: unknown): string {
	return error instanceof WebDataError
		? `${error.message}. ${error.description}`
		: `The file '${fileName}' could not be stored`;
}

async function openFile(context: IExecuteFunctions, file: OutputFile) {
	const { mimeType } = file;
	if ('stream' in file) return { content: file.stream, mimeType };
	if ('text' in file) return { content: Buffer.from(file.text, 'utf8'), mimeType };
	const what = `The file '${file.fileName}'`;
	const signal = context.getExecutionCancelSignal();
	const { stream, headers } = await openSignedLink(context, file.url, what, signal);
	return { content: stream, mimeType: headers['content-type']?.split(';')[0]?.trim() || mimeType };
}
