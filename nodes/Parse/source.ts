import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../shared/items/inputError';
import type { InputItem } from '../shared/items/inputItem';
import { readRequiredText, type ParameterValues } from '../shared/items/parameterValues';
import { readUrls } from '../shared/items/urlList';
import type { FileToSend } from '../shared/transport/fileToSend';
import type { ServiceClient } from '../shared/transport/serviceClient';
import { bodyText } from '../shared/transport/serviceBody';
import { WebDataError } from '../shared/transport/webDataError';

/**
 * Reference, Limits: direct upload 50 MB, and upload through a prepared address 500 MB. Whether that
 * means 1,000 or 1,024 it does not say. So what is sent directly stays within the smaller reading, and
 * only what exceeds the larger one is refused here: an upload's size is asked for before its bytes.
 */
export const MAX_DIRECT_BYTES = 50 * 1_000 * 1_000;
const MAX_UPLOAD_BYTES = 500 * 1_024 * 1_024;

/** Where a document comes from. */
export type Source = { file: FileToSend } | { url: string } | { fileId: string };

export const binaryFieldField: INodeProperties = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	placeholder: 'e.g. data',
	description: 'The binary field of the input item that holds the document',
	hint: 'The name of the input field containing the file data to be processed',
};

export const fileIdField: INodeProperties = {
	displayName: 'File ID',
	name: 'fileId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.fileId }}',
	description: 'ID of a file at the service. It is kept for 24 hours.',
};

/** Which document to parse. */
export const sourceFields: readonly INodeProperties[] = [
	{
		displayName: 'Source',
		name: 'source',
		type: 'options',
		options: [
			{ name: 'File ID', value: 'fileId', description: 'A file that is stored at the service' },
			{ name: 'Input File', value: 'binary', description: 'A file of the input item' },
			{ name: 'URL', value: 'url', description: 'A link to the document' },
		],
		default: 'binary',
		description: 'Where the document comes from. An expression can choose for each item.',
	},
	{ ...binaryFieldField, displayOptions: { show: { source: ['binary'] } } },
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/report.pdf',
		displayOptions: { show: { source: ['url'] } },
		description: 'Web address of the document',
	},
	{ ...fileIdField, displayOptions: { show: { source: ['fileId'] } } },
];

/**
 * Reads the file of an input item.
 * @throws InputError when it is empty or too large
 */
export async function readInputFile(values: ParameterValues, item: InputItem): Promise<FileToSend> {
	const field = readRequiredText(
		values,
		'binaryPropertyName',
		'Input Data Field Name',
		"Enter the name of the binary field that holds the file, e.g. 'data'.",
	);
	const file = await item.file(field);
	if (file.sizeBytes === 0) {
		throw new InputError(
			'Input Data Field Name',
			`names an empty file, '${file.fileName}'`,
			'Check the node that made the file.',
		);
	}
	if (file.sizeBytes !== undefined && file.sizeBytes > MAX_UPLOAD_BYTES) {
		throw new InputError(
			'Input Data Field Name',
			`names a file of ${Math.ceil(file.sizeBytes / 1_000_000)} MB, '${file.fileName}'`,
			'Files may have up to 500 MB. Split the document first.',
		);
	}
	return file;
}

export function readFileId(values: ParameterValues): string {
	return readRequiredText(
		values,
		'fileId',
		'File ID',
		'Enter the ID of a stored file. If the field holds an expression, check that it gives one for this item.',
	);
}

/**
 * Reads where the document of one item comes from.
 * @throws InputError when it can't be used
 */
export async function readSource(values: ParameterValues, item: InputItem): Promise<Source> {
	switch (values.source) {
		case 'binary':
			return { file: await readInputFile(values, item) };
		case 'url': {
			const [url = ''] = readUrls(values.url, 'URL', 1);
			return { url };
		}
		case 'fileId':
			return { fileId: readFileId(values) };
		default:
			throw new InputError(
				'Source',
				`is ${JSON.stringify(values.source)}`,
				'Choose Input File (binary), URL (url) or File ID (fileId).',
			);
	}
}

/** Whether a file needs a prepared upload of its own. */
export function isLarge({ sizeBytes }: FileToSend): boolean {
	return sizeBytes === undefined || sizeBytes > MAX_DIRECT_BYTES;
}

/** A file that is stored at the service. */
export interface StoredFile {
	fileId: string;
	/** How long the address for the upload was valid, in seconds. */
	expiresIn: unknown;
}

/**
 * Stores a file at the service: asks for an address, then sends the bytes there, without the API
 * key (reference, POST /parse/uploads).
 * @throws WebDataError when it could not be stored
 */
export async function storeFile(
	client: ServiceClient,
	file: FileToSend,
	signal: AbortSignal | undefined,
): Promise<StoredFile> {
	if (file.sizeBytes === undefined) {
		throw new WebDataError(
			`The size of '${file.fileName}' is not known`,
			'Write the file anew with the node that makes it, so that n8n stores its size.',
		);
	}
	const body = { fileName: file.fileName, size: file.sizeBytes };
	const answer = await client.send({ method: 'POST', path: '/parse/uploads', body }, { signal });
	const fileId = bodyText(answer.body, 'fileId');
	const uploadUrl = bodyText(answer.body, 'uploadUrl');
	if (fileId === undefined || uploadUrl === undefined) {
		throw new WebDataError(
			'The service named no address for the upload',
			'Run the node again. If it stays, tell the support of the service.',
		);
	}
	await client.upload(uploadUrl, file, signal);
	const { expiresIn } = answer.body as { expiresIn?: unknown };
	return { fileId, expiresIn };
}
