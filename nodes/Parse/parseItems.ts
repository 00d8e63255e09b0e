import { omit } from '../shared/items/records';
import type { IDataObject } from 'n8n-workflow';
import {
	applyOnFailedExtraction,
	type OnFailedPart,
	type OutputFile,
	type OutputItem,
} from '../shared/items/outputItem';
import { safeFileName } from '../shared/items/fileName';
import { INSTEAD_OF_ROWS, isBlank, toRecord, toRows, type RowView } from '../shared/items/rows';
import { sourcesOf } from '../shared/items/valueSources';
import type { WhatToGet } from '../shared/fields/whatToGet';
import { findGaps } from '../shared/operations/pageReports';
import { isRecord } from '../shared/transport/serviceBody';
import { WebDataError } from '../shared/transport/webDataError';
import { toSections, type SectionView } from '../shared/items/sections/sectionFields';
import type { ParseJob } from './parseJob';

export interface ParseView {
	get: WhatToGet;
	/** The fields that rows should have; none where that is not known. */
	columns: readonly string[];
	/** For Markdown. */
	splitInto: 'document' | 'page' | 'section';
	/** How sections are made; absent where there are none. */
	sections?: SectionView | undefined;
	rows: RowView;
	/** Whether what the document says about itself is on its items. */
	includesMetadata: boolean;
	/** Whether the Markdown is beside the fields or the answer. */
	includesMarkdown: boolean;
	isSimplified: boolean;
	/** Binary field that gets the Markdown as a file; undefined for none. */
	markdownFileField: string | undefined;
	/** For documents of a batch. */
	onFailedPart: OnFailedPart;
	/** For documents of which fields were asked for; `return` where that is not known. */
	onFailedExtraction: OnFailedPart;
}

