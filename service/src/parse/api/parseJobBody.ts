import { z } from 'zod';
import type { components } from '../../../../api/generated/types.ts';
import type { JobState } from '../../db/jobRecord.ts';
import type { JobSnapshot, JobWithResult } from '../../engine/queue.ts';
import { addJson, jsonText } from '../../http/json.ts';
import type { ParseFile } from '../../db/parseFiles.ts';
import type { ParseTextsRepository } from '../../db/parseTexts.ts';
import type { PageOutline } from '@web-data-extraction/documents/conversion';
import { readPage, readPages, type ReadText } from '../job/storedMarkdown.ts';
import { type DocumentFiles, isStored } from '../files/documentFiles.ts';
import {
	isParseJobRequest,
	isParseResult,
	isParseSummary,
	type ParseSummary,
} from '../job/parseJob.ts';

type ParseJob = components['schemas']['ParseJob'];

/** The names of the states in api/openapi.yaml, ParseJobStatus. */
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

/** Whether a job's status is final. */
export function hasEnded({ state }: JobSnapshot): boolean {
	return ['completed', 'failed'].includes(STATUSES[state]);
}

/** A body as passed to the JSON serializer: optional fields may be undefined. */
export type Loose<Body> =
	Body extends ReadonlyArray<infer Entry>
		? Loose<Entry>[]
		: Body extends object
			? {
					[Field in keyof Body]: object extends Pick<Body, Field>
						? Loose<Body[Field]> | undefined
						: Loose<Body[Field]>;
				}
			: Body;

function describeSummary(summary: ParseSummary, sourceUrl: string | undefined) {
	const { fileName, format, totalPages, pagesParsed, ocrPages, ocrEngine } = summary;
	const { warnings, durationMs } = summary;
	const counts = { totalPages, pagesParsed, ocrPages, ocrEngine };
	const metadata = { fileName, sourceUrl, format, ...counts, ...summary.properties };
	return { fileName, format, totalPages, pagesParsed, warnings, metadata, durationMs };
}

/** The document of a parse job; undefined if it was deleted. */
export async function findFile(
	{ id, request }: JobSnapshot,
	files: DocumentFiles,
): Promise<ParseFile | undefined> {
	if (!isParseJobRequest(request)) throw new TypeError(`Job ${id} has no parse request.`);
	return await files.find(request.fileId);
}

/**
 * The body of a parse job's status (api/openapi.yaml, ParseJob) without Markdown, pages and fields.
 * @param stored the job's result, or its summary
 * @param file its document, if it is still there
 */
export function toParseJobBody(
	job: JobSnapshot,
	stored: unknown,
	file: ParseFile | undefined,
): Loose<ParseJob> & { fileName: string } {
	const { request } = job;
	if (!isParseJobRequest(request)) throw new TypeError(`Job ${job.id} has no parse request.`);
	const { sourceUrl } = request;
	const status = STATUSES[job.state];
	return {
		jobId: job.id,
		status,
		fileName: file?.fileName ?? request.fileName,
		sourceUrl,
		fileId: file && isStored(file) ? file.id : undefined,
		creditsUsed: hasEnded(job) ? job.creditsUsed : undefined,
		error: job.error ?? undefined,
		progress: status === 'running' ? progressSchema.safeParse(job.progress).data : undefined,
		...(isParseSummary(stored) && describeSummary(stored, sourceUrl)),
	};
}

/**
 * The whole body of a parse job's status as JSON, in pieces.
 * @param file its document, if it is still there
 * @param hasPages whether to include the Markdown of every page even if the request did not ask for it
 */
export async function* writeParseJob(
	{ result: stored, ...job }: JobWithResult,
	file: ParseFile | undefined,
	texts: ParseTextsRepository,
	hasPages = false,
): AsyncGenerator<string> {
	const facts = toParseJobBody(job, stored, file);
	const { request, id } = job;
	if (!isParseResult(stored) || !isParseJobRequest(request)) {
		yield JSON.stringify(facts);
		return;
	}
	const { pages, json, sources } = stored;
	const read = texts.open(id, stored.texts);
	const { pageMarkers, includePages = false } = request.options;
	yield addJson({ ...facts, json, sources }, 'markdown', '').slice(0, -1);
	yield* jsonText(readPages(pages, read, { pageMarkers }));
	if (hasPages || includePages) yield* writePages(pages, read);
	yield '}';
}

async function* writePages(pages: readonly PageOutline[], read: ReadText): AsyncGenerator<string> {
	yield ',"pages":[';
	for (const [at, { parts, ...page }] of pages.entries()) {
		if (at > 0) yield ',';
		yield addJson(page, 'markdown', '').slice(0, -1);
		yield* jsonText(readPage(at, parts, read));
		yield '}';
	}
	yield ']';
}
