import { z } from 'zod';
import type { components } from '../../../../api/generated/types.ts';
import type { JobState } from '../../db/jobRecord.ts';
import type { JobSnapshot } from '../../engine/queue.ts';
import { addJson, jsonText } from '../../http/json.ts';
import type { ParseTextsRepository } from '../../db/parseDocuments.ts';
import type { PageOutline } from '../document/conversion.ts';
import { type DocumentFiles, isStored } from '../files/documentFiles.ts';
import {
	isParseJobRequest,
	isParseResult,
	isParseSummary,
	markdownOf,
	type ParseJobRequest,
	type ParseSummary,
	type ReadText,
	readPage,
} from '../job/parseJob.ts';

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

/** Whether a job's status is its last one. */
export function hasEnded({ state }: JobSnapshot): boolean {
	return ['completed', 'failed'].includes(STATUSES[state]);
}

/**
 * The body of a parse job's status (reference, "Parse job") without Markdown, pages and fields.
 * @param stored the job's result, or its summary
 */
export async function toParseJobBody(
	job: JobSnapshot,
	stored: unknown,
	files: Pick<DocumentFiles, 'find'>,
): Promise<ParseJob> {
	const { request } = job;
	if (!isParseJobRequest(request)) throw new TypeError(`Job ${job.id} has no parse request.`);
	const file = await files.find(request.fileId);
	const progress = progressSchema.safeParse(job.progress);
	const status = STATUSES[job.state];
	return {
		jobId: job.id,
		status,
		fileName: file?.fileName ?? request.fileName,
		...(request.sourceUrl !== undefined && { sourceUrl: request.sourceUrl }),
		...(file && isStored(file) && { fileId: file.id }),
		...(hasEnded(job) && { creditsUsed: job.creditsUsed }),
		...(job.error !== null && { error: job.error }),
		...(status === 'running' && progress.success && { progress: progress.data }),
		...(isParseSummary(stored) && summaryParts(stored, request)),
	};
}

/** What the Markdown of a document is read from, beside the job. */
export interface ParseSources {
	files: Pick<DocumentFiles, 'find'>;
	texts: Pick<ParseTextsRepository, 'open'>;
}

/**
 * The whole body of a parse job's status as JSON, in pieces.
 * @param stored the job's result; undefined when it has none
 * @param hasPages with the Markdown of every page, also where the request did not ask for it
 */
export async function* writeParseJob(
	job: JobSnapshot,
	stored: unknown,
	{ files, texts }: ParseSources,
	hasPages = false,
): AsyncGenerator<string> {
	const facts = await toParseJobBody(job, stored, files);
	const { request, id } = job;
	if (!isParseResult(stored) || !isParseJobRequest(request)) {
		yield JSON.stringify(facts);
		return;
	}
	const { pages, json } = stored;
	const read = texts.open(id);
	const { pageMarkers, includePages = false } = request.options;
	const known = json === undefined ? facts : { ...facts, json };
	yield addJson(known, 'markdown', '').slice(0, -1);
	yield* jsonText(markdownOf(pages, read, { pageMarkers }));
	if (hasPages || includePages) yield* writePages(pages, read);
	yield '}';
}

async function* writePages(pages: readonly PageOutline[], read: ReadText): AsyncGenerator<string> {
	yield ',"pages":[';
	for (const [at, { parts, ...page }] of pages.entries()) {
		if (at > 0) yield ',';
		yield addJson(page, 'markdown', '').slice(0, -1);
		yield* jsonText(readPage({ page: at, parts }, read));
		yield '}';
	}
	yield ']';
}