/** Facts without those that the service does not give. */
export function withoutUndefined(facts: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** What a document is called, first on every item. */
function nameDocument({ fileName, sourceUrl }: ParseJob): IDataObject {
	return withoutUndefined({ fileName, sourceUrl });
}

/** What a document says about itself, where it is wanted. */
function metadataOf({ metadata, totalPages }: ParseJob, view: ParseView): IDataObject {
	if (!view.includesMetadata) return {};
	const { title, author, created } = metadata ?? {};
	return { metadata: withoutUndefined({ title, author, created, pages: totalPages }) };
}

/** Warnings of the service, on every item of a document: an IF behind the node can test them. */
function warningsOf({ warnings = [] }: ParseJob): IDataObject {
	return warnings.length > 0 ? { warnings } : {};
}

function hasFields({ json }: ParseJob): boolean {
	return json !== undefined && json !== null;
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

/** What is known of a document, behind its content. */
function factsOf(job: ParseJob): IDataObject {
	const { format, totalPages, pagesParsed, creditsUsed, fileId, jobId } = job;
	const known = { format, totalPages, pagesParsed, creditsUsed, fileId, jobId };
	return { ...warningsOf(job), ...withoutUndefined(known) };
}

/** What was extracted from a document that is shown as Markdown: it was paid for. */
function answerOf(job: ParseJob): IDataObject {
	return hasFields(job) ? { answer: job.json as IDataObject, ...sourcesOf(job) } : {};
}

/**
 * The fields of a document as one record: beside them only what names the document, and what was asked for. A field
 * that the user named keeps its name; the fact of the same name then begins with `document`, as in
 * `documentFileName`.
 */
function toRecordItem(job: ParseJob, fields: IDataObject, view: ParseView): OutputItem {
	const { markdown = null, pages } = job;
	const facts = {
		...nameDocument(job),
		...(view.includesMarkdown && view.markdownFileField === undefined && { markdown }),
		...(pages && { pages: pages as unknown as IDataObject[] }),
		...metadataOf(job, view),
		...sourcesOf(job),
	};
	return { json: toRecord(fields, facts, 'document'), ...markdownFiles(job, job.markdown, view) };
}

function toDocumentItem(job: ParseJob, view: ParseView): OutputItem {
	const { markdown = null, pages } = job;
	const isAnswer = view.get !== 'markdown' && hasFields(job);
	const isTextShown = !isAnswer || view.includesMarkdown;
	const json = {
		...nameDocument(job),
		...(isAnswer && { content: job.json as IDataObject, ...sourcesOf(job) }),
		...(isTextShown && view.markdownFileField === undefined && { markdown }),
		...(!isAnswer && answerOf(job)),
		...(pages && { pages: pages as unknown as IDataObject[] }),
		...metadataOf(job, view),
		...factsOf(job),
	};
	return { json, ...markdownFiles(job, job.markdown, view) };
}

/**
 * A page as an item. Why it could not be read is in `pageError`: an item with `error` would
 * make n8n's Retry On Fail run the node again.
 */
function toPageItem(
	job: ParseJob,
	{ pageNumber, markdown, method, error }: NonNullable<ParseJob['pages']>[number],
	view: ParseView,
): OutputItem {
	const json = {
		...nameDocument(job),
		pageNumber,
		...(view.markdownFileField === undefined && { markdown: markdown ?? null }),
		...answerOf(job),
		...withoutUndefined({ method, pageError: error }),
		...metadataOf(job, view),
		...factsOf(job),
	};
	return { json, ...markdownFiles(job, markdown, view, `-${pageNumber}`) };
}

/** The sections of a document as items, with the page on which each begins; the document if it has no text. */
function toSectionItems(job: ParseJob, sections: SectionView, view: ParseView): OutputItem[] {
	const { fileName, sourceUrl, fileId, markdown = '' } = job;
	const pages = (job.pages ?? []).filter((page) => (page.markdown ?? '').trim() !== '');
	const texts = pages.map((page) => (page.markdown ?? '').trim());
	const whole = texts.length > 0 ? texts.join('\n\n') : markdown;
	const place = { markdown: whole, title: '', place: sourceUrl ?? fileName ?? fileId ?? '' };
	const divided = toSections(place, sections);
	if (divided.length === 0) return [toDocumentItem(job, view)];
	let end = 0;
	const ends = texts.map((text) => (end += text.length + 2));
	return divided.map(({ fields, start, warnings }) => {
		const pageNumber = pages[ends.findIndex((pageEnd) => start < pageEnd)]?.pageNumber;
		const page = withoutUndefined({ pageNumber });
		const facts = omit(factsOf(job), 'creditsUsed', 'warnings');
		const all = { ...facts, ...(warnings.length > 0 && { warnings }) };
		return { json: { ...nameDocument(job), ...page, ...fields, ...metadataOf(job, view), ...all } };
	});
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
	const { markdown, ...others } = job;
	const files = markdownFiles(job, markdown, view);
	if (!view.isSimplified) {
		const json = view.markdownFileField === undefined ? job : others;
		return [{ json: { ...(json as unknown as IDataObject) }, ...files }];
	}
	if (view.get === 'rows' && hasFields(job)) {
		const place = { ...nameDocument(job), ...metadataOf(job, view) };
		const rows = toRows(job.json, view.rows, place, {
			prefix: 'document',
			...sourcesOf(job),
		});
		return rows.map((row, index) => ({ json: row, ...(index === 0 && files) }));
	}
	if (view.get === 'record' && isRecord(job.json)) {
		return [toRecordItem(job, job.json as IDataObject, view)];
	}
	if (view.sections !== undefined && view.get === 'markdown') {
		return toSectionItems(job, view.sections, view);
	}
	if (view.splitInto === 'page' && job.pages) {
		return job.pages.map((page) => toPageItem(job, page, view));
	}
	return [toDocumentItem(job, view)];
}

/**
 * A document of a batch that could not be read, as an error item that names its job.
 * @param hasOthers whether the batch has other documents
 */
export function failedDocumentError(
	batchId: string,
	job: ParseJob,
	hasOthers: boolean,
): WebDataError {
	const name = job.sourceUrl ?? job.fileName ?? job.fileId;
	const others = hasOthers ? ` The other documents of batch ${batchId} are not affected.` : '';
	return new WebDataError(
		job.error ?? `${name ?? 'The document'} could not be parsed`,
		`${name === undefined ? 'The document' : `'${name}'`} was not charged.${others}`,
		{ batchId, ...(job.jobId !== undefined && { jobId: job.jobId }), status: 'failed' },
	);
}

/** What is missing from the items of a document, as the user wants them. */
function describeGaps(job: ParseJob, view: ParseView): string[] {
	if (job.status !== 'completed' || !view.isSimplified) return [];
	if (job.markdown === '' && !hasFields(job)) {
		return ['has no text. If it is a scan, check that text recognition is available.'];
	}
	if (view.splitInto === 'page' && !job.pages) {
		return [
			"was parsed without its pages, so it is one item. 'Get Result' with its job ID returns them.",
		];
	}
	if (!hasFields(job)) {
		return view.get === 'markdown' ? [] : ['has no extracted fields, so its item is the Markdown.'];
	}
	const { get, columns } = view;
	return findGaps(job.json, { wantsRows: get === 'rows', columns, warnings: job.warnings ?? [] });
}

/** What deserves a second look at a document, each with its name. */
export function describeDocument(job: ParseJob, view: ParseView): string[] {
	const name = job.fileName ?? 'A document';
	const warnings = (job.warnings ?? []).filter((warning) => !INSTEAD_OF_ROWS.test(warning));
	return [...warnings, ...describeGaps(job, view)].map((note) => `${name}: ${note}`);
}
