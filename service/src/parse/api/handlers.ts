import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import { type DocumentFiles, isStored, type StoredDocument } from '../files/documentFiles.ts';
import { sendJson } from '../../http/jsonPieces.ts';
import type { Operations, RequestBody, ResponseBody } from '../../http/operation.ts';
import type { JobQueue } from '../../engine/queue.ts';
import { checkOptions, readFormOptions } from './options.ts';
import { estimateDocument, estimateLink, estimateOrRefuse } from './estimate.ts';
import { fileNameOfUrl } from '../links/linkedFileName.ts';
import { toParseJobBody, writeParseJob } from './parseJobBody.ts';
import type { ParseJobRequest, ParseOptions } from '../job/parseJob.ts';
import type { ParseTools } from '../job/runParse.ts';
import { type FormRules, receiveForm } from './receiveForm.ts';

/**
 * The stored document of a file ID.
 * @throws ApiError 404 when there is none, 409 when its bytes are still to come (reference, Errors)
 */
async function findDocument(files: DocumentFiles, fileId: string): Promise<StoredDocument> {
	const file = await files.find(fileId);
	if (file === undefined) throw new ApiError(404, 'File not found');
	if (!isStored(file)) throw new ApiError(409, 'The file has not been uploaded yet');
	return file;
}

/** Reference, "Limits": the option `wait` waits up to 20 seconds. */
const WAIT_LIMIT_MS = 20_000;

const FORM: FormRules = {
	filePart: 'file',
	maxFiles: 1,
	tooManyFiles: 'Send one file. POST /parse/batch takes several documents.',
	fields: ['options'],
};

type Answer = ResponseBody<'submitParse'> | FastifyReply;

/** What the endpoints of this room work with. */
export interface ParseRoom {
	queue: JobQueue;
	tools: ParseTools;
}

async function submit(
	{ queue, tools }: ParseRoom,
	request: ParseJobRequest,
	reply: FastifyReply,
): Promise<Answer> {
	const jobId = await queue.accept('parse', request);
	if (request.options.wait !== false) await queue.waitUntilEnded(jobId, WAIT_LIMIT_MS);
	const job = await queue.find(jobId, 'parse');
	if (job === undefined) throw new Error(`The parse job ${jobId} is gone.`);
	const { status } = await toParseJobBody(job, undefined, tools.files);
	const hasEnded = status === 'completed' || status === 'failed';
	reply.code(hasEnded ? 200 : 202);
	return sendJson(reply, writeParseJob(job, await queue.readResult(jobId), tools));
}

async function submitUpload(
	room: ParseRoom,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Answer> {
	const { tools } = room;
	const { documents, fields } = await receiveForm(request, FORM, tools.files);
	const [document] = documents;
	if (document === undefined) throw new ApiError(400, 'Send a file, a url or a fileId.');
	const { id, fileName } = document;
	let isKept = false;
	try {
		const options = readFormOptions(fields);
		checkOptions(options);
		if (options.dryRun === true) {
			return await estimateOrRefuse(() => estimateDocument(document, options, tools));
		}
		isKept = true;
		return await submit(room, { fileId: id, fileName, options }, reply);
	} finally {
		if (!isKept) await tools.files.remove(id);
	}
}

async function submitStored(
	room: ParseRoom,
	fileId: string,
	options: ParseOptions,
	reply: FastifyReply,
): Promise<Answer> {
	const document = await findDocument(room.tools.files, fileId);
	if (options.dryRun === true) {
		return await estimateOrRefuse(() => estimateDocument(document, options, room.tools));
	}
	const { fileName, sourceUrl } = document;
	const source = sourceUrl === undefined ? {} : { sourceUrl };
	return await submit(room, { fileId, fileName, ...source, options }, reply);
}

async function submitLink(
	room: ParseRoom,
	url: string,
	options: ParseOptions,
	reply: FastifyReply,
): Promise<Answer> {
	if (!URL.canParse(url)) throw new ApiError(400, `url is not a valid web address: ${url}`);
	if (options.dryRun === true) {
		return await estimateOrRefuse(() => estimateLink(url, options, room.tools));
	}
	const { id, fileName } = await room.tools.files.announce(fileNameOfUrl(url), url);
	return await submit(room, { fileId: id, fileName, sourceUrl: url, options }, reply);
}

async function submitJson(
	room: ParseRoom,
	{ url, fileId, ...options }: RequestBody<'submitParse'>,
	reply: FastifyReply,
): Promise<Answer> {
	checkOptions(options);
	if (fileId !== undefined) return await submitStored(room, fileId, options, reply);
	if (url !== undefined) return await submitLink(room, url, options, reply);
	throw new ApiError(400, 'Send a file, a url or a fileId.');
}

/** `POST /parse` and `GET /parse/{jobId}`. */
export function createParseOperations(room: ParseRoom): Operations {
	return {
		submitParse: (request, reply) =>
			request.isMultipart()
				? submitUpload(room, request, reply)
				: submitJson(room, request.body, reply),

		async getParseJob({ params, query }, reply) {
			const job = await room.queue.find(params.jobId, 'parse');
			if (job === undefined) {
				throw new ApiError(404, 'Parse job not found', { code: 'JOB_NOT_FOUND' });
			}
			const result = await room.queue.readResult(job.id);
			return sendJson(reply, writeParseJob(job, result, room.tools, query.pages === true));
		},
	};
}
