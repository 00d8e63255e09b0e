import {
	bytesOf,
	type ConvertedPage,
	type ReadDocument,
	type ReaderTools,
	type ReadRequest,
} from '../conversion/conversion.ts';
import {
	describeHiddenText,
	describeLayers,
	describePictures,
	describePrint,
	describeWordless,
} from '../conversion/pages.ts';
import { joinPages } from '../conversion/markdown.ts';
import { comparePages } from '../einvoice/comparePages.ts';
import {
	type ExtractedPage,
	extractPages,
	openPdf,
	PAGES_PER_STEP,
	rejectTruncated,
} from './extract.ts';
import { embeddedFiles, readEmbedded } from './embedded.ts';
import { placedWords } from '../layout/placedWords.ts';
import { hiddenLayers, withoutUndrawn } from './layers.ts';
import { objectsOf } from './objects.ts';
import { pdfProperties } from '../properties/pdfProperties.ts';
import { kindOf, type PageKind } from './pageKind.ts';
import { holdsUnnamedFonts } from './unnamed.ts';
import { findPrint, holdsPictures, readPrint } from './pictures.ts';
import { isToBeRecognised, keepReadings, recognisePage } from './readings.ts';

/** Says that a form's pages are not in its file, and what to do. */
const DYNAMIC_FORM =
	'The PDF is an XFA form, whose pages are made by the program that opens it: its fields and values may be missing here. Open it in Adobe Acrobat Reader or Firefox, print it to a PDF, and send that.';
/** Number of pages laid out together: headings are ranked, and running lines found, across them. */
const PAGES_LAID_OUT = 250;
/** Longer documents are none of those whose fields are read from the places of their words. */
const MAX_WORD_PAGES = 30;

/** Pages with their words: those of the reading that was kept. */
function withWords(
	pages: readonly ConvertedPage[],
	entries: readonly ExtractedPage[],
	areWanted: boolean,
): ConvertedPage[] {
	return pages.map(({ words, ...page }) => {
		const [view] = entries.find(({ pageNumber }) => pageNumber === page.pageNumber)?.views ?? [];
		return areWanted ? { ...page, words: words ?? placedWords(view?.textItems ?? []) } : page;
	});
}

/** What was found on the pages of a document, by their numbers. */
interface Findings {
	kinds: Map<number, PageKind>;
	/** Whether the file contains pictures that may show text. */
	hasPictures: boolean;
	/** Pages of text with pictures of print. */
	printed: number[];
	/** Pages that are not blank, in whose pictures no text was found. */
	wordless: Set<number>;
}

/** Reports what the mode that reads no pictures leaves out. */
function describeLeftOut({ kinds, printed }: Findings): string[] {
	const pagesOf = (wanted: PageKind) =>
		[...kinds].flatMap(([pageNumber, kind]) => (kind === wanted ? [pageNumber] : []));
	const [pictures, covered] = [pagesOf('picture'), pagesOf('covered')];
	// A document of pictures alone is reported as one without text.
	const hasText = pictures.length < kinds.size;
	return [
		...(pictures.length > 0 && hasText ? [describePictures(pictures)] : []),
		...(covered.length > 0 ? [describeHiddenText(covered)] : []),
		...(printed.length > 0 ? [describePrint(printed)] : []),
	];
}

/** Reads what is drawn on a page, where the mode and its text require it. */
async function readPictures(
	request: ReadRequest,
	entry: ExtractedPage,
	tools: ReaderTools,
	{ kinds, printed, wordless, hasPictures }: Findings,
): Promise<ExtractedPage> {
	const { page, pageNumber, isCovered } = entry;
	const kind = page && kindOf(page, isCovered);
	if (kind) kinds.set(pageNumber, kind);
	if (isToBeRecognised(request.mode, kind)) {
		const recognised = await recognisePage(request.source, entry, tools);
		if (recognised?.markdown === '' && recognised.error === undefined) wordless.add(pageNumber);
		return { ...entry, recognised: recognised ?? { pageNumber, markdown: '', method: 'ocr' } };
	}
	const print = await findPrint(request.source, entry, hasPictures);
	if (print.length > 0) printed.push(pageNumber);
	return readPrint(request, entry, print, tools);
}

