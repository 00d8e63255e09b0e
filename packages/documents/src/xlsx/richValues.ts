import { type Parts, partText } from '../xml/package.ts';
import { attributeOf, findElements, firstElement, textsIn } from '../xml/xml.ts';

/** Where a workbook stores what is more than a number or a text. */
export const RICH_PARTS = /^xl\/(?:metadata\.xml|richData\/rdrichvalue(?:structure)?\.xml)$/;

/** What the metadata of a cell is called if it is such a value. */
const RICH_VALUE = 'XLRICHVALUE';
/** The fields of a value that contain what its cell shows, and the description of a picture in a cell. */
const SHOWN = ['_DisplayString', 'Text'];

/** What each rich value shows, by its number; undefined where that is unknown. */
function readValues(parts: Parts): Array<string | undefined> {
	const structures = findElements(partText(parts, 'xl/richData/rdrichvaluestructure.xml'), 's').map(
		({ inner }) => findElements(inner, 'k').map((key) => attributeOf(key.tag, 'n') ?? ''),
	);
	return findElements(partText(parts, 'xl/richData/rdrichvalue.xml'), 'rv').map(
		({ tag, inner }) => {
			const structure = structures[Number(attributeOf(tag, 's'))];
			const values = textsIn(inner, 'v');
			const valueOf = (field: string): string | undefined =>
				values[structure?.indexOf(field) ?? -1];
			return SHOWN.map(valueOf).find((text) => text !== undefined && text.trim() !== '');
		},
	);
}

/**
 * What the cells with a value of a data type show (stocks, places, a picture in a cell), by the number that they refer to it with, from 1: the cells themselves contain only
 * the error `#VALUE!`, for programs that do not know such values.
 */
export function richValues(parts: Parts): ReadonlyMap<string, string> {
	const shown = new Map<string, string>();
	const metadata = partText(parts, 'xl/metadata.xml');
	if (!metadata.includes(RICH_VALUE)) return shown;
	const values = readValues(parts);
	const kinds = findElements(metadata, 'metadataType').map(({ tag }) => attributeOf(tag, 'name'));
	const future = findElements(metadata, 'futureMetadata').find(
		({ tag }) => attributeOf(tag, 'name') === RICH_VALUE,
	);
	const numbers = findElements(future?.inner ?? '', 'bk').map(
		({ inner }) => /<[\w:]*rvb\b[^<>]*\si="(\d{1,9})"/.exec(inner)?.[1],
	);
	const cells = firstElement(metadata, 'valueMetadata').inner;
	for (const [at, { inner }] of findElements(cells, 'bk').entries()) {
		for (const { tag } of findElements(inner, 'rc')) {
			if (kinds[Number(attributeOf(tag, 't')) - 1] !== RICH_VALUE) continue;
			const text = values[Number(numbers[Number(attributeOf(tag, 'v'))] ?? Number.NaN)];
			if (text !== undefined) shown.set(String(at + 1), text);
		}
	}
	return shown;
}

const CELL = /<c\s([^<>]*\bvm="(\d{1,9})"[^<>]*)>/g;

/** What the cells of a sheet show that refer to rich values, by cell. */
export function richCells(sheet: string, values: ReadonlyMap<string, string>): Map<string, string> {
	const cells = new Map<string, string>();
	if (values.size === 0) return cells;
	for (const [tag, , number = ''] of sheet.matchAll(CELL)) {
		const text = values.get(number);
		const cell = attributeOf(tag, 'r');
		// Any other cell stores what it shows.
		if (text !== undefined && cell !== undefined && attributeOf(tag, 't') === 'e') {
			cells.set(cell, text);
		}
	}
	return cells;
}
