import { unzipSync } from 'fflate';
import { fileOfObject } from '../office/oleObject.ts';
import { type Parts, partText, relationshipsOf } from '../office/package.ts';
import { attributeOf, decodeXml, findElements, replaceElements, textOfXml } from '../office/xml.ts';
import { binarySurroundings } from './binaryWorkbook.ts';
import { isPageNumber, runningTexts } from './runningTexts.ts';
import { NOTHING, type SheetSurroundings } from './surroundings.ts';

const WORKBOOK = /^xl\/workbook\d*\.xml$/;
/** What is looked at beside cells, pictures excepted. */
const NEEDED =
	/^xl\/(?:workbook\d*\.xml|_rels\/|worksheets\/|chartsheets\/|drawings\/|charts\/chart|diagrams\/data|embeddings\/)/;
const PICTURE = /^(?:xl\/media|Pictures)\/.*\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i;

/** Text of a drawing, a line for each paragraph. */
function paragraphsOf(xml: string): string {
	return findElements(xml, 'a:p')
		.map(({ inner }) =>
			findElements(inner, 'a:t')
				.map((text) => textOfXml(text.inner))
				.join(''),
		)
		.filter((text) => text.trim() !== '')
		.join('\n');
}

function running(sheet: string, names: readonly string[]): string[] {
	const [running] = findElements(sheet, 'headerFooter');
	const texts = names
		.flatMap((name) => findElements(running?.inner ?? '', name))
		.flatMap(({ inner }) => runningTexts(decodeXml(inner)));
	return [...new Set(texts)];
}

/** What a drawing's part says, with the charts and diagrams that it shows. */
function drawingTexts(parts: Parts, drawing: string): string[] {
	const relationships = relationshipsOf(parts, drawing);
	const xml = replaceElements(partText(parts, drawing), { 'mc:Fallback': () => '' });
	const shapes = findElements(xml, 'xdr:txBody').map(({ inner }) => paragraphsOf(inner));
	const shown = [...relationships.values()].flatMap(({ type, target }) => {
		if (type === 'chart') {
			return findElements(partText(parts, target), 'c:title').map(({ inner }) =>
				paragraphsOf(inner),
			);
		}
		if (type !== 'diagramData') return [];
		return findElements(partText(parts, target), 'dgm:t').map(({ inner }) => paragraphsOf(inner));
	});
	return [...shapes, ...shown].filter((text) => text !== '');
}

function surroundingsOf(parts: Parts, sheet: string): SheetSurroundings {
	const related = [...relationshipsOf(parts, sheet).values()].filter(
		({ isExternal }) => !isExternal,
	);
	const xml = partText(parts, sheet);
	return {
		headers: running(xml, ['oddHeader', 'evenHeader', 'firstHeader']),
		footers: running(xml, ['oddFooter', 'evenFooter', 'firstFooter']),
		texts: related
			.filter(({ type }) => type === 'drawing')
			.flatMap(({ target }) => drawingTexts(parts, target)),
		files: related
			.filter(({ type }) => type === 'package' || type === 'oleObject')
			.flatMap(({ target }) => {
				const content = parts[target];
				const name = target.split('/').at(-1) ?? target;
				return content === undefined ? [] : [fileOfObject(name, Buffer.from(content))];
			}),
	};
}

/** Of an Excel workbook, by the names of its sheets. */
function excelSurroundings(parts: Parts): Map<string, SheetSurroundings> {
	const workbook = Object.keys(parts).find((name) => WORKBOOK.test(name)) ?? '';
	const relationships = relationshipsOf(parts, workbook);
	return new Map(
		findElements(partText(parts, workbook), 'sheet').map(({ tag }) => {
			const target = relationships.get(attributeOf(tag, 'r:id') ?? '')?.target ?? '';
			return [attributeOf(tag, 'name') ?? '', surroundingsOf(parts, target)];
		}),
	);
}

const openParagraphs = (xml: string): string[] =>
	findElements(xml, 'text:p')
		.map(({ inner }) => ({ text: textOfXml(inner).trim(), inner }))
		.filter(({ text, inner }) => {
			const isField = /<text:(?:page-number|page-count|sheet-name)\b/.test(inner);
			return text !== '' && !(isField && isPageNumber(text.replace(/\d+/g, '')));
		})
		.map(({ text }) => text);

/** Of an OpenDocument workbook: running lines are the same on all its sheets. */
function openSurroundings(parts: Parts): Map<string, SheetSurroundings> {
	const [masters] = findElements(partText(parts, 'styles.xml'), 'office:master-styles');
	const lines = (...names: string[]) => [
		...new Set(
			names
				.flatMap((name) => findElements(masters?.inner ?? '', name))
				.filter(({ tag }) => attributeOf(tag, 'style:display') !== 'false')
				.flatMap(({ inner }) => openParagraphs(inner)),
		),
	];
	const [headers, footers] = [lines('style:header'), lines('style:footer')];
	return new Map(
		findElements(partText(parts, 'content.xml'), 'table:table').map(({ tag, inner }, at) => {
			const shapes = findElements(inner, 'table:shapes').flatMap((shape) =>
				openParagraphs(shape.inner),
			);
			const frame = at === 0 ? { headers, footers } : { headers: [], footers: [] };
			return [attributeOf(tag, 'table:name') ?? '', { ...NOTHING, ...frame, texts: shapes }];
		}),
	);
}

const isArchive = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 2) === 'PK';
/** Workbooks of Excel 97 to 2003 are compound files ([MS-CFB], 2.2). */
const isCompoundFile = (bytes: Buffer): boolean => bytes.toString('hex', 0, 4) === 'd0cf11e0';

/**
 * What the sheets of a workbook show beside their cells, by name, and how many pictures it holds. Of the
 * formats of before 2007, pictures are not counted.
 */
export function readSurroundings(bytes: Buffer): {
	sheets: Map<string, SheetSurroundings>;
	pictureCount: number;
} {
	if (!isArchive(bytes)) {
		const sheets = isCompoundFile(bytes) ? binarySurroundings(bytes) : new Map();
		return { sheets, pictureCount: 0 };
	}
	let pictureCount = 0;
	const parts: Parts = unzipSync(bytes, {
		filter({ name }) {
			if (PICTURE.test(name)) pictureCount++;
			return NEEDED.test(name) || name === 'content.xml' || name === 'styles.xml';
		},
	});
	const isOpen = parts['content.xml'] !== undefined;
	return { sheets: isOpen ? openSurroundings(parts) : excelSurroundings(parts), pictureCount };
}
