import { unzipSync } from 'fflate';
import { clickOn } from '../office/shapeLinks.ts';
import { isZip } from '../archives/archive.ts';
import { isCompoundFile } from '../detect/signatures.ts';
import { fileOfObject } from '../ole/oleObject.ts';
import { type Parts, partText, relationshipsOf } from '../xml/package.ts';
import {
	attributeOf,
	decodeXml,
	findElements,
	firstElement,
	replaceElements,
	textsIn,
} from '../xml/xml.ts';

import { isMarkingFont, recordsOfPart } from '../xls/binaryRecords.ts';
import { binarySurroundings } from '../xls/binaryWorkbook.ts';
import { chartTable, sheetsOfChart } from './chartTables.ts';
import { cellsInStyles, struckStyles } from '../sheets/cellStyles.ts';
import { uncomputedFormulas } from '../sheets/formulas.ts';
import { hiddenLines } from '../sheets/hiddenLines.ts';
import { openCells, openSurroundings, withOpenMarks } from './openWorkbook.ts';
import { RICH_PARTS, richCells, richValues } from './richValues.ts';
import { runningTexts } from '../sheets/runningTexts.ts';
import { struck } from '../sheets/struckText.ts';
import type { SheetSurroundings, ShownLink } from '../sheets/sheetNotes.ts';

const WORKBOOK = /^xl\/workbook\d*\.xml$/;
/** What is read in addition to cells, except pictures. */
const NEEDED =
	/^xl\/(?:(?:workbook\d*|styles)\.(?:xml|bin)|_rels\/|worksheets\/|chartsheets\/|drawings\/|charts\/chart|diagrams\/data|embeddings\/)/;
const PICTURE = /^(?:xl\/media|Pictures)\/.*\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i;

const STRUCK_RUN = /<a:rPr\s[^<>]*\bstrike="(?:sngStrike|dblStrike)"/;

/** Text of a drawing, one line per paragraph. */
function paragraphsOf(xml: string): string {
	return findElements(xml, 'a:p')
		.map(({ inner }) => {
			const marked = replaceElements(inner, {
				'a:r': ({ inner: run }) => {
					const text = firstElement(run, 'a:t').inner;
					return `<a:t>${STRUCK_RUN.test(run) ? struck(text) : text}</a:t>`;
				},
			});
			return textsIn(marked, 'a:t').join('');
		})
		.filter((text) => text.trim() !== '')
		.join('\n');
}

function running(sheet: string, names: readonly string[]): string[] {
	const lines = firstElement(sheet, 'headerFooter').inner;
	const texts = names
		.flatMap((name) => findElements(lines, name))
		.flatMap(({ inner }) => runningTexts(decodeXml(inner)));
	return [...new Set(texts)];
}

/** What is shown of a chart and of a diagram besides values, by their types. */
const SHOWN_TEXTS = new Map([
	['chart', 'c:title'],
	['diagramData', 'dgm:t'],
]);

/**
 * What a drawing's part says, with the charts and diagrams that it shows, and where it leads.
 * @param seen the sheets that people see: chart values from others are shown as tables
 */
function readDrawing(
	parts: Parts,
	{ drawing, seen }: { drawing: string; seen: ReadonlySet<string> },
): Pick<SheetSurroundings, 'texts' | 'links'> & { chartTables: string[] } {
	const relationships = relationshipsOf(parts, drawing);
	const links: ShownLink[] = [];
	const addLink = (source: string, words: string): boolean => {
		const click = clickOn(firstElement(source, 'xdr:cNvPr'), relationships);
		if (!click) return false;
		links.push({ text: words.replaceAll('\n', ' ') || click.label, address: click.address });
		return true;
	};
	const xml = replaceElements(partText(parts, drawing), {
		'mc:Fallback': () => '',
		'xdr:sp': ({ source, inner }) => (addLink(source, paragraphsOf(inner)) ? '' : source),
		'xdr:pic': ({ source }) => (addLink(source, '') ? '' : source),
	});
	for (const { source } of findElements(xml, 'xdr:cNvPr')) addLink(source, '');
	const shapes = findElements(xml, 'xdr:txBody').map(({ inner }) => paragraphsOf(inner));
	const shown = [...relationships.values()].flatMap(({ type, target }) => {
		const name = SHOWN_TEXTS.get(type);
		const texts = name === undefined ? [] : findElements(partText(parts, target), name);
		return texts.map(({ inner }) => paragraphsOf(inner));
	});
	const chartTables = [...relationships.values()]
		.filter(({ type }) => type === 'chart')
		.map(({ target }) => partText(parts, target))
		.filter((xml) => !sheetsOfChart(xml).every((sheet) => seen.has(sheet)))
		.map(chartTable)
		.filter((table) => table !== '');
	return { texts: [...shapes, ...shown].filter((text) => text !== ''), links, chartTables };
}

