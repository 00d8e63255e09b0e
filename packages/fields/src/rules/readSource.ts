/// <reference lib="dom" />
import { stated, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { cleanDocument } from '@web-data-extraction/page/clean';
import { readLinkedData, readMarkedData } from '@web-data-extraction/page/declaredData';
import { oneLine, parseHtml, readBaseUrl, trimHtml } from '@web-data-extraction/page/document';
import { withoutStruck } from '@web-data-extraction/page/markdownText';
import { removeSurroundings } from '@web-data-extraction/page/surroundings';
import { atFirstUse } from '../atFirstUse.ts';
import { MOST_TEXT_CHARACTERS, type ExtractionSource } from '../extraction.ts';
import { readBreadcrumb } from '../page/breadcrumb.ts';
import { readByline } from '../page/byline.ts';
import { contactsOfPage, contactsOfText } from '../text/contacts.ts';
import { currenciesNamed } from '../shapes/currency.ts';
import { declaredLists, readMetaFields, subjectRecords } from '../page/declared.ts';
import { readDataFile } from '../text/dataFile.ts';
import { withPlainFacts } from '../page/plainFacts.ts';
import { readElementPairs } from '../page/elementPairs.ts';
import { readParts } from '../entries/parts.ts';
import { THINGS, withEntryNames } from '../text/entryNames.ts';
import { decimalMarkOn, isMarkAssumed } from '../shapes/decimalMark.ts';
import { withoutYamlQuotes } from '../text/frontMatter.ts';
import { withoutItemFacts } from '../text/itemTerms.ts';
import { readFacts, rowsOf } from '../text/labelledPlaces.ts';
import { rowKey } from '../text/markdownTables.ts';
import { readText } from '../text/markdownText.ts';
import { isPlural } from '../names/names.ts';
import { hasBuyButton, shownOnPage, textsOnPage } from '../records/shownOnPage.ts';
import { sheetOfRows } from '../sheet/sheet.ts';
import { headingOf } from '../page/pageHeading.ts';
import { labelEnds } from '../labels/labelEnds.ts';
import { LINE_BREAK, wrapLines } from '../entries/lines.ts';
import { usualRows } from './pageRows.ts';
import { agreedFields, type SourceData } from '../records/sourceData.ts';
import { withPlainColumns, withPlainTitles } from '../text/unitTitles.ts';

/** A source as the rules read it. */
export interface ReadSource extends SourceData {
	/** The answer when no fields were requested: the source's data under its own names. */
	overview: () => JsonObject;
	/** The text was longer than rules read. */
	isCut: boolean;
}

/** Headings, and bold lines used as headings: a label in one is part of a title. */
const TITLES = /^ {0,3}(?:#{1,6} .*|\*\*[^*\n]+\*\*[ \\]*)$/gmu;

/**
 * Reads everything that a page or document publishes for machines and everything its text labels.
 * @param asked keys of the labels that are asked for (`askedLabelKeys`): values end before them
 */
export function readSource(
	{ url, title, html, markdown: whole, isEntry = false }: ExtractionSource,
	asked: ReadonlySet<string> = new Set(),
): ReadSource {
	const isDocument = html === undefined;
	// In a page, its elements distinguish a former price from today's.
	const markdown = isDocument ? withoutYamlQuotes(withoutStruck(whole)) : whole;
	const { things, meta, language, currencies, heading, isCut, characters, ...page } = readPage({
		html,
		url,
		isEntry,
	});
	const { besideEntries } = page;
	const text = readText(markdown.slice(0, MOST_TEXT_CHARACTERS), {
		baseUrl: url,
		isDocument,
		asked,
		besideEntries,
		labelEnds: page.labelEnds,
	});
	const titles = [heading, isDocument ? '' : title, text.heading].filter(Boolean);
	const mainTitle = titles[0] ?? '';
	const known = stated({ title: mainTitle, url, language });
	const about = { ...meta, ...stated({ title: heading }) };
	const stating = things.map(withPlainFacts);
	const { main, side } = subjectRecords(stating, url, titles);
	const byline = isEntry ? {} : readByline(page.parts(), mainTitle);
	const data = readDataFile(whole.slice(0, MOST_TEXT_CHARACTERS));
	const decimalMark = decimalMarkOn(language, markdown);
	const read = isDocument ? markdown.slice(0, MOST_TEXT_CHARACTERS) : '';
	const contacts = isDocument ? contactsOfText(read) : page.contacts;
	const own = withoutItemFacts(read);
	const facts = readFacts(rowsOf(own), decimalMark);
	const rows = rowsOf(own.replace(TITLES, ''));
	const sheet = isDocument ? atFirstUse(() => sheetOfRows(rows)) : undefined;
	const said = agreedFields(text.pairs);
	const labelled = [agreedFields(text.ownPairs), agreedFields(page.pairs)].map(withPlainTitles);
	return {
		url,
		title: isEntry || isDocument ? undefined : mainTitle,
		isDocument,
		doubts: new Set(),
		rows,
		sheet,
		isCut: markdown.length > MOST_TEXT_CHARACTERS || isCut,
		language,
		currencies,
		decimalMark,
		isMarkAssumed: isMarkAssumed(decimalMark, markdown),
		...(!isDocument && { characters, parts: page.parts, shown: page.shown }),
		...(!isDocument && { several: listsOfSeveral(text.outline) }),
		unshown: new Map(),
		records: [
			...data.records,
			...main,
			facts,
			...labelled,
			...text.items,
			about,
			...side,
			contacts.record,
			text.outline,
			known,
			byline,
			page.breadcrumb,
		],
		labelled,
		labels: [...text.pairs, ...page.pairs],
		lists: [
			...data.lists,
			...declaredLists(stating),
			...text.tables.map((table) => withPlainColumns(withEntryNames(table, THINGS))),
			...text.lists,
			...contacts.lists,
		],
		overview: () =>
			stated({
				title: mainTitle,
				...about,
				structuredData: things.map(({ '@context': _context, ...thing }) => thing),
				details: said,
				tables: text.tables
					.filter(({ isOtherReading }) => isOtherReading !== true)
					.map(({ title: caption = '', records }) =>
						stated({ title: caption, rows: [...records] }),
					),
				items: isDocument
					? []
					: usualRows({ url, language, currencies, decimalMark, parts: page.parts }),
			}),
	};
}

/** The lists in a record that have several values and a name in the plural. */
const listsOfSeveral = (record: JsonObject): Set<JsonValue> =>
	new Set(
		Object.entries(record).flatMap(([name, value]) =>
			isPlural(name) && Array.isArray(value) && value.length > 1 ? [value] : [],
		),
	);

/** What only a page has, being HTML: what it declares, its head and its repeated elements. */
function readPage({ html = '', url, isEntry }: Pick<ExtractionSource, 'html' | 'url' | 'isEntry'>) {
	const trimmed = trimHtml(html);
	const document = parseHtml(trimmed.html);
	const baseUrl = readBaseUrl(document, url);
	for (const lineBreak of document.querySelectorAll('br')) lineBreak.replaceWith(LINE_BREAK);
	const meta = readMetaFields(document, baseUrl);
	const named = [document.title, meta['title'] ?? ''].map((name) => oneLine(String(name)));
	const heading = headingOf(document, named);
	const found = {
		heading,
		breadcrumb: isEntry === true ? {} : readBreadcrumb(document, heading),
		things: [...readLinkedData(document), ...readMarkedData(document, baseUrl)],
		meta,
		contacts: contactsOfPage(document),
		language: document.documentElement.getAttribute('lang')?.trim() ?? '',
		currencies: currenciesNamed(html),
	};
	const asSent = textsOnPage(document);
	const canBeBought = hasBuyButton(document);
	cleanDocument(document, baseUrl);
	const shown = shownOnPage([...asSent, ...textsOnPage(document)], canBeBought);
	// An entry of a list has no frame: the footer of a card is its own.
	if (isEntry !== true) removeSurroundings(document);
	return {
		...found,
		shown,
		besideEntries: rowsBesideEntries(document),
		pairs: readElementPairs(document),
		labelEnds: labelEnds(document),
		parts: atFirstUse(() => {
			wrapLines(document.body);
			return readParts(document.body);
		}),
		isCut: trimmed.isCut,
		characters: oneLine(document.body.textContent).length,
	};
}

/** Titles across a table and the rows of its footer, which Markdown does not distinguish from entries. */
function rowsBesideEntries(document: Document): Set<string> {
	const rows = [...document.querySelectorAll('tr')].filter(
		(row) =>
			row.parentElement?.nodeName === 'TFOOT' ||
			(row.children.length === 1 && Number(row.children[0]?.getAttribute('colspan')) > 1),
	);
	return new Set(rows.map((row) => rowKey([...row.children].map((cell) => cell.textContent))));
}
