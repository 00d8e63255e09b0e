import type { IDataObject } from 'n8n-workflow';
import { omit } from '../items/records';
import {
	applyOnFailedExtraction,
	failedPartItems,
	screenshotFiles,
	type ExtractionFlags,
	type OnFailedPart,
	type OutputItem,
} from '../items/outputItem';
import { describeRows, describeUnsplit, toRecord, toRows, type RowView } from '../items/rows';
import { bodyField, bodyText, isRecord, readTexts } from '../transport/serviceBody';
import { readMarkdownLinks } from '../items/markdownLinks';
import { toSections, withoutAnchor, type SectionView } from '../items/sections/sectionFields';
import type { WebDataError } from '../transport/webDataError';
import { explainReason } from '../jobs/pageAdvice';
import type { WhatToGet } from '../fields/whatToGet';
import type { components } from '../../../api/generated/types';

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
	const isUnanswered = facts?.ai_extraction_failed === true;
	if (view.get !== 'rows' || isUnanswered) return [toItemFields(page, view)];
	return toRows(content, view.rows, addressOf(head.url, view));
}

/** The sections of a page as items; the page itself where it has no text. */
function toSectionItems(page: Page, sections: SectionView, view: ResultView): IDataObject[] {
	const { head, content, added, facts, ids } = page;
	const { url, title } = head;
	const markdown = typeof content === 'string' ? content : '';
	const place = { markdown, title: String(title ?? ''), place: String(url ?? '') };
	const divided = toSections(place, sections);
	if (divided.length === 0) return [toItemFields(page, view)];
	return divided.map(({ fields, anchor, warnings }) => ({
		...head,
		url: anchor === '' || typeof url !== 'string' ? url : withoutAnchor(url) + anchor,
		...fields,
		...added,
		...omit(facts ?? {}, 'creditsUsed'),
		...(warnings.length > 0 && { warnings: [...readTexts(facts?.warnings), ...warnings] }),
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
	const { head, content, added, details, facts, ids } = page;
	if (view.get === 'record' && isRecord(content)) {
		// What was not asked for would be columns of a sheet: only what deserves attention is there.
		const beside = { ...addressOf(head.url, view), ...added, ...facts };
		return toRecord(content as IDataObject, omit(beside, 'creditsUsed', 'finalUrl'));
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

/** What is worth noticing about a page's answer, as batches and crawls send it (`BatchScrapeItem`, `CrawlPage`). */
export function readPageFlags(page: unknown): IDataObject {
	if (!isRecord(page)) return {};
	const warnings = readTexts(page.warnings);
	return {
		...(page.ai_extraction_failed === true && { ai_extraction_failed: true }),
		...(page.extraction_empty === true && { extraction_empty: true }),
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

/**
 * The hint for pages with hardly any text, of which the first is named.
 * @param urls of them; undefined for one without an address
 */
export function describeThin(urls: ReadonlyArray<string | undefined>): string[] {
	if (urls.length === 0) return [];
	const first = urls.find((url) => url !== undefined);
	const pages = urls.length === 1 ? (first ?? 'a page') : `${urls.length} pages`;
	const example = urls.length > 1 && first !== undefined ? `, such as ${first}` : '';
	return [`Little text on ${pages}${example}: check for a bot check or cookie wall`];
}

/** More would push the count out of sight; the items have all of them. */
const MAX_REASONS = 3;
const MAX_REASON_LENGTH = 160;

/** A reason without what differs from page to page: its address, its title, how long to wait. */
function withoutPage(reason: string): string {
	const gist = explainReason(reason)
		.replace(/^Failed to scrape \S+: /, '')
		.replace(/, page title '.*'$/s, '')
		.replace(/, to be tried again in \d+ s$/, '')
		.trim();
	return gist.length > MAX_REASON_LENGTH ? `${gist.slice(0, MAX_REASON_LENGTH)}…` : gist;
}

/**
 * Why pages could not be read, the commonest reason first. Empty where no reason is known.
 * @param reasons one for each page that failed
 * @example '3 × HTTP status 404 (Not Found), 1 × the server did not answer in time (net::ERR_TIMED_OUT)'
 */
export function countReasons(reasons: ReadonlyArray<string | undefined>): string {
	if (reasons.every((reason) => reason === undefined)) return '';
	const counts = new Map<string, number>();
	for (const reason of reasons) {
		const gist = reason === undefined ? 'no reason given' : withoutPage(reason);
		counts.set(gist, (counts.get(gist) ?? 0) + 1);
	}
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	const [[only = ''] = []] = sorted;
	if (sorted.length === 1) return only;
	const shown = sorted.slice(0, MAX_REASONS).map(([gist, count]) => `${count} × ${gist}`);
	const rest = sorted.slice(MAX_REASONS).reduce((sum, [, count]) => sum + count, 0);
	return [...shown, ...(rest > 0 ? [`${rest} × other reasons`] : [])].join(', ');
}

/**
 * What is worth noticing about the form of answers. That pages have no rows is worth a word only where none of
 * them has any.
 */
export function describeAnswers(
	answers: readonly unknown[],
	{ isSimplified, get, columns }: ResultView,
): string[] {
	if (!isSimplified || answers.length === 0) return [];
	if (get !== 'rows') return [...new Set(answers.flatMap(describeUnsplit))];
	const gaps = answers.map((answer) => describeRows(answer, columns));
	return gaps.every((texts) => texts.length > 0) ? [...new Set(gaps.flat())] : [];
}

/**
 * What is worth noticing about the pages of a batch or crawl, in words.
 * @param pages.answer what was answered over one; undefined for nothing
 * @param pages.reason why one that failed could not be read, if that is known
 * @param failure of what could not be done with pages: "could not be crawled"
 */
export function describePages(
	pages: ReadonlyArray<{
		isFailed: boolean;
		reason: string | undefined;
		flags: unknown;
		answer: unknown;
	}>,
	view: ResultView,
	failure: string,
): string[] {
	const failed = pages.filter(({ isFailed }) => isFailed);
	const reasons = countReasons(failed.map(({ reason }) => reason));
	const unanswered = pages.filter(
		({ flags }) => bodyField(flags, 'ai_extraction_failed') === true,
	).length;
	const thin = pages.filter(({ isFailed, flags }) => !isFailed && isThin(flags));
	const of = (count: number) => `${count} of ${pages.length} pages`;
	const answers = pages.map(({ answer }) => answer).filter((answer) => answer !== undefined);
	return [
		...(failed.length > 0 ? [`${of(failed.length)} ${failure}${reasons && `: ${reasons}`}`] : []),
		...(unanswered > 0
			? [`${of(unanswered)} gave no answer, so their content is raw Markdown`]
			: []),
		...describeThin(thin.map(({ flags }) => bodyText(flags, 'url'))),
		...describeAnswers(answers, view),
	];
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
	/** Whether the Markdown is beside the answer. */
	includesMarkdown: boolean;
	/** Whether items have the fields of batches, null, so that they are the same either way. */
	hasBatchFields?: true;
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
	return { reason, entries: listed.entries };
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
	const answer = { ...result, extraction_empty: false, [field]: listed.entries };
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
