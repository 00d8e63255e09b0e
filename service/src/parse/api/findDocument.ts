import { ApiError } from '../../http/apiError.ts';
import { isStored, type DocumentFiles, type StoredDocument } from '../files/documentFiles.ts';

/**
 * The stored document of a file ID.
 * @throws ApiError 404 when there is none, 409 when its bytes are still to come (reference, Errors)
 */
export async function findDocument(files: DocumentFiles, fileId: string): Promise<StoredDocument> {
	const file = await files.find(fileId);
	if (file === undefined) throw new ApiError(404, 'File not found');
	if (!isStored(file)) throw new ApiError(409, 'The file has not been uploaded yet');
	return file;
}
