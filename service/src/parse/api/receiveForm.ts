import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import {
	type DocumentFiles,
	type StoredDocument,
	TooManyBytesError,
	UploadsFullError,
} from '../files/documentFiles.ts';
import { DIRECT_UPLOAD_MAX_BYTES, uploadsFull } from '../files/uploads.ts';
import { nameWithEnding } from '../detect/fileNames.ts';
import type { FormFields } from './options.ts';

/** What a form may hold. */
export interface FormRules {
	/** Name of the file parts. */
	filePart: 'file' | 'files';
	maxFiles: number;
	/** Said when there are more. */
	tooManyFiles: string;
	fields: readonly string[];
}

/** A form whose files are on disk. */
export interface ReceivedForm {
	documents: StoredDocument[];
	fields: FormFields;
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
		throw new Error('The upload was deleted while it came in.');
	} catch (error) {
		if (error instanceof UploadsFullError) throw uploadsFull();
		if (!(error instanceof TooManyBytesError)) throw error;
		throw new ApiError(
			413,
			'A direct upload takes up to 50 MB. Use POST /parse/uploads for larger files.',
		);
	}
}

async function receivePart(
	part: Multipart,
	rules: FormRules,
	files: DocumentFiles,
	form: { documents: StoredDocument[]; fields: Map<string, string> },
): Promise<void> {
	if (part.type === 'field') {
		if (!rules.fields.includes(part.fieldname)) {
			throw new ApiError(400, `${part.fieldname} is not a known field.`);
		}
		form.fields.set(part.fieldname, String(part.value));
		return;
	}
	if (part.fieldname !== rules.filePart) {
		throw new ApiError(400, `${part.fieldname} is not a known file part; send ${rules.filePart}.`);
	}
	if (form.documents.length >= rules.maxFiles) throw new ApiError(400, rules.tooManyFiles);
	form.documents.push(await storeFile(part, files));
}

/** A request of so many bytes is on its way whole before any answer could stop it. */
const SENT_AT_ONCE_BYTES = 65_536;

// Refused before it is read: a client that is still sending would only see its connection break.
async function assertSpace({ headers }: FastifyRequest, files: DocumentFiles): Promise<void> {
	const announced = headers['content-length'];
	if (announced !== undefined && Number(announced) <= SENT_AT_ONCE_BYTES) return;
	try {
		await files.assertSpace(Number(announced ?? 0));
	} catch (error) {
		throw error instanceof UploadsFullError ? uploadsFull() : error;
	}
}

/**
 * Takes in a multipart body part by part, its files streamed to disk as they come.
 * @throws ApiError 413 for a file over 50 MB or without room for it, 400 for other mistakes; nothing stays stored then
 */
export async function receiveForm(
	request: FastifyRequest,
	rules: FormRules,
	files: DocumentFiles,
): Promise<ReceivedForm> {
	await assertSpace(request, files);
	const form = { documents: new Array<StoredDocument>(), fields: new Map<string, string>() };
	try {
		const limits = { fileSize: READER_FILE_BYTES, fieldSize: MAX_FIELD_BYTES };
		for await (const part of request.parts({ limits })) {
			await receivePart(part, rules, files, form);
		}
		return form;
	} catch (error) {
		for (const { id } of form.documents) await files.remove(id);
		throw error;
	}
}
