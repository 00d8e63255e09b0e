import type { IDataObject } from 'n8n-workflow';
import { renameErrorField } from '../shared/items/errorField';
import { safeFileName } from '../shared/items/fileName';
import type { OnFailedPart, OutputFile, OutputItem } from '../shared/items/outputItem';
import { isRecord } from '../shared/transport/serviceBody';
import { WebDataError } from '../shared/transport/webDataError';
import type { ParseJob } from './parseJob';

export interface ParseView {
	/** What one output item stands for. */
	splitInto: 'document' | 'page';
	isSimplified: boolean;
	/** Binary field that gets the Markdown as a file; undefined for none. */
	markdownFileField: string | undefined;
	/** For documents of a batch. */
	onFailedDocument: OnFailedPart;
}

type ParsedPage = NonNullable<ParseJob['pages']>[number];

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
	return isRecord(json) ? renameErrorField(json as IDataObject) : { json: json as IDataObject };
}

/**
 * Extracted fields with the facts of their document. A field that the user named keeps its name; the
 * fact of the same name then begins with `document`, as in `documentFormat`.
 */
function mergeFacts(fields: IDataObject, facts: IDataObject): IDataObject {
	const named = Object.entries(facts).map(([name, value]) => [
		Object.hasOwn(fields, name) ? `document${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
		value,
	]);
	return { ...fields, ...Object.fromEntries(named) };
}

/** A Markdown file named after its document: `report.md`, or `report-3.md` for its third page. */
function markdownFiles(
	{ fileName = 'document' }: ParseJob,
	markdown: string | undefined,
	{ markdownFileField: field }: ParseView,
	page = '',
): { files?: readonly OutputFile[] } {
	if (field === undefined || markdown === undefined) return {};
	const stem = safeFileName(fileName).replace(/\.[^.]*$/, '') || 'document';
	const file = { field, fileName: `${stem}${page}.md`, mimeType: 'text/markdown', text: markdown };
	return { files: [file] };
}

function toRawItem(job: ParseJob, view: ParseView): OutputItem {
	const { markdown, ...others } = job;
	const json = view.markdownFileField === undefined ? job : others;
	return { json: { ...(json as unknown as IDataObject) }, ...markdownFiles(job, markdown, view) };
}

function toDocumentItem(job: ParseJob, view: ParseView): OutputItem {
	const { markdown, pages, warnings = [] } = job;
	const facts = {
		...describeDocument(job),
		...(view.markdownFileField === undefined && { markdown: markdown ?? null }),
		...(pages && { pages: pages as unknown as IDataObject[] }),
		...(warnings.length > 0 && { warnings }),
	};
	return { json: mergeFacts(extractedFields(job), facts), ...markdownFiles(job, markdown, view) };
}

/**
 * A page as an item. Why it could not be read stands under `pageError`: an item with `error` would
 * make n8n's Retry On Fail run the node again.
 */
function toPageItem(job: ParseJob, page: ParsedPage, view: ParseView): OutputItem {
	const { pageNumber, markdown, method, error } = page;
	const facts = {
		...describeDocument(job),
		pageNumber,
		...(view.markdownFileField === undefined && { markdown: markdown ?? null }),
		...(method !== undefined && { method }),
		...(error !== undefined && { pageError: error }),
	};
	return {
		json: mergeFacts(extractedFields(job), facts),
		...markdownFiles(job, markdown, view, `-${pageNumber}`),
	};
}

/** The items of a parsed document: one, or one per page. */
export function toParseItems(job: ParseJob, view: ParseView): OutputItem[] {
	if (!view.isSimplified) return [toRawItem(job, view)];
	if (view.splitInto === 'page' && job.pages) {
		return job.pages.map((page) => toPageItem(job, page, view));
	}
	return [toDocumentItem(job, view)];
}

/** A document of a batch that could not be read, as an error item that names its job. */
export function failedDocumentError(batchId: string, job: ParseJob): WebDataError {
	const name = job.sourceUrl ?? job.fileName ?? 'The document';
	return new WebDataError(
		job.error ?? `${name} could not be parsed`,
		`'${name}' was not charged. The other documents of batch ${batchId} are not affected.`,
		{ batchId, ...(job.jobId !== undefined && { jobId: job.jobId }), status: 'failed' },
	);
}

/** What deserves a second look at a document, each with its name. */
export function describeWarnings(job: ParseJob, view: ParseView): string[] {
	const name = job.fileName ?? 'A document';
	const isWithoutPages =
		job.status === 'completed' && view.isSimplified && view.splitInto === 'page' && !job.pages;
	const notes = isWithoutPages
		? ["was parsed without its pages, so it is one item. 'Get Result' with its job ID gives them."]
		: [];
	return [...(job.warnings ?? []), ...notes].map((note) => `${name}: ${note}`);
}