function surroundingsOf(parts: Parts, sheet: string, seen: ReadonlySet<string>): SheetSurroundings {
	const related = [...relationshipsOf(parts, sheet).values()].filter(
		({ isExternal }) => !isExternal,
	);
	const xml = partText(parts, sheet);
	const drawings = related
		.filter(({ type }) => type === 'drawing')
		.map(({ target }) => readDrawing(parts, { drawing: target, seen }));
	return {
		headers: running(xml, ['oddHeader', 'evenHeader', 'firstHeader']),
		footers: running(xml, ['oddFooter', 'evenFooter', 'firstFooter']),
		texts: drawings.flatMap(({ texts }) => texts),
		links: drawings.flatMap(({ links }) => links),
		chartTables: drawings.flatMap(({ chartTables }) => chartTables),
		files: related
			.filter(({ type }) => type === 'package' || type === 'oleObject')
			.flatMap(({ target }) => {
				const content = parts[target];
				const name = target.split('/').at(-1) ?? target;
				return content === undefined ? [] : [fileOfObject(name, Buffer.from(content))];
			}),
	};
}

/** For an Excel workbook, by sheet name. */
function excelSurroundings(parts: Parts): Map<string, SheetSurroundings> {
	const workbook = Object.keys(parts).find((name) => WORKBOOK.test(name)) ?? '';
	const relationships = relationshipsOf(parts, workbook);
	const styles = [...relationships.values()].find(({ type }) => type === 'styles')?.target ?? '';
	const struckOut = struckStyles(partText(parts, styles));
	const rich = richValues(parts);
	const sheets = findElements(partText(parts, workbook), 'sheet');
	const isSeen = (tag: string): boolean => (attributeOf(tag, 'state') ?? 'visible') === 'visible';
	const seen = new Set(
		sheets.filter(({ tag }) => isSeen(tag)).map(({ tag }) => attributeOf(tag, 'name') ?? ''),
	);
	return new Map(
		sheets.map(({ tag }) => {
			const target = relationships.get(attributeOf(tag, 'r:id') ?? '')?.target ?? '';
			const surroundings = surroundingsOf(parts, target, seen);
			const xml = partText(parts, target);
			// For the binary form, the sheet library reports what is hidden.
			const hidden = /\.xml$/i.test(target) &&
				xml !== '' && {
					hidden: {
						isWhole: !isSeen(tag),
						...hiddenLines(xml),
					},
					uncomputed: uncomputedFormulas(xml),
					struck: cellsInStyles(xml, struckOut),
					shown: richCells(xml, rich),
				};
			return [attributeOf(tag, 'name') ?? '', { ...surroundings, ...hidden }];
		}),
	);
}

const BINARY_WORKBOOK = 'xl/workbook.bin';

/** The record of a font in an Excel binary workbook ([MS-XLSB], 2.3.2). */
const FONT = 43;

/** A workbook, apart from the content of its cells. */
export interface WorkbookSurroundings {
	/** By sheet name. */
	sheets: Map<string, SheetSurroundings>;
	/** How many pictures it contains. */
	pictureCount: number;
	isOpenDocument: boolean;
	/** Whether it has fonts that strike text out or raise it, in a format where cells do not show which. */
	hasUnmarkedLooks: boolean;
	/** The workbook as the sheet library reads its cells. */
	cells: Buffer;
}

/** The parts of an OpenDocument workbook that say something. */
const OPEN_PARTS = /^(?:mimetype|META-INF\/manifest\.xml|styles\.xml|(?:[^/]+\/)?content\.xml)$/;

/** Reads what a workbook shows in addition to its cells. */
export function readSurroundings(bytes: Buffer): WorkbookSurroundings {
	const nothing = {
		sheets: new Map<string, SheetSurroundings>(),
		pictureCount: 0,
		isOpenDocument: false,
		hasUnmarkedLooks: false,
		cells: bytes,
	};
	if (!isZip(bytes)) {
		if (!isCompoundFile(bytes)) return nothing;
		const binary = binarySurroundings(bytes);
		const counts = [...binary.sheets.values()].map(({ pictureCount: count = 0 }) => count);
		return { ...nothing, ...binary, pictureCount: counts.reduce((sum, count) => sum + count, 0) };
	}
	let pictureCount = 0;
	const parts: Parts = unzipSync(bytes, {
		filter({ name }) {
			if (PICTURE.test(name)) pictureCount++;
			return NEEDED.test(name) || OPEN_PARTS.test(name) || RICH_PARTS.test(name);
		},
	});
	if (parts[BINARY_WORKBOOK] !== undefined) {
		const styles = [...recordsOfPart(Buffer.from(parts['xl/styles.bin'] ?? []))];
		const hasUnmarkedLooks = styles.some(
			({ type, content }) => type === FONT && isMarkingFont(content, 6),
		);
		return { ...nothing, hasUnmarkedLooks, pictureCount };
	}
	if (parts['content.xml'] === undefined) {
		return { ...nothing, sheets: excelSurroundings(parts), pictureCount };
	}
	const marked = withOpenMarks(parts);
	const isAsItCame = marked === parts && !partText(parts, 'content.xml').includes('<draw:');
	return {
		sheets: openSurroundings(marked),
		pictureCount,
		isOpenDocument: true,
		hasUnmarkedLooks: false,
		cells: isAsItCame ? bytes : openCells(marked),
	};
}
