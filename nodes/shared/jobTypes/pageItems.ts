import type { IDataObject } from 'n8n-workflow';
import { omit, pickFields } from '../items/records';
import {
	applyOnFailedExtraction,
	failedPartItems,
	screenshotFiles,
	type ExtractionFlags,
	type OnFailedPart,
	type OutputItem,
} from '../items/outputItem';
import { toRecord, toRows, type RowView } from '../items/rows';
import { sourcesOf } from '../items/valueSources';
import { bodyField, bodyText, isRecord, readTexts } from '../transport/serviceBody';
import { readMarkdownLinks } from '../items/markdownLinks';
import { toSections, withoutAnchor, type SectionView } from '../items/sections/sectionFields';
import type { WebDataError } from '../transport/webDataError';
import { findGaps, type PageReport } from '../operations/pageReports';
import type { WhatToGet } from '../fields/whatToGet';
import type { components } from '../../../api/generated/types';

type ValueSources = components['schemas']['ValueSources'];

/** A page, or an answer over several, as every type of job gives it. */
export interface Page {
	/** Its item as the service sent it, with the IDs of its job. */
	raw: IDataObject;
	/** The fields before its content: address, title, success. */
	head: IDataObject;
	/** The answer where there is one, else the Markdown; absent where nothing was read. */
	content?: unknown;
	/** What was asked for beside its content, such as its links. */
	added?: IDataObject;
	/** What it says about itself (`api/openapi.yaml`, PageMetadata); absent where it says nothing. */
	metadata?: unknown;
	/** Where it has its headings (`api/openapi.yaml`, HeadingAnchors). */
	anchors?: unknown;
	/** Where the values of the answer were read, if that was asked for. */
	sources?: IDataObject | undefined;
	/** What an item of the whole page has after its content, and one with fields of the user's does not. */
	details?: IDataObject;
	/** What is worth noticing about the page, and what it cost. */
	facts?: IDataObject;
	/** How it is found again; last. */
	ids: IDataObject;
	/** Why it could not be read. */
	error?: WebDataError | undefined;
	/** Flags of its answer; absent where they are those of the whole job. */
	flags?: ExtractionFlags;
	screenshots?: readonly string[];
}

/** The items of a page: one, or its rows, or why there is none. Its screenshots go with the first. */
export function toItems(page: Page, view: ResultView): OutputItem[] {
	const { head, ids, error, flags = {}, screenshots = [] } = page;
	if (error) {
		const json = view.isSimplified ? toItemFields(page, view) : page.raw;
		return failedPartItems(json, error, view.onFailedPart);
	}
	const hasFiles = view.downloadScreenshots && screenshots.length > 0;
	const items = toFields(page, view).map((json, index) =>
		hasFiles && index === 0 ? { json, files: screenshotFiles(screenshots) } : { json },
	);
	return applyOnFailedExtraction(
		items,
		flags,
		{ url: head.url ?? null, ...ids },
		view.onFailedExtraction,
	);
}

function toFields(page: Page, view: ResultView): IDataObject[] {
	const { raw, head, content, facts } = page;
	if (!view.isSimplified) return [raw];
	if (view.sections !== undefined && view.get === 'markdown') {
		return toSectionItems(page, view.sections, view);
	}
	// Where nothing could be extracted, the content is the page, and no row.
	const isUnanswered = facts?.aiExtractionFailed === true;
	if (view.get !== 'rows' || isUnanswered) return [toItemFields(page, view)];
	const place = { ...addressOf(head.url, view), ...metadataOf(page, view) };
	return toRows(content, view.rows, place, sourcesOf(page));
}

/** The metadata of a page as a field of its items, where it is wanted; empty where the page states none. */
export function metadataOf(
	{ metadata }: { metadata?: unknown },
	{ includesMetadata }: ResultView,
): IDataObject {
	if (!includesMetadata) return {};
	return { metadata: isRecord(metadata) ? (metadata as IDataObject) : {} };
}

