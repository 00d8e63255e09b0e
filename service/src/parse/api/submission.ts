import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import { keepIgnoredFields } from '../../http/ignoredFields.ts';
import type { RequestBody } from '../../http/operation.ts';
import { hideUserInfo } from '../../secrets/userInfo.ts';
import { fileNameOfUrl, nameWithEnding } from '../../documents/fileNames.ts';
import {
	DIRECT_UPLOAD_MAX_BYTES,
	type DocumentFiles,
	isStored,
	type NewDocument,
	type StoredDocument,
	TooManyBytesError,
} from '../files/documentFiles.ts';
import type { ParseJobRequest, ParseOptions } from '../job/parseJob.ts';
import { checkOptions, type FormFields, readFormList, readFormOptions } from './options.ts';

/** A document that a request uploads or refers to. Its job, batch item and estimate are made from it. */
export interface SubmittedDocument {
	fileName: string;
	/** Address of a linked document. */
	sourceUrl: string | undefined;
	/** ID of a stored document. */
	fileId: string | undefined;
	/** Its bytes, if they have already arrived. */
	file?: StoredDocument;
	/** Whether it came with the request. */
	isUpload?: true;
	/** Expected number of pages. Default: 1. */
	pages?: number;
	/** Why it can't be parsed. */
	refusal?: ApiError;
}

/** What a request may contain. */
export interface SubmissionRules {
	/** Name of a form's file parts. */
	filePart: 'file' | 'files';
	/** Names of a form's text parts. */
	fields: readonly string[];
	maxDocuments: number;
	/** Messages for too many documents, and for none. */
	tooMany: string;
	none: string;
}

function fromFile(file: StoredDocument): SubmittedDocument {
	return { fileName: file.fileName, sourceUrl: file.sourceUrl, fileId: file.id, file };
}

function fromUrl(url: string): SubmittedDocument {
	const source = { sourceUrl: url, fileId: undefined };
	if (URL.canParse(url)) return { ...source, fileName: fileNameOfUrl(url) };
	const refusal = new ApiError(400, `"${url}" is not a web address.`);
	return { ...source, fileName: url, refusal };
}

/** Rejects unknown IDs, and files that are still to be uploaded (api/openapi.yaml, FileNotFound, FileNotUploaded). */
async function fromFileId(fileId: string, files: DocumentFiles): Promise<SubmittedDocument> {
	const file = await files.find(fileId);
	if (file && isStored(file)) return fromFile(file);
	const refusal = file
		? new ApiError(409, 'The file has not been uploaded yet')
		: new ApiError(404, 'File not found');
	return { fileName: file?.fileName ?? fileId, sourceUrl: undefined, fileId, refusal };
}

/** What is stored for a document. */
export interface DocumentJob {
	request: ParseJobRequest;
	/** The document, if it is to be recorded with its job. */
	newFile: NewDocument | undefined;
}

/** The job of a document. A link gets its file here, empty until it is fetched. */
export function toDocumentJob(
	{ fileName, sourceUrl = '', file: given, isUpload }: SubmittedDocument,
	{ options, ignoredFields }: Pick<Submission, 'options' | 'ignoredFields'>,
	files: DocumentFiles,
): DocumentJob {
	const file = given ?? files.announce(fileName, hideUserInfo(sourceUrl));
	const source = { fileId: file.id, fileName, sourceUrl: sourceUrl || undefined };
	const storedBytes = isUpload && file.storedBytes;
	return {
		request: keepIgnoredFields({ ...source, storedBytes, options }, ignoredFields),
		newFile: 'isNew' in file ? file : undefined,
	};
}

const MAX_FIELD_BYTES = 1024 * 1024;
// The form reader cuts files off at its limit; one byte more than ours lets ours see the excess.
const READER_FILE_BYTES = DIRECT_UPLOAD_MAX_BYTES + 1;

async function storeFile(
	part: Extract<Multipart, { type: 'file' }>,
	files: DocumentFiles,
	requestBytes: number,
): Promise<StoredDocument> {
	const fileName = nameWithEnding(part.filename ?? '', part.mimetype);
	try {
		const maxBytes = DIRECT_UPLOAD_MAX_BYTES;
		const stored = await files.takeUpload(fileName, part.file, maxBytes, requestBytes);
		if (stored !== undefined) return stored;
		throw new Error('The upload was deleted while it was being received.');
	} catch (error) {
		if (!(error instanceof TooManyBytesError)) throw error;
		throw new ApiError(
			413,
			'A direct upload takes up to 50 MB. Use POST /parse/uploads for larger files.',
		);
	}
}

/** A request of at most this many bytes is sent completely before any answer could stop it. */
const SENT_AT_ONCE_BYTES = 65_536;

/**
 * Receives a multipart body part by part, streaming its files to disk.
 * @param uploads each file is added to it once it is stored
 * @throws ApiError 413 for a file over 50 MB or without space for it, 400 for other mistakes
 */
