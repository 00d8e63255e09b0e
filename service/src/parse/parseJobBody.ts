import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobState } from '../jobs/job.ts';
import type { JobSnapshot } from '../jobs/queue.ts';
import { assembleMarkdown } from './convert/assemble.ts';
import { isStored, type DocumentFiles } from './files/documentFiles.ts';
import { isParseJobRequest, type ParseJobRequest } from './parseRequest.ts';
import { isParseResult, type ParseResult } from './parseResult.ts';

type ParseJob = components['schemas']['ParseJob'];

/** Which of the large parts a body carries. */
export interface BodyParts {
	/** Markdown and extracted fields. */
	hasResults: boolean;
	/** The Markdown of every page, also where the request did not ask for it. */
	hasPages: boolean;
}

/** Reference, "Parse job": queued, running, completed, failed. */
const STATUSES: Readonly<Record<JobState, ParseJob['status']>> = {
	waiting: 'queued',
	delayed: 'queued',
	active: 'running',
	completed: 'completed',
	failed: 'failed',
	cancelled: 'failed',
};

const progressSchema = z.object({
	message: z.string(),
	done: z.number().int(),
	total: z.number().int(),
});

function resultParts(
	result: ParseResult,
	{ options, sourceUrl }: ParseJobRequest,
	parts: BodyParts,
): Partial<ParseJob> {
	const { fileName, format, totalPages, pagesParsed, ocrPages, pages, json, durationMs } = result;
	const { pageMarkers = false, includePages = false } = options;
	const source = sourceUrl === undefined ? {} : { sourceUrl };
	return {
		fileName,
		format,
		totalPages,
		pagesParsed,
		...(parts.hasResults && { markdown: assembleMarkdown(pages, { pageMarkers }) }),
		...((parts.hasPages || (parts.hasResults && includePages)) && { pages }),
		...(parts.hasResults && json !== undefined && { json }),
		warnings: result.warnings,
		metadata: { fileName, ...source, format, totalPages, pagesParsed, ocrPages },
		durationMs,
	};
}

/** The body of a parse job's status (reference, "Parse job"). */
export function toParseJobBody(
	job: JobSnapshot,
	files: Pick<DocumentFiles, 'find'>,
	parts: BodyParts,
): ParseJob {
	const { request, result } = job;
	if (!isParseJobRequest(request)) throw new TypeError(`Job ${job.id} has no parse request.`);
	const file = files.find(request.fileId);
	const progress = progressSchema.safeParse(job.progress);
	const status = STATUSES[job.state];
	const hasEnded = status === 'completed' || status === 'failed';
	return {
		jobId: job.id,
		status,
		fileName: file?.fileName ?? request.fileName,
		...(request.sourceUrl !== undefined && { sourceUrl: request.sourceUrl }),
		...(file && isStored(file) && { fileId: file.id }),
		...(hasEnded && { creditsUsed: job.creditsUsed }),
		...(job.error !== null && { error: job.error }),
		...(status === 'running' && progress.success && { progress: progress.data }),
		...(isParseResult(result) && resultParts(result, request, parts)),
	};
}
