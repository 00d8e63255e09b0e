import type { ExtractionDocument } from '../extraction.ts';
import { overviewOf } from './overview.ts';
import { readMarkdown } from './read/markdownData.ts';
import type { PageData } from './pageData.ts';
import { MAX_TEXT_CHARACTERS } from './pageData.ts';

/** Reads a document that exists as Markdown: its labels, headings, lists and tables. */
export function readDocument(document: ExtractionDocument): PageData {
	const url = document.url ?? '';
	const text = document.markdown.slice(0, MAX_TEXT_CHARACTERS);
	const { heading, labels, outline, groups, collections } = readMarkdown(text, url);
	const own = {
		...(heading !== '' && { title: heading }),
		...(url !== '' && { url }),
	};
	return {
		url,
		isCut: text.length < document.markdown.length,
		records: [labels, { names: [], fields: own, isDeclared: false }, outline],
		groups,
		collections,
		overview: overviewOf({ about: own, nodes: [], labels, tables: collections, lists: [] }),
	};
}
