import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import type { RequestBody } from '../../http/operation.ts';
import { checkOptions, readFormList, readFormOptions } from './options.ts';
import {
	type BatchDocument,
	linkedDocument,
	storedDocument,
	uploadedDocument,
} from './documents.ts';
import type { DocumentFiles, StoredDocument } from '../files/documentFiles.ts';
import { MAX_BATCH_DOCUMENTS } from '../files/uploads.ts';
import type { ParseOptions } from '../job/parseJob.ts';
import { type FormRules, receiveForm } from './receiveForm.ts';

/** A batch as submitted, whichever way: uploads first, then links, then stored files. */
export interface BatchRequest {
	uploads: StoredDocument[];
	urls: string[];
	fileIds: string[];
	options: ParseOptions;
}

const TOO_MANY = `A batch takes up to ${MAX_BATCH_DOCUMENTS} documents.`;

const FORM: FormRules = {
	filePart: 'files',
	maxFiles: MAX_BATCH_DOCUMENTS,
	tooManyFiles: TOO_MANY,
	fields: ['urls', 'fileIds', 'options'],
};

/** @throws ApiError 400, 422 */
function checkBatch({ uploads, urls, fileIds, options }: BatchRequest): void {
	const count = uploads.length + urls.length + fileIds.length;
	if (count === 0) throw new ApiError(400, 'Send at least one file, url or fileId.');
	if (count > MAX_BATCH_DOCUMENTS) throw new ApiError(400, TOO_MANY);
	checkOptions(options);
}

async function readForm(request: FastifyRequest, files: DocumentFiles): Promise<BatchRequest> {
	const { documents, fields } = await receiveForm(request, FORM, files);
	try {
		const batch = {
			uploads: documents,
			urls: readFormList(fields, 'urls'),
			fileIds: readFormList(fields, 'fileIds'),
			options: readFormOptions(fields),
		};
		checkBatch(batch);
		return batch;
	} catch (error) {
		for (const { id } of documents) await files.remove(id);
		throw error;
	}
}

/**
 * Reads a batch from a form, whose files are then on disk, or from JSON.
 * @throws ApiError 400, 413, 422; nothing stays stored then
 */
export async function readBatchRequest(
	request: FastifyRequest<{ Body: RequestBody<'submitParseBatch'> }>,
	files: DocumentFiles,
): Promise<BatchRequest> {
	if (request.isMultipart()) return await readForm(request, files);
	const { urls = [], fileIds = [], ...options } = request.body;
	const batch = { uploads: [], urls, fileIds, options };
	checkBatch(batch);
	return batch;
}

function fromUrl(url: string): BatchDocument {
	if (URL.canParse(url)) return linkedDocument(url);
	return { kind: 'refused', fileName: url, url, error: `"${url}" is not a web address.` };
}

async function fromFileId(fileId: string, files: DocumentFiles): Promise<BatchDocument> {
	try {
		return await storedDocument(fileId, files);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const fileName = (await files.find(fileId))?.fileName ?? fileId;
		return { kind: 'refused', fileName, fileId, error: error.message };
	}
}

/** The documents of a batch in the order of the answer: uploads, links, stored files. */
export async function listDocuments(
	{ uploads, urls, fileIds }: BatchRequest,
	files: DocumentFiles,
): Promise<BatchDocument[]> {
	return [
		...uploads.map(uploadedDocument),
		...urls.map(fromUrl),
		...(await Promise.all(fileIds.map((fileId) => fromFileId(fileId, files)))),
	];
}
