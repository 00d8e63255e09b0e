import { strToU8, zipSync } from 'fflate';
import { openChartTable } from '../opendocument/openCharts.ts';
import { CONTENT, OPEN_SHAPES } from '../opendocument/openParts.ts';
import { strikingOpenStyles } from '../opendocument/openStyles.ts';
import { type Parts, partText } from '../xml/package.ts';
import { superscriptMarkup, withSuperscripts } from '../office/superscript.ts';
import { attributeOf, findElements, replaceElements, textOfXml, xmlTokens } from '../xml/xml.ts';
import { markStruckText } from './openStruck.ts';
import { hasWords, isPageNumber } from '../sheets/runningTexts.ts';
import { NOTHING, type SheetSurroundings, type ShownLink } from '../sheets/sheetNotes.ts';

/** What lies above the cells of a sheet, each with the texts and charts inside it. */
const DRAWINGS = ['draw:frame', ...OPEN_SHAPES, 'draw:g'];
/** What is only known when a page is printed. */
const NUMBERS = ['text:page-number', 'text:page-count', 'text:sheet-name'];
const PRINTED = [...NUMBERS, 'text:date', 'text:time'];
const NOTHING_THERE = () => '';
const without = (xml: string, names: readonly string[]): string =>
	replaceElements(xml, Object.fromEntries(names.map((name) => [name, NOTHING_THERE])));

/** Longer blocks of rows are the empty rest of a sheet. */
const MAX_REPEATED_ROWS = 10_000;

const paragraphsOf = (xml: string): string[] =>
	findElements(xml, 'text:p')
		.map(({ inner }) => textOfXml(inner).trim())
		.filter((text) => text !== '');

/** The lines of a header or footer without page numbers. */
function runningLines(xml: string): string[] {
	return findElements(xml, 'text:p').flatMap(({ inner }) => {
		const text = textOfXml(without(inner, PRINTED)).trim();
		const isNumbered = NUMBERS.some((name) => inner.includes(`<${name}`));
		return !hasWords(text) || (isNumbered && isPageNumber(text)) ? [] : [text];
	});
}

/** The charts of a sheet in XML. */
function chartsOf(parts: Parts, table: string): string[] {
	return findElements(table, 'draw:object').map(({ tag, inner }) => {
		const folder = attributeOf(tag, 'xlink:href')?.replace(/^\.?\//, '') ?? '';
		// A flat file contains the chart inline.
		return partText(parts, `${folder}/${CONTENT}`) || inner;
	});
}

/** A sheet name in an address: `'North & South'.$A$1:.$A$3`, `$Data.A1`. */
const SHEET = /^\$?(?:'((?:[^']|'')+)'|([^.']+))\./;

/** Tables of the values of charts that come from sheets that nobody sees. */
function unseenCharts(charts: readonly string[], hidden: ReadonlySet<string>): string[] {
	const isUnseen = (chart: string): boolean =>
		findElements(chart, 'chart:series').some(({ tag }) => {
			const address = attributeOf(tag, 'chart:values-cell-range-address') ?? '';
			const [, quoted, plain = ''] = SHEET.exec(address) ?? [];
			return hidden.has(quoted?.replaceAll("''", "'") ?? plain);
		});
	return charts
		.filter(isUnseen)
		.map(openChartTable)
		.filter((table) => table !== '');
}

/** The text in a sheet's drawings: text boxes, shapes, the titles of charts and of their axes. */
function drawingTexts(parts: Parts, table: string): string[] {
	const drawings: string[] = [];
	replaceElements(table, {
		'office:annotation': NOTHING_THERE,
		...Object.fromEntries(
			DRAWINGS.map((name) => [
				name,
				({ inner }) => {
					drawings.push(inner);
					return '';
				},
			]),
		),
	});
	return drawings.flatMap((drawing) => {
		const [object] = findElements(drawing, 'draw:object');
		if (object === undefined) return paragraphsOf(drawing);
		const [chart = ''] = chartsOf(parts, object.source);
		return findElements(chart, 'office:chart').flatMap(({ inner }) =>
			['chart:title', 'chart:subtitle'].flatMap((name) =>
				findElements(inner, name).flatMap((title) => paragraphsOf(title.inner)),
			),
		);
	});
}

