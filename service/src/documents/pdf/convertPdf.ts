import {
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
} from '../conversion/pages.ts';
import { bytesOf, type ExtractedPage, extractPages, openPdf, PAGES_PER_STEP } from './extract.ts';
import { embeddedFiles, embeddedMarkdown } from './embedded.ts';
import { hiddenLayers, withoutUndrawn } from './layers.ts';
import { objectsOf } from './objects.ts';
import { kindOf, type PageKind } from './pageKind.ts';
import { findPrint, holdsPictures, readPrint } from './pictures.ts';
import { isToBeRecognised, keepReading, layOutPages, recognisePage } from './readings.ts';

export { countPdfPages } from './extract.ts';

/** Says that a form's pages are not in its file, and what to do. */
const DYNAMIC_FORM =
	'The PDF is an XFA form, whose pages are made by the program that opens it: its fields and values may be missing here. Open it in Adobe Acrobat Reader or Firefox, print it to a PDF, and send that.';
/** Number of pages laid out together: headings are ranked, and running lines found, across them. */
const PAGES_LAID_OUT = 250;
/** Reports what the mode that reads no pictures leaves out. */
function describeLeftOut(
	kinds: ReadonlyMap<number, PageKind>,
	printed: readonly number[],
): string[] {
	const pagesWith = (test: (kind: PageKind) => boolean) =>
		[...kinds].flatMap(([pageNumber, kind]) => (test(kind) ? [pageNumber] : []));
	const pictures = pagesWith(({ isPicture }) => isPicture);
	const covered = pagesWith(({ isCovered }) => isCovered);
	// A document of pictures alone is reported as one without text.
	const hasText = pictures.length < kinds.size;
	return [
		...(pictures.length > 0 && hasText ? [describePictures(pictures)] : []),
		...(covered.length > 0 ? [describeHiddenText(covered)] : []),
		...(printed.length > 0 ? [describePrint(printed)] : []),
	];
}

/** Pages without the text that is not visible on them, if there may be any. */
async function onlyShown(
	{ source }: ReadRequest,
	entries: readonly ExtractedPage[],
	hasHidden: boolean,
): Promise<ExtractedPage[]> {
	const shown: ExtractedPage[] = [];
	for (const entry of entries) shown.push(hasHidden ? await withoutUndrawn(source, entry) : entry);
	return shown;
}

/**
 * Converts the pages of a PDF.
 * @param holds.hasHidden whether its text may include hidden text
 * @param holds.hasPictures whether it contains pictures that may show text
 */
async function convertPages(
	request: ReadRequest,
	tools: ReaderTools,
	holds: { hasHidden: boolean; hasPictures: boolean },
): Promise<ReadDocument> {
	const { context, checkCount } = tools;
	const { source, mode } = request;
	const { totalPages, selected, first } = await openPdf(request);
	let isDynamicForm = false;
	checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	const recognised = new Map<number, ConvertedPage>();
	const kinds = new Map<number, PageKind>();
	const printed: number[] = [];
	let extracted: ExtractedPage[] = [];
	let done = 0;
	for (let from = 0; from < selected.length; from += PAGES_PER_STEP) {
		const step = selected.slice(from, from + PAGES_PER_STEP);
		const read = (from === 0 && first) || (await extractPages(source, step));
		isDynamicForm ||= read.isDynamicForm;
		const shown = await onlyShown(request, read.pages, holds.hasHidden);
		for (const { pageNumber, page } of shown) if (page) kinds.set(pageNumber, kindOf(page));
		const texts = shown.filter(({ pageNumber }) => {
			const kind = kinds.get(pageNumber);
			return kind && !isToBeRecognised(mode, kind);
		});
		const print = await findPrint(source, holds.hasPictures ? texts : []);
		printed.push(...print.keys());
		for (const own of shown) {
			const { pageNumber } = own;
			const entry = await readPrint(request, own, print.get(pageNumber), tools);
			if (isToBeRecognised(mode, kinds.get(pageNumber))) {
				recognised.set(pageNumber, await recognisePage(source, entry, tools));
			}
			extracted.push(entry);
			context.onProgress(++done, selected.length);
		}
		if (extracted.length < PAGES_LAID_OUT && done < selected.length) continue;
		const isKept = ({ pageNumber }: ExtractedPage) => mode !== 'ocr' || !recognised.has(pageNumber);
		const laidOut = layOutPages(extracted.filter(isKept), context.warn);
		pages.push(
			...extracted.flatMap((entry) => keepReading(entry, laidOut, recognised, context.warn)),
		);
		extracted = [];
	}
	if (isDynamicForm) context.warn(DYNAMIC_FORM);
	if (mode === 'fast') describeLeftOut(kinds, printed).forEach(context.warn);
	return { totalPages, pages };
}

/** What a PDF contains besides the text of its pages. All its bytes are in memory only meanwhile. */
async function examine({ source }: ReadRequest) {
	const file = await bytesOf(source);
	const objects = objectsOf(file);
	return {
		layers: hiddenLayers(objects),
		files: embeddedFiles(file, objects),
		hasPictures: holdsPictures(objects),
	};
}

/**
 * Converts a PDF: the text of its pages with headings, lists, tables and links, or the text recognised in
 * their pictures if they have none; and at the end of the last page its embedded files.
 * @param request the name of its file must end in `.pdf`, which the engine checks
 * @throws DocumentFailure
 */
export async function convertPdf(request: ReadRequest, tools: ReaderTools): Promise<ReadDocument> {
	const { layers, files, hasPictures } = await examine(request);
	describeLayers(layers).forEach(tools.context.warn);
	const hasHidden = layers.off.length + layers.inverse.length > 0;
	const read = await convertPages(request, tools, { hasHidden, hasPictures });
	const last = read.pages.at(-1);
	const embedded = last ? await embeddedMarkdown(files, tools) : '';
	if (last && embedded) last.markdown = `${last.markdown}\n\n${embedded}`.trim();
	return read;
}
