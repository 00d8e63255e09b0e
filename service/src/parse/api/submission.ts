import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../db/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { keepIgnoredFields } from '../../http/ignoredFields.ts';
import type { RequestBody } from '../../http/operation.ts';
import { hideUserInfo } from '../../userInfo.ts';
import { fileNameOfUrl, nameWithEnding } from '../../documents/detect/fileNames.ts';
import {
	DIRECT_UPLOAD_MAX_BYTES,
	type DocumentFiles,
	isStored,
	type StoredDocument,
	TooManyBytesError,
} from '../files/documentFiles.ts';
import type { ParseJobRequest, ParseOptions } from '../job/parseJob.ts';
import { checkOptions, type FormFields, readFormList, readFormOptions } from './options.ts';

/** A document that a request brings or names. Its job, its place in a batch and its estimate are made of it. */
export interface SubmittedDocument {
	fileName: string;
	/** Where a linked one comes from. */
	sourceUrl: string | undefined;
	/** Under which a stored one is known. */
	fileId: string | undefined;
	/** Its bytes, where they are here already. */
	file?: StoredDocument;
	/** Whether it came with the request. */
	isUpload?: true;
	/** How many pages it is expected to have. Default: 1. */
	pages?: number;
	/** Why it can't be parsed. */
	refusal?: ApiError;
}

/** What a request may hand over. */
export interface SubmissionRules {
	/** Name of a form's file parts. */
	filePart: 'file' | 'files';
	/** Names of a form's text parts. */
	fields: readonly string[];
	maxDocuments: number;
	/** Said when there are more, and when there is none. */
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

/** Refused are what is unknown, and what is still to be uploaded (api/openapi.yaml, Errors). */
async function fromFileId(fileId: string, files: DocumentFiles): Promise<SubmittedDocument> {
	const file = await files.find(fileId);
	if (file && isStored(file)) return fromFile(file);
	const refusal = file
		? new ApiError(409, 'The file has not been uploaded yet')
		: new ApiError(404, 'File not found');
	return { fileName: file?.fileName ?? fileId, sourceUrl: undefined, fileId, refusal };
}

/** What the job of a document is stored with. A link gets its file here, empty until it is fetched. */
export async function toJobRequest(
	{ fileName, sourceUrl, file }: SubmittedDocument,
	{ options, ignoredFields }: Pick<Submission, 'options' | 'ignoredFields'>,
	files: DocumentFiles,
	transaction?: Queries,
): Promise<ParseJobRequest> {
	const { id } =
		file ?? (await files.announce(fileName, sourceUrl && hideUserInfo(sourceUrl), transaction));
	return keepIgnoredFields({ fileId: id, fileName, sourceUrl, options }, ignoredFields);
}

const MAX_FIELD_BYTES = 1024 * 1024;
// The form reader cuts files off at its limit; one byte more than ours lets ours see the excess.
const READER_FILE_BYTES = DIRECT_UPLOAD_MAX_BYTES + 1;

async function storeFile(
	part: Extract<Multipart, { type: 'file' }>,
	files: DocumentFiles,
): Promise<StoredDocument> {
	const fileName = nameWithEnding(part.filename ?? '', part.mimetype);
	try {
		const stored = await files.takeUpload(fileName, part.file, DIRECT_UPLOAD_MAX_BYTES);
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

/** A request of so many bytes is on its way whole before any answer could stop it. */
const SENT_AT_ONCE_BYTES = 65_536;

/**
 * Takes in a multipart body part by part, its files streamed to disk as they come.
 * @param uploads where each file is added once it is stored
 * @throws ApiError 413 for a file over 50 MB or without room for it, 400 for other mistakes
 */
async function receiveForm(
	request: FastifyRequest,
	rules: SubmissionRules,
	files: DocumentFiles,
	uploads: StoredDocument[],
): Promise<{ fields: FormFields; unknown: string[] }> {
	// Refused before it is read: a client that is still sending would only see its connection break.
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
		uploads.push(await storeFile(part, files));
	}
	return { fields, unknown };
}

type Body = RequestBody<'submitParse'> & RequestBody<'submitParseBatch'>;

/** What a request names beside its uploads. */
interface Named {
	urls: string[];
	fileIds: string[];
	options: ParseOptions;
	/** What the request says and the contract does not know. */
	ignoredFields: string[];
}

/** What a request hands over. */
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

/** What the form reader says of bodies that are no whole forms. */
const BROKEN_FORM = /multipart|part header|boundary|needle|terminated early/i;

/** A mistake of the client's, where the form reader has none. */
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
 * Reads what a request hands over, from a form, whose files are then on disk, or from JSON.
 * @throws ApiError 400, 413, 422; nothing stays stored then
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
		for (const { id } of uploads) await files.remove(id);
		throw error;
	}
}

/** Does what is left to do for a request; of one that is refused nothing stays stored. */
export async function keepUploadsIf<Result>(
	documents: readonly SubmittedDocument[],
	files: DocumentFiles,
	accept: () => Promise<Result>,
): Promise<Result> {
	try {
		return await accept();
	} catch (error) {
		await removeUploads(documents, files);
		throw error;
	}
}

/** Deletes the files that came with a request. */
export async function removeUploads(
	documents: readonly SubmittedDocument[],
	files: DocumentFiles,
): Promise<void> {
	for (const { file, isUpload } of documents) if (isUpload && file) await files.remove(file.id);
}
