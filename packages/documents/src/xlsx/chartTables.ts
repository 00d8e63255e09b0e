import { escapeText } from '@web-data-extraction/markdown/escape';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { withShownFigures } from '../xml/charts.ts';
import { attributeOf, decodeXml, findElements, firstElement, textsIn } from '../xml/xml.ts';

/** Maximum points read of one chart. */
const MAX_POINTS = 10_000;

/** A sheet name in a formula: `'North & South'!$A$1`, `[1]Data!A1`. */
const SHEET = /^\(?(?:'((?:[^']|'')+)'|([^!']+))!/;

/** The sheets that a chart takes its values from. */
export function sheetsOfChart(xml: string): string[] {
	return ['c:val', 'c:yVal']
		.flatMap((name) => findElements(xml, name))
		.flatMap(({ inner }) => findElements(inner, 'c:f'))
		.map(({ inner }) => {
			const [, quoted, plain = ''] = SHEET.exec(decodeXml(inner)) ?? [];
			return quoted?.replaceAll("''", "'") ?? plain;
		});
}

/** The points of a series, by position. */
function pointsOf(xml: string, names: readonly string[]): Map<number, string> {
	const [list] = names.flatMap((name) => findElements(xml, name));
	const points = findElements(list?.inner ?? '', 'c:pt').slice(0, MAX_POINTS);
	return new Map(
		points.map(({ tag, inner }) => [
			Number(attributeOf(tag, 'idx') ?? 0),
			textsIn(inner, 'c:v')[0] ?? '',
		]),
	);
}

const cell = (text = ''): string => gfmCell(escapeText(text));

/** The values of a chart as a table, one column per series; empty where the file contains none. */
export function chartTable(xml: string): string {
	const series = findElements(withShownFigures(xml), 'c:ser').map(({ inner }) => ({
		name: textsIn(firstElement(inner, 'c:tx').inner, 'c:v').join(' '),
		places: pointsOf(inner, ['c:cat', 'c:xVal']),
		values: pointsOf(inner, ['c:val', 'c:yVal']),
	}));
	const places = [...new Set(series.flatMap(({ values }) => [...values.keys()]))];
	if (places.length === 0) return '';
	const nameOf = (at: number) => series.find((each) => each.places.has(at))?.places.get(at);
	return gfmTable([
		['', ...series.map(({ name }) => cell(name))],
		...places
			.toSorted((a, b) => a - b)
			.map((at) => [cell(nameOf(at)), ...series.map(({ values }) => cell(values.get(at)))]),
	]);
}
