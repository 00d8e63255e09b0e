import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../http/apiError.ts';
import { sendJson } from '../../http/json.ts';
import type { Operations, RequestBody, ResponseBody } from '../../http/operation.ts';
import type { JobQueue } from '../../engine/queue.ts';
import { checkOptions, readFormOptions } from './options.ts';
import {
	type KnownDocument,
	linkedDocument,
	storedDocument,
	toJobRequest,
	uploadedDocument,
} from './documents.ts';
import { estimateDocument, estimateOrRefuse } from './estimate.ts';
import { hasEnded, writeParseJob } from './parseJobBody.ts';
import type { ParseJobRequest, ParseOptions } from '../job/parseJob.ts';
import type { ParseTools } from '../job/runParse.ts';
import { type FormRules, receiveForm } from './receiveForm.ts';

/** Reference, "Limits": the option `wait` waits up to 20 seconds. */
const WAIT_LIMIT_MS = 20_000;

const NO_DOCUMENT = 'Send a file, a url or a fileId.';

const FORM: FormRules = {
	filePart: 'file',
	maxFiles: 1,
	tooManyFiles: 'Send one file. POST /parse/batch takes several documents.',
	fields: ['options'],
};

type Answer = ResponseBody<'submitParse'> | FastifyReply;

/** What the endpoints of this module work with. */
export interface ParseDependencies {
	queue: JobQueue;
	tools: ParseTools;
}

async function submit(
	{ queue, tools }: ParseDependencies,
	request: ParseJobRequest,
	reply: FastifyReply,
): Promise<Answer> {
	const waits = request.options.wait !== false;
	const jobId = waits
		? await queue.acceptAndWait('parse', request, WAIT_LIMIT_MS)
		: await queue.accept('parse', request);
	const job = await queue.findWithResult(jobId, 'parse');
	if (job === undefined) throw new Error(`The parse job ${jobId} is gone.`);
	reply.code(hasEnded(job) ? 200 : 202);
	return sendJson(reply, writeParseJob(job, job.result, tools));
}

async function submitDocument(
	dependencies: ParseDependencies,
	document: KnownDocument,
	options: ParseOptions,
	reply: FastifyReply,
): Promise<Answer> {
	const { tools } = dependencies;
	if (options.dryRun === true) {
		return await estimateOrRefuse(() => estimateDocument(document, options, tools));
	}
	return await submit(dependencies, await toJobRequest(document, options, tools.files), reply);
}

async function submitUpload(
	dependencies: ParseDependencies,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<Answer> {
	const { files } = dependencies.tools;
	const { documents, fields } = await receiveForm(request, FORM, files);
	const [document] = documents;
	if (document === undefined) throw new ApiError(400, NO_DOCUMENT);
	let isKept = false;
	try {
		const options = readFormOptions(fields);
		checkOptions(options);
		isKept = options.dryRun !== true;
		return await submitDocument(dependencies, uploadedDocument(document), options, reply);
	} finally {
		if (!isKept) await files.remove(document.id);
	}
}

async function submitJson(
	dependencies: ParseDependencies,
	{ url, fileId, ...options }: RequestBody<'submitParse'>,
	reply: FastifyReply,
): Promise<Answer> {
	checkOptions(options);
	if (fileId === undefined && url === undefined) throw new ApiError(400, NO_DOCUMENT);
	const document =
		fileId === undefined
			? linkedDocument(url ?? '')
			: await storedDocument(fileId, dependencies.tools.files);
	return await submitDocument(dependencies, document, options, reply);
}

/** `POST /parse` and `GET /parse/{jobId}`. */
export function createParseOperations(dependencies: ParseDependencies): Operations {
	return {
		submitParse: (request, reply) =>
			request.isMultipart()
				? submitUpload(dependencies, request, reply)
				: submitJson(dependencies, request.body, reply),

		async getParseJob({ params, query }, reply) {
			const job = await dependencies.queue.findWithResult(params.jobId, 'parse');
			if (job === undefined) {
				throw new ApiError(404, 'Parse job not found', { code: 'JOB_NOT_FOUND' });
			}
			return sendJson(
				reply,
				writeParseJob(job, job.result, dependencies.tools, query.pages === true),
			);
		},
	};
}