/** Drawings of a sheet that are links. */
function drawingLinks(table: string): ShownLink[] {
	return findElements(table, 'draw:a').flatMap(({ tag, inner }) => {
		const address = attributeOf(tag, 'xlink:href') ?? '';
		if (address === '' || address.startsWith('#')) return [];
		const described = ['svg:desc', 'svg:title']
			.flatMap((name) => findElements(inner, name))
			.map((element) => textOfXml(element.inner).trim());
		const words = paragraphsOf(inner).join(' ');
		return [{ text: [words, ...described].find((text) => text !== '') ?? address, address }];
	});
}

/** The rows and columns of a sheet, 0-based, that nobody sees: hidden, filtered out or folded. */
function hiddenLines(table: string): { rows: Set<number>; columns: Set<number> } {
	const hidden = { rows: new Set<number>(), columns: new Set<number>() };
	const next = { rows: 0, columns: 0 };
	for (const { kind, name, source } of xmlTokens(table)) {
		if (kind === 'end' || (name !== 'table:table-row' && name !== 'table:table-column')) continue;
		const lines = name === 'table:table-row' ? 'rows' : 'columns';
		const count = Number(attributeOf(source, `table:number-${lines}-repeated`) ?? 1);
		const isHidden = (attributeOf(source, 'table:visibility') ?? 'visible') !== 'visible';
		if (isHidden && count <= MAX_REPEATED_ROWS) {
			for (let at = 0; at < count; at += 1) hidden[lines].add(next[lines] + at);
		}
		next[lines] += count;
	}
	return hidden;
}

/** The styles of sheets that are not shown. */
function hiddenStyles(content: string): ReadonlySet<string> {
	const [styles] = findElements(content, 'office:automatic-styles');
	const hidden = findElements(styles?.inner ?? '', 'style:style').filter(({ inner }) =>
		/<style:table-properties\b[^<>]*\btable:display="false"/.test(inner),
	);
	return new Set(hidden.map(({ tag }) => attributeOf(tag, 'style:name') ?? ''));
}

/**
 * What the sheets of an OpenDocument workbook show beyond their cells, by name, and what of them nobody
 * sees. Running lines are the same on all its sheets: they are returned with the first.
 */
export function openSurroundings(parts: Parts): Map<string, SheetSurroundings> {
	const content = partText(parts, CONTENT);
	const [masters] = findElements(partText(parts, 'styles.xml'), 'office:master-styles');
	const lines = (name: string) => [
		...new Set(
			findElements(masters?.inner ?? '', name)
				.filter(({ tag }) => attributeOf(tag, 'style:display') !== 'false')
				.flatMap(({ inner }) => runningLines(inner)),
		),
	];
	const frame = { headers: lines('style:header'), footers: lines('style:footer') };
	const hidden = hiddenStyles(content);
	const tables = findElements(content, 'table:table');
	const isHidden = (tag: string) => hidden.has(attributeOf(tag, 'table:style-name') ?? '');
	const nameOf = (tag: string) => attributeOf(tag, 'table:name') ?? '';
	const hiddenSheets = new Set(
		tables.filter(({ tag }) => isHidden(tag)).map(({ tag }) => nameOf(tag)),
	);
	return new Map(
		tables.map(({ tag, inner }, at) => {
			const hasDrawings = inner.includes('<draw:');
			const cells = hasDrawings ? without(inner, DRAWINGS) : inner;
			return [
				nameOf(tag),
				{
					...NOTHING,
					...(at === 0 && frame),
					texts: hasDrawings ? drawingTexts(parts, without(inner, ['draw:a'])) : [],
					links: hasDrawings ? drawingLinks(inner) : [],
					chartTables: hasDrawings ? unseenCharts(chartsOf(parts, inner), hiddenSheets) : [],
					hidden: {
						isWhole: isHidden(tag),
						...hiddenLines(cells),
					},
				},
			];
		}),
	);
}

/** The parts of an OpenDocument workbook, with marks at raised or struck-out text. */
export function withOpenMarks(parts: Parts): Parts {
	const content = partText(parts, CONTENT);
	const powers = withSuperscripts(content, superscriptMarkup('ods', parts));
	const marked = markStruckText(powers, strikingOpenStyles(parts));
	return marked === content ? parts : { ...parts, [CONTENT]: strToU8(marked) };
}

/**
 * An OpenDocument workbook for the sheet library, which takes the text of a drawing for that of the
 * cell below, and the values of a chart for a sheet.
 */
export function openCells(parts: Parts): Buffer {
	const content = partText(parts, CONTENT);
	const cells = content.includes('<draw:') ? without(content, DRAWINGS) : content;
	return Buffer.from(zipSync({ ...parts, [CONTENT]: strToU8(cells) }, { level: 0 }));
}
