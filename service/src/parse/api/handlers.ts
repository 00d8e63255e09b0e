import type { Queries } from '../../db/database.ts';
import { ApiError } from '../../http/apiError.ts';
import { ignoredFieldWarnings } from '../../http/ignoredFields.ts';
import { sendJson } from '../../http/json.ts';
import type { Operations } from '../../http/operation.ts';
import type { JobQueue } from '../../engine/queue.ts';
import type { ParseTools } from '../job/runParse.ts';
import { estimateDocument } from './estimate.ts';
import { findFile, hasEnded, writeParseJob } from './parseJobBody.ts';
import {
	keepUploadsIf,
	readSubmission,
	type SubmissionRules,
	toDocumentJob,
} from './submission.ts';

/** How long the option `wait` waits at most (api/openapi.yaml, ParseWait). */
const WAIT_LIMIT_MS = 20_000;

const ONE_DOCUMENT: SubmissionRules = {
	filePart: 'file',
	fields: ['options'],
	maxDocuments: 1,
	tooMany: 'Send one file. POST /parse/batch takes several documents.',
	none: 'Send a file, a url or a fileId.',
};

/** What the endpoints of parse jobs need. */
export interface ParseDependencies {
	queue: JobQueue;
	tools: ParseTools;
}

/** `POST /parse` and `GET /parse/{jobId}`. */
export function createParseOperations({ queue, tools }: ParseDependencies): Operations {
	return {
		async submitParse(request, reply) {
			const submission = await readSubmission(request, ONE_DOCUMENT, tools.files);
			const { documents, options } = submission;
			const [document] = documents;
			if (document === undefined) throw new ApiError(400, ONE_DOCUMENT.none);
			if (document.refusal) throw document.refusal;
			if (options.dryRun === true) {
				const estimate = await estimateDocument(document, options, tools);
				if ('error' in estimate) throw new ApiError(400, estimate.error);
				return { ...estimate, ...ignoredFieldWarnings(submission.ignoredFields) };
			}
			const { request: job, newFile } = toDocumentJob(document, submission, tools.files);
			const record = async (transaction: Queries) =>
				newFile && (await tools.files.record(newFile, transaction));
			const jobId = await keepUploadsIf(documents, tools.files, () =>
				options.wait === false
					? queue.accept('parse', job, record)
					: queue.acceptAndWait('parse', job, WAIT_LIMIT_MS, record),
			);
			const [accepted, file] = await Promise.all([
				queue.findWithResult(jobId, 'parse'),
				tools.files.find(job.fileId),
			]);
			if (accepted === undefined) throw new Error(`The parse job ${jobId} is gone.`);
			reply.code(hasEnded(accepted) ? 200 : 202);
			return sendJson(reply, writeParseJob(accepted, file, tools.texts));
		},

		async getParseJob({ params, query }, reply) {
			const job = await queue.findWithResult(params.jobId, 'parse');
			if (job === undefined) {
				throw new ApiError(404, 'Parse job not found', { code: 'JOB_NOT_FOUND' });
			}
			const file = await findFile(job, tools.files);
			return sendJson(reply, writeParseJob(job, file, tools.texts, query.pages === true));
		},
	};
}