/** The sections of a page as items; the page itself where it has no text. */
function toSectionItems(page: Page, sections: SectionView, view: ResultView): IDataObject[] {
	const { head, content, facts, ids, anchors } = page;
	const added = { ...page.added, ...metadataOf(page, view) };
	const { url, title } = head;
	const markdown = typeof content === 'string' ? content : '';
	const place = { markdown, title: String(title ?? ''), place: String(url ?? ''), anchors };
	const divided = toSections(place, sections);
	if (divided.length === 0) return [toItemFields(page, view)];
	return divided.map(({ fields, anchor, warnings }) => ({
		...head,
		url: anchor === '' || typeof url !== 'string' ? url : withoutAnchor(url) + anchor,
		...fields,
		...added,
		...omit(facts ?? {}, 'warnings'),
		...(warnings.length > 0 && { warnings }),
		...ids,
	}));
}

/**
 * The address of a page as its items have it. Beside fields that the user named it is always `pageUrl`: `url`
 * may be one of these, such as the link of an entry.
 */
export function addressOf(
	url: IDataObject[string],
	{ get, isSimplified }: ResultView,
): IDataObject {
	return isSimplified && (get === 'rows' || get === 'record') ? { pageUrl: url } : { url };
}

function toItemFields(page: Page, view: ResultView): IDataObject {
	const { head, content, details, facts, ids } = page;
	const added = { ...page.added, ...metadataOf(page, view), ...sourcesOf(page) };
	if (view.get === 'record' && isRecord(content)) {
		// What was not asked for would be columns of a sheet: hints say what deserves attention.
		const marks = pickFields(facts ?? {}, FAILED_EXTRACTION_MARKS);
		return toRecord(content as IDataObject, { ...addressOf(head.url, view), ...added, ...marks });
	}
	const { url, ...others } = head;
	return {
		...addressOf(url, view),
		...others,
		...('content' in page && { content: content as IDataObject }),
		...added,
		...details,
		...facts,
		...ids,
	};
}

/** Fields of items whose answer has no value, which a workflow can filter by. */
const FAILED_EXTRACTION_MARKS = ['aiExtractionFailed', 'extractionEmpty'] as const;

/** What is worth noticing about a page's answer, as batches and crawls send it (`BatchScrapeItem`, `CrawlPage`). */
export function readPageFlags(page: unknown): IDataObject {
	if (!isRecord(page)) return {};
	const warnings = readTexts(page.warnings);
	return {
		...(page.ai_extraction_failed === true && { aiExtractionFailed: true }),
		...(page.extraction_empty === true && { extractionEmpty: true }),
		...(page.lowContent === true && { lowContent: true }),
		...(typeof page.finalUrl === 'string' && { finalUrl: page.finalUrl }),
		...(warnings.length > 0 && { warnings }),
	};
}

/** Whether a page has hardly any text: by its flag, or because its content is empty. */
function isThin(page: unknown): boolean {
	const { lowContent, data, result } = isRecord(page) ? page : {};
	return lowContent === true || data === '' || result === '';
}

/** What a page gave. */
interface GivenPage {
	/** Undefined for none. */
	answer: unknown;
	isThin: boolean;
	/** What the service warned of. */
	warnings: readonly string[];
}

/**
 * What an answer lacks to become the items that were asked for, and whether the page has too little text: one
 * that gave rows has enough.
 */
export function reportContent(
	{ answer, isThin: isShort, warnings }: GivenPage,
	{ isSimplified, get, columns }: ResultView,
): Pick<PageReport, 'gaps' | 'wantsRows' | 'isThin'> {
	const wantsRows = get === 'rows';
	const isChecked = isSimplified && answer !== undefined;
	const gaps = isChecked ? findGaps(answer, { wantsRows, columns, warnings }) : [];
	const hasRows = wantsRows && isChecked && gaps.length === 0;
	return { wantsRows, gaps, isThin: isShort && !hasRows };
}

/**
 * What a run has to say about a page of a batch or crawl.
 * @param page.flags as the service sent them
 * @param page.answer what was answered over it; undefined for nothing
 */
export function reportPage(
	{ failure, flags, answer }: { failure: string | undefined; flags: unknown; answer: unknown },
	view: ResultView,
): PageReport {
	return {
		url: bodyText(flags, 'url'),
		failure,
		isUnanswered: bodyField(flags, 'ai_extraction_failed') === true,
		isEmpty: bodyField(flags, 'extraction_empty') === true,
		...reportContent(
			{ answer, isThin: isThin(flags), warnings: readTexts(bodyField(flags, 'warnings')) },
			view,
		),
	};
}

