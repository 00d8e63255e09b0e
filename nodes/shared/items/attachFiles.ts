import type { IBinaryKeyData, IExecuteFunctions } from 'n8n-workflow';
import { openSignedLink } from '../transport/signedLink';
import type { OutputFile } from './outputItem';

/**
 * Streams the files of an item into n8n's binary storage.
 * @throws WebDataError when one can't be read
 */
export async function attachFiles(
	context: IExecuteFunctions,
	files: readonly OutputFile[],
): Promise<IBinaryKeyData> {
	const binary: IBinaryKeyData = {};
	for (const file of files) {
		const { content, mimeType } = await openFile(context, file);
		binary[file.field] = await context.helpers.prepareBinaryData(content, file.fileName, mimeType);
	}
	return binary;
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
