import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobState } from '../jobs/job.ts';
import type { JobSnapshot } from '../jobs/queue.ts';
import { assembleMarkdown } from './convert/assemble.ts';
import { isStored, type DocumentFiles } from './files/documentFiles.ts';
import { isParseJobRequest, type ParseJobRequest } from './parseRequest.ts';
import {
	isParseResult,
	isParseSummary,
	type ParseResult,
	type ParseSummary,
} from './parseResult.ts';

type ParseJob = components['schemas']['ParseJob'];

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

function summaryParts(summary: ParseSummary, { sourceUrl }: ParseJobRequest): Partial<ParseJob> {
	const { fileName, format, totalPages, pagesParsed, ocrPages, warnings, durationMs } = summary;
	const source = sourceUrl === undefined ? {} : { sourceUrl };
	return {
		fileName,
		format,
		totalPages,
		pagesParsed,
		warnings,
		metadata: { fileName, ...source, format, totalPages, pagesParsed, ocrPages },
		durationMs,
	};
}

function resultParts(
	{ pages, json }: ParseResult,
	{ options }: ParseJobRequest,
	hasPages: boolean,
): Partial<ParseJob> {
	const { pageMarkers = false, includePages = false } = options;
	return {
		markdown: assembleMarkdown(pages, { pageMarkers }),
		...((hasPages || includePages) && { pages }),
		...(json !== undefined && { json }),
	};
}

/**
 * The body of a parse job's status (reference, "Parse job").
 * @param stored the job's result, or its summary for a body without Markdown and fields
 * @param hasPages with the Markdown of every page, also where the request did not ask for it
 */
export function toParseJobBody(
	job: JobSnapshot,
	stored: unknown,
	files: Pick<DocumentFiles, 'find'>,
	hasPages = false,
): ParseJob {
	const { request } = job;
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
		...(isParseSummary(stored) && summaryParts(stored, request)),
		...(isParseResult(stored) && resultParts(stored, request, hasPages)),
	};
}
