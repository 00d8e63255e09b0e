/// <reference lib="dom" />
import { cleanDocument } from '../../page/clean.ts';
import { readLinkedData, readMicrodata } from '../../page/declaredData.ts';
import { oneLine, parseHtml, readBaseUrl, trimHtml } from '../../page/document.ts';
import { removeSurroundings } from '../../page/mainContent.ts';
import { MOST_TEXT_CHARACTERS, type ExtractionSource } from '../extraction.ts';
import { stated, type JsonObject } from '../../json.ts';
import {
	declaredLists,
	declaredRecord,
	readContacts,
	readMetaFields,
	subjectRecords,
} from './declared.ts';
import { readRepeatedElements } from './elements.ts';
import { decimalMarkOf } from './figures.ts';
import { readText } from './markdownText.ts';
import { plainRecord, type DataRecord, type SourceData } from './sourceData.ts';

/** A source as the rules read it. */
export interface ReadSource extends SourceData {
	/** The answer when nobody says which fields are wanted: the source's data by its own names. */
	overview: JsonObject;
	/** The text was longer than rules read. */
	isCut: boolean;
}

/** Fewer elements are rather two columns of a page than a list. */
const FEWEST_ITEMS = 3;

/** Reads everything that a page or document publishes for machines and everything its text labels. */
export function readSource({ url, title, html, markdown }: ExtractionSource): ReadSource {
	const text = readText(markdown.slice(0, MOST_TEXT_CHARACTERS), url);
	const { nodes, meta, language, heading, contacts, lists, isCut } = readPage(html, url);
	const titles = [heading, html === undefined ? '' : title, text.heading].filter(Boolean);
	const { main, side } = subjectRecords(nodes, url, titles);
	const about = { ...meta, ...stated({ title: heading }) };
	const known = stated({ title: titles[0] ?? '', url, language });
	const items = lists.toSorted((a, b) => b.records.length - a.records.length)[0]?.records ?? [];
	const plain = [about, ...side, contacts, text.outline, known];
	return {
		url,
		isCut: markdown.length > MOST_TEXT_CHARACTERS || isCut,
		decimalMark: decimalMarkOf(language),
		records: [...main.map(declaredRecord), ...[text.labels, ...plain].map(plainRecord)],
		lists: [...declaredLists(nodes), ...text.tables, ...lists, ...text.lists],
		overview: stated({
			...stated({ title: titles[0] ?? '' }),
			...about,
			structuredData: nodes.map(({ '@context': _context, ...node }) => node),
			details: text.labels,
			tables: text.tables.map(({ title: caption = '', records }) =>
				stated({ title: caption, rows: fieldsOf(records) }),
			),
			items: items.length < FEWEST_ITEMS ? [] : fieldsOf(items),
		}),
	};
}

/** What only a page has, which is HTML: what it declares, its head and its repeated elements. */
function readPage(html = '', url = '') {
	const trimmed = trimHtml(html);
	const document = parseHtml(trimmed.html);
	const baseUrl = readBaseUrl(document, url);
	for (const lineBreak of document.querySelectorAll('br')) lineBreak.replaceWith(' ');
	const [first, ...others] = [...document.querySelectorAll('h1')];
	const heading = others.length > 0 ? '' : oneLine(first?.textContent ?? '');
	const nodes = [...readLinkedData(document), ...readMicrodata(document, baseUrl)];
	const meta = readMetaFields(document, baseUrl);
	const contacts = readContacts(document);
	const language = document.documentElement.getAttribute('lang')?.trim() ?? '';
	cleanDocument(document, baseUrl);
	removeSurroundings(document);
	const lists = readRepeatedElements(document, baseUrl);
	return { nodes, meta, language, heading, contacts, lists, isCut: trimmed.isCut };
}

const fieldsOf = (records: readonly DataRecord[]): JsonObject[] =>
	records.map(({ fields }) => fields);