async function receiveForm(
	request: FastifyRequest,
	rules: SubmissionRules,
	files: DocumentFiles,
	uploads: StoredDocument[],
): Promise<{ fields: FormFields; unknown: string[] }> {
	// Rejected before it is read: a client that is still sending would only see its connection break.
	const announced = Number(request.headers['content-length'] ?? Infinity);
	if (announced > SENT_AT_ONCE_BYTES) {
		await files.assertSpace(Number.isFinite(announced) ? announced : 0);
	}
	const fields = new Map<string, string>();
	const unknown: string[] = [];
	const limits = { fileSize: READER_FILE_BYTES, fieldSize: MAX_FIELD_BYTES };
	assertBoundary(request.headers['content-type']);
	for await (const part of request.parts({ limits })) {
		const name = part.fieldname;
		if (part.type === 'field') {
			if (rules.fields.includes(name)) fields.set(name, String(part.value));
			else unknown.push(name);
			continue;
		}
		if (name !== rules.filePart) {
			const what = name ? `${name} is not a known file part` : 'A file part has no name';
			throw new ApiError(400, `${what}; send ${rules.filePart}.`);
		}
		if (uploads.length >= rules.maxDocuments) throw new ApiError(400, rules.tooMany);
		uploads.push(await storeFile(part, files, announced));
	}
	return { fields, unknown };
}

type Body = RequestBody<'submitParse'> & RequestBody<'submitParseBatch'>;

/** What a request contains in addition to its uploads. */
interface Named {
	urls: string[];
	fileIds: string[];
	options: ParseOptions;
	/** The fields of the request that the contract does not know. */
	ignoredFields: string[];
}

/** The content of a request. */
export interface Submission extends Pick<Named, 'options' | 'ignoredFields'> {
	/** In the order of the answer: uploads, links, stored files. */
	documents: SubmittedDocument[];
}

function readBody(
	{ url, fileId, urls, fileIds, ...options }: Body,
	ignoredFields: string[],
): Named {
	const one = (value: string | undefined): string[] => (value === undefined ? [] : [value]);
	return { urls: urls ?? one(url), fileIds: fileIds ?? one(fileId), options, ignoredFields };
}

function readFields(fields: FormFields, unknown: string[]): Named {
	const { options, ignoredFields } = readFormOptions(fields);
	return {
		urls: readFormList(fields, 'urls'),
		fileIds: readFormList(fields, 'fileIds'),
		options,
		ignoredFields: [...unknown, ...ignoredFields],
	};
}

/** RFC 2046, section 5.1.1. */
const MAX_BOUNDARY_LENGTH = 70;

function assertBoundary(contentType = ''): void {
	const [, quoted, plain = ''] = /;\s*boundary=(?:"([^"]*)"|([^;\s]*))/i.exec(contentType) ?? [];
	if ((quoted ?? plain).length <= MAX_BOUNDARY_LENGTH) return;
	const rule = `The boundary of a multipart body has at most ${MAX_BOUNDARY_LENGTH} characters.`;
	throw new ApiError(400, rule);
}

/** The form reader's messages for bodies that are not complete forms. */
const BROKEN_FORM = /multipart|part header|boundary|needle|terminated early/i;

/** Turns the form reader's errors about broken bodies into client errors. */
function toFormError(error: unknown): unknown {
	if (!(error instanceof Error) || 'statusCode' in error || !BROKEN_FORM.test(error.message)) {
		return error;
	}
	return new ApiError(400, `The multipart body is broken or incomplete: ${error.message}.`);
}

async function readNames(
	request: FastifyRequest<{ Body: Body }>,
	rules: SubmissionRules,
	files: DocumentFiles,
	uploads: StoredDocument[],
): Promise<Named> {
	if (!request.isMultipart()) return readBody(request.body, request.ignoredFields);
	const received = receiveForm(request, rules, files, uploads);
	const { fields, unknown } = await received.catch((error: unknown) => {
		throw toFormError(error);
	});
	return readFields(fields, unknown);
}

/**
 * Reads the content of a request, from a form, whose files are then on disk, or from JSON.
 * @throws ApiError 400, 413, 422; nothing is kept then
 */
export async function readSubmission(
	request: FastifyRequest<{ Body: Body }>,
	rules: SubmissionRules,
	files: DocumentFiles,
): Promise<Submission> {
	const uploads: StoredDocument[] = [];
	try {
		const { urls, fileIds, ...rest } = await readNames(request, rules, files, uploads);
		const count = uploads.length + urls.length + fileIds.length;
		if (count === 0) throw new ApiError(400, rules.none);
		if (count > rules.maxDocuments) throw new ApiError(400, rules.tooMany);
		checkOptions(rest.options);
		const documents = [
			...uploads.map((file) => ({ ...fromFile(file), isUpload: true as const })),
			...urls.map(fromUrl),
			...(await Promise.all(fileIds.map((fileId) => fromFileId(fileId, files)))),
		];
		return { documents, ...rest };
	} catch (error) {
		for (const { id } of uploads) await files.discard(id);
		throw error;
	}
}

/**
 * Does the remaining work for a request, while its uploads reach the disk; if the request is rejected,
 * nothing is kept.
 */
export async function keepUploadsIf<Result>(
	documents: readonly SubmittedDocument[],
	files: DocumentFiles,
	accept: () => Promise<Result>,
): Promise<Result> {
	const uploads = documents.flatMap(({ file, isUpload }) => (isUpload && file ? [file] : []));
	try {
		const syncing = uploads.map(({ id }) => files.sync(id));
		const [accepted] = await Promise.all([accept(), ...syncing]);
		return accepted;
	} catch (error) {
		await removeUploads(documents, files);
		// They were recorded as far as there was space.
		const bytes = uploads.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
		if (!(error instanceof ApiError)) await files.assertSpace(bytes);
		throw error;
	}
}

/** Deletes the files that came with a request. */
export async function removeUploads(
	documents: readonly SubmittedDocument[],
	files: DocumentFiles,
): Promise<void> {
	for (const { file, isUpload } of documents) if (isUpload && file) await files.discard(file.id);
}
