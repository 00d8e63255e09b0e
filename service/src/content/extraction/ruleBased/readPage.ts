import type { ExtractionPage } from '../extraction.ts';
import type { JsonObject } from '../json.ts';
import { overviewOf } from './overview.ts';
import type { Collection, DataRecord, PageData } from './pageData.ts';
import { MAX_HTML_CHARACTERS, MAX_TEXT_CHARACTERS } from './pageData.ts';
import { typeNames } from './typeNames.ts';
import { resolveLink } from './values/address.ts';
import { contactFields } from './read/contacts.ts';
import { decimalMarkOf } from './read/decimalMark.ts';
import { declaredCollections, declaredRecord } from './read/declaredNodes.ts';
import { readDefinitionLists } from './read/definitionLists.ts';
import { readHtmlTables } from './read/htmlTables.ts';
import { readJsonLd } from './read/jsonLd.ts';
import { readListings } from './read/listings.ts';
import { mergeLabels } from './read/mergeLabels.ts';
import type { MarkdownData } from './read/markdownData.ts';
import { readMarkdown } from './read/markdownData.ts';
import type { PageMeta } from './read/metaTags.ts';
import { readMetaTags } from './read/metaTags.ts';
import { readMicrodata } from './read/microdata.ts';
import { namedElements } from './read/namedElements.ts';
import { parseHtml } from './read/parseHtml.ts';
import { readRepeatedElements } from './read/repeatedElements.ts';
import { findSubject } from './read/subject.ts';
import { readTable } from './read/tables.ts';

/** What the readers found, before it is put in order. */
interface PageParts {
	document: Document;
	baseUrl: string;
	/** JSON-LD and microdata. */
	nodes: JsonObject[];
	meta: PageMeta;
	text: MarkdownData;
	/** Tables with one record per row. */
	rows: Collection[];
	/** Labels with values, by list or table. */
	labelled: DataRecord[];
	/** Labels with values of the whole page. */
	labels: DataRecord;
	lists: Collection[];
	/** What is known without reading. */
	known: JsonObject;
}

/** Reads everything a page publishes for machines and everything its text labels. */
export function readPage(page: ExtractionPage): PageData {
	const parts = readParts(page);
	const { document, baseUrl, nodes, meta, text, rows, labelled, labels, lists, known } = parts;
	return {
		url: page.url,
		isCut: page.html.length > MAX_HTML_CHARACTERS || page.markdown.length > MAX_TEXT_CHARACTERS,
		decimalMark: decimalMarkOf(meta.language),
		records: subjectRecords(page, parts),
		groups: [...nodes.map(declaredRecord), ...labelled, ...text.groups],
		collections: [
			...declaredCollections(nodes),
			...rows,
			...lists,
			...text.collections,
			...readListings(document, baseUrl),
		],
		overview: overviewOf({
			about: { ...known, ...meta.fields },
			nodes,
			labels,
			tables: rows,
			lists,
		}),
	};
}

function readParts(page: ExtractionPage): PageParts {
	const document = parseHtml(page.html.slice(0, MAX_HTML_CHARACTERS));
	const baseUrl = baseAddress(document, page.url);
	const meta = readMetaTags(document, baseUrl);
	const text = readMarkdown(page.markdown.slice(0, MAX_TEXT_CHARACTERS), baseUrl);
	const tables = readHtmlTables(document, baseUrl).map(readTable);
	const tableLabels = tables.flatMap((table) => table.labels ?? []);
	const labelled = [...readDefinitionLists(document, baseUrl), ...tableLabels];
	return {
		document,
		baseUrl,
		nodes: [...readJsonLd(document), ...readMicrodata(document, baseUrl)],
		meta,
		text,
		rows: tables.flatMap((table) => table.collection ?? []),
		labelled,
		labels: mergeLabels([...labelled, text.labels]),
		lists: readRepeatedElements(document, baseUrl),
		known: { title: page.title, url: page.url, language: meta.language },
	};
}

/** The records about the page's subject, most reliable first. */
function subjectRecords(page: ExtractionPage, parts: PageParts): DataRecord[] {
	const { document, nodes, meta, text, labels, known } = parts;
	const titles = [meta.heading, page.title, text.heading].filter((title) => title !== '');
	const subject = findSubject(nodes, { url: page.url, titles });
	return [
		...subject.main,
		labels,
		{ names: typeNames(meta.kind), fields: meta.fields, isDeclared: false },
		...subject.page,
		plainRecord(contactFields(document)),
		plainRecord(namedElements(document.body)),
		text.outline,
		...subject.side,
		plainRecord(known),
	];
}

function baseAddress(document: Document, pageUrl: string): string {
	const base = document.querySelector('base[href]')?.getAttribute('href') ?? '';
	return resolveLink(base, pageUrl) ?? pageUrl;
}

/** A record that nothing is known about but its fields; empty texts are no values. */
function plainRecord(fields: JsonObject): DataRecord {
	const filled = Object.entries(fields).filter(([, value]) => value !== '');
	return { names: [], fields: Object.fromEntries(filled), isDeclared: false };
}
