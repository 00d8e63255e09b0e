import type { IDataObject } from 'n8n-workflow';
import {
	applyOnFailedExtraction,
	type OnFailedPart,
	type OutputFile,
	type OutputItem,
} from '../shared/items/outputItem';
import { safeFileName } from '../shared/items/fileName';
import {
	describeRows,
	describeUnsplit,
	isBlank,
	toRecord,
	toRows,
	type RowView,
} from '../shared/items/rows';
import { isRecord } from '../shared/transport/serviceBody';
import { WebDataError } from '../shared/transport/webDataError';
import type { ParseJob } from './parseJob';

export interface ParseView {
	/** What one output item is. */
	splitInto: 'document' | 'page' | 'row';
	/** `auto`: the fields where there are any, else the Markdown. */
	output: 'auto' | 'fields' | 'markdown' | 'both';
	rows: RowView;
	isSimplified: boolean;
	/** Binary field that gets the Markdown as a file; undefined for none. */
	markdownFileField: string | undefined;
	/** For documents of a batch. */
	onFailedDocument: OnFailedPart;
	/** For documents of which fields were asked for; `return` where that is not known. */
	onFailedExtraction: OnFailedPart;
}

function withoutUndefined(facts: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** What a document is called, first on every item. */
function nameDocument({ fileName, sourceUrl }: ParseJob): IDataObject {
	return withoutUndefined({ fileName, sourceUrl });
}

/** Warnings of the service, on every item of a document: an IF behind the node can test them. */
function warningsOf({ warnings = [] }: ParseJob): IDataObject {
	return warnings.length > 0 ? { warnings } : {};
}

/** What else is known of a document and its job. */
function jobFacts({ jobId, ...job }: ParseJob): IDataObject {
	const { fileId, format, totalPages, pagesParsed, creditsUsed } = job;
	return withoutUndefined({
		...warningsOf(job),
		format,
		totalPages,
		pagesParsed,
		creditsUsed,
		fileId,
		jobId,
	});
}

function hasFields({ json }: ParseJob): boolean {
	return json !== undefined && json !== null;
}

/** What the user wants of a document; without fields there is nothing but its Markdown. */
function wantedParts(job: ParseJob, { output }: ParseView) {
	return {
		fields: output !== 'markdown',
		markdown: output === 'both' || output === 'markdown' || (output === 'auto' && !hasFields(job)),
	};
}

/** Extracted fields are on the item itself; a list or a text, which have no names, under `json`. */
function extractedFields(job: ParseJob, view: ParseView): IDataObject {
	const { json } = job;
	if (!wantedParts(job, view).fields || json === undefined || json === null) return {};
	return isRecord(json) ? (json as IDataObject) : { json: json as IDataObject };
}

/**
 * Extracted fields between what names their document and what else is known of it. A field that the
 * user named keeps its name; the fact of the same name then begins with `document`, as in
 * `documentFormat`.
 */
function mergeFacts(first: IDataObject, fields: IDataObject, last: IDataObject): IDataObject {
	return toRecord(fields, { first, last }, 'document');
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
	const { markdown, pages } = job;
	const isWanted = wantedParts(job, view).markdown;
	const facts = {
		...(isWanted && view.markdownFileField === undefined && { markdown: markdown ?? null }),
		...(view.output !== 'fields' && pages && { pages: pages as unknown as IDataObject[] }),
		...jobFacts(job),
	};
	return {
		json: mergeFacts(nameDocument(job), extractedFields(job, view), facts),
		...markdownFiles(job, markdown, view),
	};
}

/**
 * A page as an item. Why it could not be read stands under `pageError`: an item with `error` would
 * make n8n's Retry On Fail run the node again.
 */
function toPageItem(
	job: ParseJob,
	page: NonNullable<ParseJob['pages']>[number],
	view: ParseView,
): OutputItem {
	const { pageNumber, markdown, method, error } = page;
	const facts = {
		pageNumber,
		...(view.markdownFileField === undefined && { markdown: markdown ?? null }),
		...(method !== undefined && { method }),
		...(error !== undefined && { pageError: error }),
		...jobFacts(job),
	};
	return {
		json: mergeFacts(nameDocument(job), extractedFields(job, view), facts),
		...markdownFiles(job, markdown, view, `-${pageNumber}`),
	};
}

/** The rows of the fields of a document; its Markdown as a file goes with the first. */
function toRowItems(job: ParseJob, view: ParseView): OutputItem[] {
	const { jobId } = job;
	const last = withoutUndefined({ ...warningsOf(job), jobId });
	const facts = { first: nameDocument(job), last };
	return toRows(job.json, view.rows, facts).map((json, index) => ({
		json,
		...(index === 0 && markdownFiles(job, job.markdown, view)),
	}));
}

/** The items of a parsed document: one, or one per page or row. Without fields there are no rows. */
export function toParseItems(job: ParseJob, view: ParseView): OutputItem[] {
	const { json, jobId, sourceUrl: url, warnings } = job;
	const flags = {
		ai_extraction_failed: !hasFields(job),
		extraction_empty: hasFields(job) && isBlank(json),
		warnings,
	};
	const ids = withoutUndefined({ jobId, url });
	return applyOnFailedExtraction(toReadItems(job, view), flags, ids, view.onFailedExtraction);
}

function toReadItems(job: ParseJob, view: ParseView): OutputItem[] {
	if (!view.isSimplified) return [toRawItem(job, view)];
	if (view.splitInto === 'row' && hasFields(job)) return toRowItems(job, view);
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

/** What is missing from the items of a document, as the user wants them. */
function describeGaps(job: ParseJob, view: ParseView): string[] {
	if (job.status !== 'completed' || !view.isSimplified) return [];
	if (view.splitInto === 'row') {
		return hasFields(job)
			? describeRows(job.json, view.rows)
			: [
					"has no extracted fields, so it is one item. Use 'Prompt' or 'Schema' to say what to extract.",
				];
	}
	if (view.splitInto === 'page' && !job.pages) {
		return [
			"was parsed without its pages, so it is one item. 'Get Result' with its job ID returns them.",
		];
	}
	if (hasFields(job)) return describeUnsplit(job.json);
	return view.output === 'fields'
		? ["has no extracted fields. 'Get Result' with its job ID returns the Markdown."]
		: [];
}

/** What deserves a second look at a document, each with its name. */
export function describeDocument(job: ParseJob, view: ParseView): string[] {
	const name = job.fileName ?? 'A document';
	return [...(job.warnings ?? []), ...describeGaps(job, view)].map((note) => `${name}: ${note}`);
}
