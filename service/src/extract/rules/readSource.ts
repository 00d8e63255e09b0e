/// <reference lib="dom" />
import { cleanDocument } from '../../page/clean.ts';
import { oneLine, parseHtml, readBaseUrl, trimHtml } from '../../page/document.ts';
import { readLinkedData, readMicrodata } from '../../page/declaredData.ts';
import { removeSurroundings } from '../../page/mainContent.ts';
import { MOST_TEXT_CHARACTERS, type ExtractionSource } from '../extraction.ts';
import type { JsonObject } from '../../json.ts';
import { declaredCollections, declaredRecord, findSubject, readMetaFields } from './declared.ts';
import { readContacts, readMarkedPairs, readRepeatedElements } from './elements.ts';
import { nameKey } from './names.ts';
import { decimalMarkOf } from './figures.ts';
import { plainRecord, type Collection, type PageData } from './pageData.ts';
import { readText } from './text.ts';

/** Facts about the page as a whole and the keys under which pages publish them. */
const ABOUT_FIELDS: Readonly<Record<string, string>> = {
	title: 'title',
	description: 'description',
	image: 'image',
	author: 'author',
	publishedAt: 'published time',
	siteName: 'site name',
};

/** What a page declares, or nothing for a document. */
interface Declared {
	nodes: JsonObject[];
	meta: JsonObject;
	language: string;
	heading: string;
	lists: Collection[];
	pairs: JsonObject;
	contacts: JsonObject;
	isCut: boolean;
}

/** Reads everything that a page or document publishes for machines and everything its text labels. */
export function readSource({ url, title, html, markdown }: ExtractionSource): PageData {
	const text = readText(markdown.slice(0, MOST_TEXT_CHARACTERS), url);
	const declared = html === undefined ? undefined : readDeclared(html, url);
	const {
		nodes = [],
		meta = {},
		language = '',
		heading = '',
		lists = [],
		pairs = {},
		contacts = {},
	} = declared ?? {};
	const titles = [heading, html === undefined ? '' : title, text.heading].filter(Boolean);
	const labels = { ...pairs, ...text.labels.fields };
	const subject = findSubject(nodes, url, titles);
	const known = filled({ title: titles[0] ?? '', url, language });
	const about =
		html === undefined
			? { title: text.heading }
			: { ...known, ...meta, ...filled({ title: heading }) };
	return {
		url,
		isCut: markdown.length > MOST_TEXT_CHARACTERS || declared?.isCut === true,
		decimalMark: decimalMarkOf(language),
		records: [
			...subject.main,
			plainRecord(labels),
			plainRecord({ ...meta, ...filled({ title: heading }) }),
			...subject.side,
			plainRecord(contacts),
			text.outline,
			plainRecord(known),
		],
		groups: [...nodes.map(declaredRecord), ...text.groups],
		collections: [
			...declaredCollections(nodes),
			...text.tables,
			...lists,
			...text.sections,
			...text.listings,
		],
		overview: overview({ about: filled(about), nodes, labels, tables: text.tables, lists }),
	};
}

function readDeclared(html: string, url: string): Declared {
	const trimmed = trimHtml(html);
	const document = parseHtml(trimmed.html);
	const baseUrl = readBaseUrl(document, url);
	for (const lineBreak of document.querySelectorAll('br')) lineBreak.replaceWith(' ');
	const contacts = readContacts(document);
	const nodes = [...readLinkedData(document), ...readMicrodata(document, baseUrl)];
	const meta = readMetaFields(document, baseUrl);
	const language = document.documentElement.getAttribute('lang')?.trim() ?? '';
	const [first, ...others] = [...document.querySelectorAll('h1')];
	const heading = first === undefined || others.length > 0 ? '' : oneLine(first.textContent);
	cleanDocument(document, baseUrl);
	removeSurroundings(document);
	const lists = readRepeatedElements(document, baseUrl);
	const pairs = readMarkedPairs(document);
	return { nodes, meta, language, heading, lists, pairs, contacts, isCut: trimmed.isCut };
}

/** What the answer without a question is made of. */
interface OverviewParts {
	about: JsonObject;
	nodes: readonly JsonObject[];
	labels: JsonObject;
	tables: readonly Collection[];
	lists: readonly Collection[];
}

/** The page's data as one object, by its own names; only what the page has. */
function overview({ about, nodes, labels, tables, lists }: OverviewParts): JsonObject {
	const byKey = new Map(Object.entries(about).map(([name, value]) => [nameKey(name), value]));
	const facts = Object.entries(ABOUT_FIELDS).map(([name, key]) => [name, byKey.get(key) ?? '']);
	const [largest] = lists.toSorted((left, right) => right.records.length - left.records.length);
	const rows = (list: Collection): JsonObject[] => list.records.map(({ fields }) => fields);
	const structuredData = nodes.map(({ '@context': _context, ...node }) => node);
	return {
		...filled(Object.fromEntries(facts)),
		...(nodes.length > 0 && { structuredData }),
		...(Object.keys(labels).length > 0 && { details: labels }),
		...(tables.length > 0 && {
			tables: tables.map((table) => ({
				...filled({ title: table.title ?? '' }),
				rows: rows(table),
			})),
		}),
		// Fewer elements are rather two columns of a page than a list.
		...(largest !== undefined && largest.records.length > 2 && { items: rows(largest) }),
	};
}

function filled(fields: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}
