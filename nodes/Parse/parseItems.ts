import type { IDataObject } from 'n8n-workflow';
import { safeFileName } from '../shared/items/fileName';
import type { OutputFile, OutputItem } from '../shared/items/outputItem';
import { isRecord } from '../shared/transport/serviceBody';
import { WebDataError } from '../shared/transport/webDataError';
import type { ParseJob } from './parseJob';

export interface ParseView {
	/** What one output item stands for. */
	splitInto: 'document' | 'page';
	isSimplified: boolean;
	/** Binary field that gets the Markdown as a file; undefined for none. */
	markdownFileField: string | undefined;
}

/** What identifies a document and what it cost; on every item. */
function describeDocument(job: ParseJob): IDataObject {
	const { jobId, fileName, sourceUrl, fileId, format, totalPages, pagesParsed, creditsUsed } = job;
	const facts = {
		jobId,
		fileName,
		sourceUrl,
		fileId,
		format,
		totalPages,
		pagesParsed,
		creditsUsed,
	};
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Extracted fields stand on the item itself; a list or a text, which have no names, under `json`. */
function extractedFields({ json }: ParseJob): IDataObject {
	if (json === undefined || json === null) return {};
	return isRecord(json) ? (json as IDataObject) : { json: json as IDataObject };
}

function markdownFiles(job: ParseJob, view: ParseView): { files?: readonly OutputFile[] } {
	const { markdownFileField: field } = view;
	if (field === undefined || job.markdown === undefined) return {};
	const stem = safeFileName(job.fileName ?? 'document').replace(/\.[^.]*$/, '') || 'document';
	const text = job.markdown;
	return { files: [{ field, fileName: `${stem}.md`, mimeType: 'text/markdown', text }] };
}

function toDocumentItem(job: ParseJob, view: ParseView): OutputItem {
	const { markdown, pages, warnings = [] } = job;
	return {
		json: {
			...extractedFields(job),
			...describeDocument(job),
			...(view.markdownFileField === undefined && { markdown: markdown ?? null }),
			...(pages && { pages: pages as unknown as IDataObject[] }),
			...(warnings.length > 0 && { warnings }),
		},
		...markdownFiles(job, view),
	};
}

function toPageItems(job: ParseJob): OutputItem[] {
	return (job.pages ?? []).map((page) => ({
		json: { ...describeDocument(job), ...(page as unknown as IDataObject) },
	}));
}

/** The items of a parsed document: one, or one per page. */
export function toParseItems(job: ParseJob, view: ParseView): OutputItem[] {
	if (!view.isSimplified) {
		return [{ json: { ...(job as unknown as IDataObject) }, ...markdownFiles(job, view) }];
	}
	if (view.splitInto === 'page' && job.pages) return toPageItems(job);
	return [toDocumentItem(job, view)];
}

/** A document of a batch that could not be read, as an error item that names its job. */
export function failedDocumentError(batchId: string, job: ParseJob): WebDataError {
	const name = job.fileName ?? job.sourceUrl ?? 'The document';
	return new WebDataError(
		job.error ?? `${name} could not be parsed`,
		`'${name}' was not charged. The other documents of batch ${batchId} are not affected.`,
		{ batchId, ...(job.jobId !== undefined && { jobId: job.jobId }), status: 'failed' },
	);
}

/** What the service warns of, each with the name of its document. */
export function describeWarnings(job: ParseJob): string[] {
	const name = job.fileName ?? 'A document';
	return (job.warnings ?? []).map((warning) => `${name}: ${warning}`);
}
