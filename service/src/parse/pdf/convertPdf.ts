import type {
	ConvertedPage,
	ReadDocument,
	ReaderTools,
	ReadRequest,
} from '../document/conversion.ts';
import { describeHiddenText, describePictures } from '../document/pages.ts';
import { type ExtractedPage, extractPages, openPdf, PAGES_PER_STEP } from './extract.ts';
import { kindOf, type PageKind } from './pageKind.ts';
import { isToBeRecognised, keepReading, layOutPages, recognisePage } from './readings.ts';

export { countPdfPages } from './extract.ts';

/** Pages laid out together: headings are ranked, and running lines found, over so many. */
const PAGES_LAID_OUT = 250;
/** Tells what the mode that reads no pictures leaves out. */
function describeLeftOut(kinds: ReadonlyMap<number, PageKind>): string[] {
	const pagesWith = (test: (kind: PageKind) => boolean) =>
		[...kinds].flatMap(([pageNumber, kind]) => (test(kind) ? [pageNumber] : []));
	const pictures = pagesWith(({ isPicture }) => isPicture);
	const covered = pagesWith(({ isCovered }) => isCovered);
	// A document of pictures alone is told of as one without text.
	const hasText = pictures.length < kinds.size;
	return [
		...(pictures.length > 0 && hasText ? [describePictures(pictures)] : []),
		...(covered.length > 0 ? [describeHiddenText(covered)] : []),
	];
}

/**
 * Converts a PDF page by page: its text with headings, lists, tables and links, or what is
 * recognised on its pictures where there is no text.
 * @param request the name of its file must end in `.pdf`: the engine goes by it
 * @throws DocumentFailure
 */
export async function convertPdf(
	request: ReadRequest,
	{ context, recogniser, checkCount }: ReaderTools,
): Promise<ReadDocument> {
	const { source, mode } = request;
	const { totalPages, selected, first } = await openPdf(request);
	checkCount(selected.length);
	const pages: ConvertedPage[] = [];
	const recognised = new Map<number, ConvertedPage>();
	const kinds = new Map<number, PageKind>();
	let extracted: ExtractedPage[] = [];
	let done = 0;
	for (let from = 0; from < selected.length; from += PAGES_PER_STEP) {
		const step = selected.slice(from, from + PAGES_PER_STEP);
		const entries = (from === 0 && first) || (await extractPages(source, step)).pages;
		for (const entry of entries) {
			const { pageNumber } = entry;
			const kind = entry.page && kindOf(entry.page);
			if (kind) kinds.set(pageNumber, kind);
			if (isToBeRecognised(mode, kind)) {
				recognised.set(pageNumber, await recognisePage(source, entry, recogniser));
			}
			extracted.push(entry);
			context.onProgress(++done, selected.length);
		}
		if (extracted.length < PAGES_LAID_OUT && done < selected.length) continue;
		const isKept = ({ pageNumber }: ExtractedPage) => mode !== 'ocr' || !recognised.has(pageNumber);
		const read = layOutPages(extracted.filter(isKept), context.warn);
		pages.push(...extracted.flatMap((entry) => keepReading(entry, read, recognised, context.warn)));
		extracted = [];
	}
	if (mode === 'fast') describeLeftOut(kinds).forEach(context.warn);
	return { totalPages, pages };
}
