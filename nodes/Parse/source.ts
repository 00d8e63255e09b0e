import type { INodeProperties } from 'n8n-workflow';
import { readChoice } from '../shared/fields/choice';
import { choiceField, named, namedFields, textField } from '../shared/fields/field';
import {
	InputError,
	readRequiredText,
	type ParameterValues,
	readTextList,
} from '../shared/items/parameterValues';
import type { InputItem } from '../shared/operations/operation';
import { readUrls } from '../shared/items/urlList';
import type { FileToSend } from '../shared/transport/fileToSend';
import type { ServiceClient } from '../shared/transport/serviceClient';
import { bodyText } from '../shared/transport/serviceBody';
import { unreadableAnswerError } from '../shared/transport/serviceError';
import { WebDataError } from '../shared/transport/webDataError';

/**
 * `api/openapi.yaml`, POST /parse: direct upload 50 MB, and upload through a prepared address 500 MB. Whether that
 * means 1,000 or 1,024 it does not say. So what is sent directly stays within the smaller reading, and
 * only what exceeds the larger one is refused here: an upload's size is asked for before its bytes.
 */
export const MAX_DIRECT_BYTES = 50 * 1_000 * 1_000;
const MAX_UPLOAD_BYTES = 500 * 1_024 * 1_024;

export type Source = { file: FileToSend } | { url: string } | { fileId: string };

const fields = namedFields({
	binaryPropertyName: textField(
		"The binary field of the input item that holds the document. Separate several names with commas, or use * for any characters: attachment_* takes all attachments of a mail. If the item has a single file, 'data' takes it whatever its name.",
		{
			displayName: 'Input Data Field Name',
			required: true,
			default: 'data',
			placeholder: 'e.g. data, or attachment_*',
			hint: 'The name of the input field containing the file data to be processed. For several files, use a pattern such as Invoice_*.',
		},
	),
	url: textField('Web address of the document', {
		displayName: 'URL',
		required: true,
		placeholder: 'e.g. https://example.com/report.pdf',
	}),
	fileId: textField('ID of a file at the service. It is kept for 24 hours.', {
		displayName: 'File ID',
		required: true,
		placeholder: 'e.g. {{ $json.fileId }}',
	}),
});

export const { binaryPropertyName: binaryFieldField, fileId: fileIdField } = fields;

const FILE_ID = 'File ID: A file that is stored at the service';
const URL_CHOICE = 'URL: A link to the document';

const sourceChoice = named(
	'source',
	choiceField(
		'binary',
		{ fileId: FILE_ID, binary: 'Input File: Files of the input item', url: URL_CHOICE },
		'Where the document comes from. An expression can choose for each item.',
		{ displayOptions: { hide: { '@tool': [true] } } },
	),
);

/** An agent has links and IDs, never files. */
const agentSourceChoice = named(
	'source',
	choiceField('url', { fileId: FILE_ID, url: URL_CHOICE }, 'Where the document comes from', {
		displayOptions: { show: { '@tool': [true] } },
	}),
);

const showFrom = (source: string, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { source: [source] } },
});

export const sourceFields: readonly INodeProperties[] = [
	agentSourceChoice,
	sourceChoice,
	showFrom('binary', fields.binaryPropertyName),
	showFrom('url', fields.url),
	showFrom('fileId', fields.fileId),
];

/** Whether a field's name matches a pattern in which * matches any characters. */
function matchesPattern(field: string, wanted: string): boolean {
	const parts = wanted.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
	return new RegExp(`^${parts.join('.*')}$`).test(field);
}

function checkFile(file: FileToSend): FileToSend {
	if (file.sizeBytes === 0) {
		throw new InputError(
			binaryFieldField.displayName,
			`is '${file.fileName}', an empty file`,
			'Check the node that created the file.',
		);
	}
	if (file.sizeBytes !== undefined && file.sizeBytes > MAX_UPLOAD_BYTES) {
		throw new InputError(
			binaryFieldField.displayName,
			`is '${file.fileName}', a file of ${Math.ceil(file.sizeBytes / 1_000_000)} MB`,
			'Files may have up to 500 MB. Split the document first.',
		);
	}
	return file;
}

