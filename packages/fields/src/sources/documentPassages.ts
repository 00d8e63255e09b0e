import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import type { ExtractionSource } from '../extraction.ts';
import { cellsOf } from '../text/labelledPlaces.ts';
import { sheetOfPages } from '../sheet/sheet.ts';
import type { Passage, PassagePlace } from './passage.ts';

const LINK = /\]\(<?([^()\s<>]{1,8192}(?:\([^()\s<>]*\)[^()\s<>]*)?)/gu;
/** How far above a value its label may be, in lines with text. */
const LABEL_LINES = 2;
/** What is in the words of a page and not in the Markdown. */
const OUTSIDE_DOUBT = 2;

/**
 * A document in passages: lines of its Markdown and cells of its tables, then the pieces of its pages.
 * @param start index of the first
 */
export function documentPassages(
	document: ExtractionSource,
	source: number,
	start: number,
): Passage[] {
	const passages = markdownPassages(document, source, start);
	return [...passages, ...pagePieces(document, source, start + passages.length)];
}

function markdownPassages(document: ExtractionSource, source: number, start: number): Passage[] {
	const passages: Passage[] = [];
	const placeOf = placesOf(document);
	/** The first row of the table, and the texts before the line. */
	let head: readonly string[] = [];
	let above: readonly string[] = [];
	for (const [at, line] of document.markdown.split(/\r?\n/u).entries()) {
		const isRow = line.startsWith('|');
		if (!isRow) head = [];
		if (!/[\p{L}\p{N}\p{S}]/u.test(line.replaceAll('|', ''))) continue;
		const texts = cellsOf(line);
		const from = start + passages.length;
		const shared = { place: placeOf(at + 1), source, container: { from, to: from } };
		const labels = isRow ? rowLabels(texts, head) : lineLabels(texts, above);
		for (const [column, text] of texts.entries()) {
			if (text === '') continue;
			passages.push({ ...shared, text, isShown: true, doubt: 0, labels: () => labels(column) });
		}
		passages.push(...linksOf(line, { ...shared, url: document.url, labels: texts }));
		shared.container.to = start + passages.length - 1;
		if (isRow) head = head.length === 0 ? texts : head;
		else above = [...above, texts.join(' ')].slice(-LABEL_LINES);
	}
	return passages;
}

const rowLabels = (texts: readonly string[], head: readonly string[]) => (column: number) =>
	[head[column], texts[column - 1], texts[0], texts[column]].filter((one) => one !== undefined);

const lineLabels = (texts: readonly string[], above: readonly string[]) => () => [
	...texts,
	...above,
];

/** Places of lines, each with its page if there are pages; to be asked in order. */
function placesOf({ pageStarts = [] }: ExtractionSource): (line: number) => PassagePlace {
	let begun = 0;
	return (line) => {
		while ((pageStarts[begun + 1]?.line ?? Infinity) <= line) begun += 1;
		const begin = pageStarts[begun];
		if (begin === undefined) return { line };
		return { line: line + begin.shownLine - begin.line, page: begin.page };
	};
}

function linksOf(
	markdown: string,
	{
		url,
		labels,
		...line
	}: Pick<Passage, 'place' | 'source' | 'container'> & { url: string; labels: readonly string[] },
): Passage[] {
	return [...markdown.matchAll(LINK)].map(([, text = '']) => ({
		...line,
		text,
		isShown: false,
		doubt: 0,
		address: resolveAddress(text, url) ?? text,
		labels: () => labels,
	}));
}

function pagePieces({ words = [] }: ExtractionSource, source: number, start: number): Passage[] {
	if (words.length === 0) return [];
	const passages: Passage[] = [];
	for (const { text: line, page, pieces } of sheetOfPages(words).lines) {
		const container = { from: start + passages.length, to: 0 };
		for (const { text } of pieces) {
			passages.push({
				text,
				place: { page },
				source,
				container,
				isShown: true,
				doubt: OUTSIDE_DOUBT,
				labels: () => [line],
			});
		}
		container.to = start + passages.length - 1;
	}
	return passages;
}
