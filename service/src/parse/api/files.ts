import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import { API_PREFIX } from '../../http/server.ts';
import type { Operations } from '../../http/operation.ts';
import { publicAddress } from '../../http/publicAddress.ts';
import type { ParseFile } from '../../db/parseDocuments.ts';
import {
	type DocumentFiles,
	TooManyBytesError,
	UploadsFullError,
	WrongSizeError,
} from '../files/documentFiles.ts';
import {
	type createUploadAddresses,
	STORED_FILE_MAX_BYTES,
	UPLOAD_LIFETIME_SECONDS,
	uploadsFull,
} from '../files/uploads.ts';

const BYTES = 'application/octet-stream';
const UPLOAD_ROUTE = `${API_PREFIX}/parse/uploads/:fileId`;

/**
 * Lets the server take multipart bodies and the raw bytes of prepared uploads, both as streams.
 * To be called before the routes are added.
 */
export async function acceptUploads(server: FastifyInstance): Promise<void> {
	await server.register(multipart);
	// The bytes are taken as they are, whatever the client calls them: JSON must not be parsed.
	server.addHook('onRequest', async (request) => {
		if (request.routeOptions.url === UPLOAD_ROUTE) request.headers['content-type'] = BYTES;
	});
	server.addContentTypeParser(BYTES, (request, payload, done) => {
		if (request.routeOptions.url === UPLOAD_ROUTE) done(null, payload);
		else done(new ApiError(415, 'Send the request body with Content-Type application/json.'));
	});
}

/** What the endpoints of stored files work with. */
export interface FileDependencies {
	files: DocumentFiles;
	addresses: ReturnType<typeof createUploadAddresses>;
}

const TOO_LARGE = `An upload takes up to ${STORED_FILE_MAX_BYTES / 1024 / 1024} MB.`;

function announcedDifference(bytes: number | string, announced: number): ApiError {
	return new ApiError(400, `The upload has ${bytes} bytes; ${announced} were announced.`);
}

async function announce(files: DocumentFiles, fileName: string, size: number): Promise<ParseFile> {
	try {
		return await files.announceUpload(fileName, size);
	} catch (error) {
		throw error instanceof UploadsFullError ? uploadsFull() : error;
	}
}

function bodyOf(request: FastifyRequest): Readable {
	return request.body instanceof Readable ? request.body : Readable.from([]);
}

async function takeUpload(file: ParseFile, body: Readable, files: DocumentFiles): Promise<number> {
	const { announcedBytes = STORED_FILE_MAX_BYTES } = file;
	try {
		const intake = { maxBytes: announcedBytes, exactBytes: file.announcedBytes };
		const stored = await files.take(file, body, intake);
		if (stored === undefined) throw new ApiError(404, 'File not found');
		return stored.storedBytes;
	} catch (error) {
		if (error instanceof WrongSizeError) {
			throw announcedDifference(error.receivedBytes, announcedBytes);
		}
		if (error instanceof TooManyBytesError) {
			throw announcedDifference(`more than ${announcedBytes}`, announcedBytes);
		}
		throw error;
	}
}

/** `POST /parse/uploads`, the address it hands out, and `DELETE /parse/files/{fileId}`. */
export function createFileOperations({ files, addresses }: FileDependencies): Operations {
	return {
		async prepareUpload(request) {
			const { fileName, size } = request.body;
			if (size > STORED_FILE_MAX_BYTES) throw new ApiError(413, TOO_LARGE);
			const { id } = await announce(files, fileName, size);
			return {
				fileId: id,
				uploadUrl: `${publicAddress(request)}${API_PREFIX}${addresses.sign(id)}`,
				method: 'PUT',
				expiresIn: UPLOAD_LIFETIME_SECONDS,
			};
		},

		async putUpload(request) {
			const { fileId } = request.params;
			const { expires, signature } = request.query;
			if (!addresses.isValid(fileId, expires, signature)) {
				throw new ApiError(403, 'Upload address invalid or expired');
			}
			const file = await files.find(fileId);
			if (file === undefined) throw new ApiError(404, 'File not found');
			const size = await takeUpload(file, bodyOf(request), files);
			return { status: 'uploaded', fileId, size };
		},

		async deleteParseFile({ params }) {
			if (!(await files.remove(params.fileId))) throw new ApiError(404, 'File not found');
			return { status: 'deleted', fileId: params.fileId };
		},
	};
}
