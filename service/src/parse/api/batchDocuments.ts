import { isStored, type DocumentFiles, type StoredDocument } from '../files/documentFiles.ts';
import { fileNameOfUrl } from '../links/linkedFileName.ts';
import type { BatchRequest } from './batchRequest.ts';

/** One document of a batch: stored, linked, or refused with a reason. */
export type BatchDocument =
	| { kind: 'stored'; fileName: string; document: StoredDocument; isUpload: boolean }
	| { kind: 'linked'; fileName: string; url: string }
	| { kind: 'refused'; fileName: string; error: string; url?: string; fileId?: string };

function fromUrl(url: string): BatchDocument {
	if (!URL.canParse(url)) {
		return { kind: 'refused', fileName: url, url, error: `"${url}" is not a web address.` };
	}
	return { kind: 'linked', fileName: fileNameOfUrl(url), url };
}

async function fromFileId(fileId: string, files: DocumentFiles): Promise<BatchDocument> {
	const file = await files.find(fileId);
	if (file === undefined) {
		return { kind: 'refused', fileName: fileId, fileId, error: 'File not found' };
	}
	const { fileName } = file;
	if (isStored(file)) return { kind: 'stored', fileName, document: file, isUpload: false };
	return { kind: 'refused', fileName, fileId, error: 'The file has not been uploaded yet' };
}

/** The documents of a batch in the order of the answer: uploads, links, stored files. */
export async function listDocuments(
	{ uploads, urls, fileIds }: BatchRequest,
	files: DocumentFiles,
): Promise<BatchDocument[]> {
	return [
		...uploads.map((document): BatchDocument => {
			return { kind: 'stored', fileName: document.fileName, document, isUpload: true };
		}),
		...urls.map(fromUrl),
		...(await Promise.all(fileIds.map((fileId) => fromFileId(fileId, files)))),
	];
}
