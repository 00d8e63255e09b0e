import type { Queries } from '../../db/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { type DocumentFiles, isStored, type StoredDocument } from '../files/documentFiles.ts';
import type { ParseJobRequest, ParseOptions } from '../job/parseJob.ts';
import { fileNameOfUrl } from '../detect/fileNames.ts';

/** A document that may be parsed: its bytes are here, or come from a link. */
export type KnownDocument =
	| { kind: 'stored'; fileName: string; file: StoredDocument; isUpload: boolean }
	| { kind: 'linked'; fileName: string; url: string };

/** One document of a batch: known, or refused with a reason. */
export type BatchDocument =
	| KnownDocument
	| { kind: 'refused'; fileName: string; error: string; url?: string; fileId?: string };

/** A document that came with the request. */
export function uploadedDocument(file: StoredDocument): KnownDocument {
	return { kind: 'stored', fileName: file.fileName, file, isUpload: true };
}

/** A document by its address. @throws ApiError 400 */
export function linkedDocument(url: string): KnownDocument {
	if (!URL.canParse(url)) throw new ApiError(400, `url is not a valid web address: ${url}`);
	return { kind: 'linked', fileName: fileNameOfUrl(url), url };
}

/**
 * The stored document of a file ID.
 * @throws ApiError 404 when there is none, 409 when its bytes are still to come (reference, Errors)
 */
export async function storedDocument(fileId: string, files: DocumentFiles): Promise<KnownDocument> {
	const file = await files.find(fileId);
	if (file === undefined) throw new ApiError(404, 'File not found');
	if (!isStored(file)) throw new ApiError(409, 'The file has not been uploaded yet');
	return { kind: 'stored', fileName: file.fileName, file, isUpload: false };
}

/**
 * What the job of a document is stored with. A link gets its file here, empty until it is fetched.
 * @param transaction that the file is to be part of
 */
export async function toJobRequest(
	document: KnownDocument,
	options: ParseOptions,
	files: DocumentFiles,
	transaction?: Queries,
): Promise<ParseJobRequest> {
	const { fileName } = document;
	const { id: fileId, sourceUrl } =
		document.kind === 'linked'
			? await files.announce(fileName, document.url, transaction)
			: document.file;
	return { fileId, fileName, ...(sourceUrl !== undefined && { sourceUrl }), options };
}