/**
 * Converts the pages of a PDF.
 * @param holds.hasHidden whether its text may include hidden text
 * @param holds.hasPictures whether it contains pictures that may show text
 * @param holds.hasUnnamed whether it has fonts without names for their characters
 */
async function convertPages(
	request: ReadRequest,
	tools: ReaderTools,
	{
		hasHidden,
		hasPictures,
		hasUnnamed,
	}: Record<'hasHidden' | 'hasPictures' | 'hasUnnamed', boolean>,
): Promise<ReadDocument> {
	const { context, checkCount } = tools;
	const { source, mode } = request;
	const { totalPages, selected, first } = await openPdf(request, hasUnnamed);
	checkCount(selected.length);
	const findings: Findings = { kinds: new Map(), hasPictures, printed: [], wordless: new Set() };
	const pages: ConvertedPage[] = [];
	let isDynamicForm = false;
	let waiting: ExtractedPage[] = [];
	let done = 0;
	for (let from = 0; from < selected.length; from += PAGES_PER_STEP) {
		const step = selected.slice(from, from + PAGES_PER_STEP);
		const extracted = (from === 0 && first) || (await extractPages(source, step, hasUnnamed));
		isDynamicForm ||= extracted.isDynamicForm;
		for (const entry of extracted.pages) {
			const shown = hasHidden ? await withoutUndrawn(source, entry) : entry;
			waiting.push(await readPictures(request, shown, tools, findings));
			context.onProgress(++done, selected.length);
		}
		if (waiting.length < PAGES_LAID_OUT && done < selected.length) continue;
		const read = keepReadings(waiting, mode, context.warn);
		pages.push(
			...withWords(read, waiting, request.withWords === true && selected.length <= MAX_WORD_PAGES),
		);
		waiting = [];
	}
	if (isDynamicForm) context.warn(DYNAMIC_FORM);
	if (mode === 'fast') describeLeftOut(findings).forEach(context.warn);
	const wordless = pages.filter(
		(page) => page.markdown === '' && findings.wordless.has(page.pageNumber),
	);
	// A document without any text is reported as a whole.
	if (wordless.length > 0 && pages.some(({ markdown }) => markdown !== ''))
		context.warn(describeWordless(wordless.map(({ pageNumber }) => pageNumber)));
	return { totalPages, pages };
}

/** What a PDF contains besides the text of its pages. All its bytes are in memory only meanwhile. */
async function examine({ source }: ReadRequest) {
	const file = await bytesOf(source);
	rejectTruncated(file);
	const objects = objectsOf(file);
	return {
		layers: hiddenLayers(objects),
		files: embeddedFiles(file, objects),
		hasPictures: holdsPictures(objects),
		hasUnnamed: holdsUnnamedFonts(objects),
		properties: pdfProperties(file, objects),
	};
}

/**
 * Converts a PDF: the text of its pages with headings, lists, tables and links, or the text recognised in
 * their pictures if they have none; and at the end of the last page its embedded files.
 * @param request the name of its file must end in `.pdf`, which the engine checks
 * @throws DocumentFailure
 */
export async function convertPdf(request: ReadRequest, tools: ReaderTools): Promise<ReadDocument> {
	const { layers, files, hasPictures, hasUnnamed, properties } = await examine(request);
	tools.context.setProperties(properties);
	describeLayers(layers).forEach(tools.context.warn);
	const hasHidden = layers.off.length + layers.inverse.length > 0;
	const read = await convertPages(request, tools, { hasHidden, hasPictures, hasUnnamed });
	const last = read.pages.at(-1);
	const { markdown, invoices } = await readEmbedded(files, tools);
	for (const invoice of invoices) {
		comparePages(invoice, joinPages(read.pages)).forEach(tools.context.warn);
	}
	if (last && markdown) last.markdown = `${last.markdown}\n\n${markdown}`.trim();
	return read;
}
