import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { LinkSigner } from '../../files/signedLinks.ts';
import { ApiError } from '../../http/apiError.ts';
import { API_PREFIX } from '../../http/server.ts';
import type { Operations } from '../../http/operation.ts';
import { publicAddress } from '../../http/publicAddress.ts';
import type { ParseFile } from '../../db/parseFiles.ts';
import {
	type DocumentFiles,
	isStored,
	STORED_FILE_MAX_BYTES,
	TooManyBytesError,
	UPLOAD_LIFETIME_SECONDS,
} from '../files/documentFiles.ts';

const BYTES = 'application/octet-stream';
const UPLOAD_ROUTE = `${API_PREFIX}/parse/uploads/:fileId`;

/**
 * Makes the server accept multipart bodies and the raw bytes of prepared uploads, both as streams.
 * To be called before the routes are added.
 */
export async function acceptUploads(server: FastifyInstance): Promise<void> {
	await server.register(multipart);
	// The bytes are accepted as they are, whatever their content type: JSON must not be parsed.
	server.addHook('onRequest', async (request) => {
		if (request.routeOptions.url === UPLOAD_ROUTE) request.headers['content-type'] = BYTES;
	});
	server.addContentTypeParser(BYTES, (request, payload, done) => {
		if (request.routeOptions.url === UPLOAD_ROUTE) done(null, payload);
		else done(new ApiError(415, 'Send the request body with Content-Type application/json.'));
	});
}

/** What the endpoints of stored files need. */
export interface FileDependencies {
	files: DocumentFiles;
	/** Signs the addresses that prepared uploads are sent to. */
	links: LinkSigner;
}

/** The signature of a result link is not valid for an upload. */
const subjectOf = (fileId: string): string => `upload\n${fileId}`;

const TOO_LARGE = `An upload takes up to ${STORED_FILE_MAX_BYTES / 1024 / 1024} MB.`;

function bodyOf(request: FastifyRequest): Readable {
	return request.body instanceof Readable ? request.body : Readable.from([]);
}

/** Stores a prepared upload, which must have as many bytes as were announced. */
async function takeUpload(file: ParseFile, body: Readable, files: DocumentFiles): Promise<number> {
	const { announcedBytes = STORED_FILE_MAX_BYTES } = file;
	const differs = (bytes: number | string) =>
		new ApiError(400, `The upload has ${bytes} bytes; ${announcedBytes} were announced.`);
	try {
		const stored = await files.take(file, body, { maxBytes: announcedBytes }, (bytes) => {
			if (bytes !== announcedBytes) throw differs(bytes);
		});
		if (stored === undefined) throw new ApiError(404, 'File not found');
		return stored.storedBytes;
	} catch (error) {
		throw error instanceof TooManyBytesError ? differs(`more than ${announcedBytes}`) : error;
	}
}

/** `POST /parse/uploads`, the address that it returns, and `DELETE /parse/files/{fileId}`. */
export function createFileOperations({ files, links }: FileDependencies): Operations {
	return {
		async prepareUpload(request) {
			const { fileName, size } = request.body;
			if (size > STORED_FILE_MAX_BYTES) throw new ApiError(413, TOO_LARGE);
			const { id } = await files.announceUpload(fileName, size);
			const query = links.sign(subjectOf(id), UPLOAD_LIFETIME_SECONDS);
			return {
				fileId: id,
				uploadUrl: `${publicAddress(request)}${API_PREFIX}/parse/uploads/${id}?${query}`,
				method: 'PUT',
				expiresIn: UPLOAD_LIFETIME_SECONDS,
			};
		},

		async putUpload(request) {
			const { fileId } = request.params;
			const { expires, signature } = request.query;
			if (!links.isValid(subjectOf(fileId), expires, signature)) {
				throw new ApiError(403, 'Upload address invalid or expired');
			}
			const file = await files.find(fileId);
			if (file === undefined) throw new ApiError(404, 'File not found');
			if (isStored(file)) throw new ApiError(409, 'The file has been uploaded already.');
			const size = await takeUpload(file, bodyOf(request), files);
			return { status: 'uploaded', fileId, size };
		},

		async deleteParseFile({ params }) {
			if (!(await files.remove(params.fileId))) throw new ApiError(404, 'File not found');
			return { status: 'deleted', fileId: params.fileId };
		},
	};
}