/**
 * The wanted lists of one page, or of several as one, as fields of an item.
 * @param pages each with the address that its links are relative to
 */
export function listOfPages(
	pages: ReadonlyArray<{ url?: string | null | undefined; markdown: string | undefined }>,
	lists: ResultView['lists'],
): IDataObject {
	if (lists.length === 0) return {};
	const found = pages.map(({ url, markdown = '' }) =>
		readMarkdownLinks(markdown, url ?? undefined),
	);
	return Object.fromEntries(
		lists.map((list) => [list, found.flatMap((page) => page[list].map((link) => ({ ...link })))]),
	);
}

export interface ResultView {
	isSimplified: boolean;
	get: WhatToGet;
	/** The fields that rows should have; none where that is not known. */
	columns: readonly string[];
	/** What one output item is, unless it is a row: all of a job, or a page. */
	splitInto: 'job' | 'page';
	/** How pages as Markdown are divided; absent where they are not. */
	sections?: SectionView | undefined;
	rows: RowView;
	downloadScreenshots: boolean;
	onFailedPart: OnFailedPart;
	onFailedExtraction: OnFailedPart;
	/** Whether what a page says about itself is beside its content. */
	includesMetadata: boolean;
	/** Whether the Markdown is beside the answer. */
	includesMarkdown: boolean;
	/** Whether a page that is a list, though one thing was asked for, gives its entries as rows. */
	takesListed?: true;
	/** What is listed of each page beside its content: what its Markdown links to, and shows. */
	lists: ReadonlyArray<'links' | 'images'>;
	/** Whether content may be an answer as JSON; else it is Markdown, also where a page is JSON. */
	hasAnswers: boolean;
}

/** What the operations that get results have by default. */
export const DEFAULT_RESULT_VIEW: ResultView = {
	isSimplified: true,
	get: 'markdown',
	columns: [],
	splitInto: 'page',
	rows: { isFlat: false },
	downloadScreenshots: false,
	onFailedPart: 'return',
	onFailedExtraction: 'return',
	includesMetadata: false,
	includesMarkdown: false,
	lists: [],
	hasAnswers: true,
};

/** The entries of a page that is a list, though one thing was asked for; undefined where there are none. */
export function readListed(result: unknown): components['schemas']['ListedEntries'] | undefined {
	const listed = isRecord(result) ? result.listed : undefined;
	if (!isRecord(listed) || !Array.isArray(listed.entries) || listed.entries.length === 0) {
		return undefined;
	}
	const reason = typeof listed.reason === 'string' ? listed.reason : '';
	const { sources } = sourcesOf(listed);
	return { reason, entries: listed.entries, ...(sources && { sources: sources as ValueSources }) };
}

/**
 * A result and how it is shown: where the view takes such entries, they are the answer, and its rows.
 * @param field what contains the answer
 */
export function takeListed<Result extends object>(
	result: Result,
	field: keyof Result,
	view: ResultView,
): [Result, ResultView] {
	const listed = view.takesListed && view.isSimplified ? readListed(result) : undefined;
	if (!listed) return [result, view];
	const { entries, sources } = listed;
	const answer = { ...result, extraction_empty: false, [field]: entries, sources };
	return [answer, { ...view, get: 'rows' }];
}

/**
 * Hints for results with such entries: that they are the items, or how to get them.
 * @param results results of scrapes, or entries of a batch
 */
export function describeListed(
	results: readonly unknown[],
	{ isSimplified, get, takesListed }: ResultView,
): string[] {
	if (!isSimplified || get === 'rows') return [];
	const advice = takesListed
		? "Each entry is an item. For the page itself, set 'What to Get' to One Record."
		: "To get these, set 'What to Get' to Rows of a List.";
	const reasons = results.flatMap((result) => readListed(result)?.reason ?? []);
	return [...new Set(reasons)].map((reason) => `${reason} ${advice}`.trim());
}