/** A pattern for all of these names: what they begin with, then *. */
function patternFor([first = '', ...others]: readonly string[]): string {
	const length = [...first].findIndex((_, index) =>
		others.some((name) => !name.startsWith(first.slice(0, index + 1))),
	);
	return `${length < 0 ? first : first.slice(0, length)}*`;
}

/**
 * The binary field of an item that a name without * means. The default name means the only file of an
 * item, whatever that is called: forms and mails name files after themselves.
 * @throws InputError when the item has no such field
 */
function findField(name: string, fileFields: readonly string[]): string {
	const { displayName, default: defaultName } = binaryFieldField;
	const [only = name, ...others] = fileFields;
	if (fileFields.includes(name)) return name;
	if (name === defaultName && others.length === 0 && fileFields.length > 0) return only;
	const advice =
		others.length > 0
			? `This item's files: ${fileFields.join(', ')}. Enter one of them, or ${patternFor(fileFields)} for all.`
			: `Its only file is in '${only}': enter that name.`;
	throw new InputError(
		displayName,
		`is '${name}', but the input item has no such file`,
		fileFields.length > 0 ? advice : 'The item has no files: check the node before this one.',
	);
}

/**
 * Reads the files of an input item, each once, in the order in which they are named; a name with *
 * may mean none.
 * @throws InputError when one is empty or too large
 */
export async function readInputFiles(
	values: ParameterValues,
	item: InputItem,
): Promise<FileToSend[]> {
	readRequiredText(
		values,
		binaryFieldField,
		"Enter the name of the binary field with the file, e.g. 'data'.",
	);
	const fields = readTextList(values, binaryFieldField).flatMap((name) =>
		name.includes('*')
			? item.fileFields.filter((field) => matchesPattern(field, name))
			: [findField(name, item.fileFields)],
	);
	const files: FileToSend[] = [];
	for (const field of new Set(fields)) files.push(checkFile(await item.file(field)));
	return files;
}

export function readFileId(values: ParameterValues): string {
	return readRequiredText(
		values,
		fileIdField,
		'Enter the ID of a stored file. If the field holds an expression, check that it returns one for this item.',
	);
}

/**
 * Reads where the documents of one item come from: one, or any number of files.
 * @throws InputError when they can't be used
 */
export async function readSources(values: ParameterValues, item: InputItem): Promise<Source[]> {
	switch (readChoice(values, sourceChoice)) {
		case 'binary':
			return (await readInputFiles(values, item)).map((file) => ({ file }));
		case 'url': {
			const [url = ''] = readUrls(values.url, 'URL', 1);
			return [{ url }];
		}
		case 'fileId':
			return [{ fileId: readFileId(values) }];
	}
}

/** The hint for an item without a matching file: not every mail has attachments. */
export function describeMissing(found: readonly unknown[], values: ParameterValues): string[] {
	if (found.length > 0) return [];
	const name = String(values[binaryFieldField.name]);
	return [`An item has no file that matches '${name}', so it is skipped`];
}

/** Whether a file needs its own prepared upload. */
export function isLarge({ sizeBytes }: FileToSend): boolean {
	return sizeBytes === undefined || sizeBytes > MAX_DIRECT_BYTES;
}

/**
 * Stores a file at the service: asks for an address, then sends the bytes there, without the API
 * key (`api/openapi.yaml`, POST /parse/uploads).
 * @throws WebDataError when it could not be stored
 */
export async function storeFile(
	client: ServiceClient,
	file: FileToSend,
	signal: AbortSignal | undefined,
): Promise<{ fileId: string }> {
	if (file.sizeBytes === undefined) {
		throw new WebDataError(
			`The size of '${file.fileName}' is not known`,
			'Create the file again with the node before this one, so that n8n stores its size.',
		);
	}
	const body = { fileName: file.fileName, size: file.sizeBytes };
	const path = '/parse/uploads';
	const request = { method: 'POST' as const, path, body, expects: ['uploadUrl'] };
	const answer = await client.send(request, { signal });
	const fileId = bodyText(answer.body, 'fileId');
	const uploadUrl = bodyText(answer.body, 'uploadUrl');
	if (fileId === undefined || uploadUrl === undefined) throw unreadableAnswerError();
	await client.upload(uploadUrl, file, signal);
	return { fileId };
}
