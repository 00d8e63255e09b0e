import { SSF } from '@e965/xlsx';
import { shownDate } from '../sheets/dates.ts';
import {
	attributeOf,
	encodeXml,
	findElements,
	replaceElements,
	textOfXml,
	textsIn,
	type XmlElement,
} from './xml.ts';

/** Chart values without a format: to 15 digits, not to the last bit. */
const LONG_FIGURE = /^-?\d*\.\d{10,}(?:E[+-]?\d+)?$/i;
const AXES = ['c:catAx', 'c:valAx', 'c:dateAx', 'c:serAx'];

function shownFigure(value: string, format: string): string {
	const figure = Number(value);
	if (value.trim() === '' || Number.isNaN(figure)) return value;
	if (format === '' || format === 'General') {
		return LONG_FIGURE.test(value) ? String(Number(figure.toPrecision(15))) : value;
	}
	try {
		return shownDate(figure, format) ?? String(SSF.format(format, figure)).trim();
	} catch {
		return value;
	}
}

/** The numbers of a chart in the format that its data state, whether copied from cells or its own. */
export function withShownFigures(xml: string): string {
	const shown = (name: string) => (element: XmlElement) =>
		`${element.tag}${shownPoints(element.inner)}</${name}>`;
	return replaceElements(xml, {
		'c:numCache': shown('c:numCache'),
		'c:numLit': shown('c:numLit'),
	});
}

function shownPoints(xml: string): string {
	const format = textsIn(xml, 'c:formatCode')[0] ?? '';
	return replaceElements(xml, {
		'c:pt': (point) => {
			const own = attributeOf(point.tag, 'formatCode') ?? format;
			const values = replaceElements(point.inner, {
				'c:v': (value) => {
					const figure = shownFigure(textOfXml(value.inner), own);
					return `${value.tag}${encodeXml(figure)}</c:v>`;
				},
			});
			return `${point.tag}${values}</c:pt>`;
		},
	});
}

/** The titles of the axes, which the document library ignores. */
function axisTitles(xml: string): string[] {
	return AXES.flatMap((name) => findElements(xml, name)).flatMap(({ inner }) =>
		findElements(inner, 'c:title')
			.map((title) => textsIn(title.inner, 'a:t').join('').trim())
			.filter((title) => title !== ''),
	);
}

/** A chart for the document library: numbers as shown, the titles of its axes with its own. */
export function readableChart(xml: string): string {
	const titles = axisTitles(xml);
	const shown = withShownFigures(xml);
	if (titles.length === 0) return shown;
	const added = `<a:p><a:r><a:t>${encodeXml(`(${titles.join(', ')})`)}</a:t></a:r></a:p>`;
	const [chart] = findElements(shown, 'c:chart');
	const ownTitle = /^\s*<c:title>(?:(?!<\/c:title>)[^])*<\/a:p>/.exec(chart?.inner ?? '')?.[0];
	if (ownTitle !== undefined) return shown.replace(ownTitle, () => ownTitle + added);
	const title = `<c:title><c:tx><c:rich>${added}</c:rich></c:tx></c:title>`;
	return shown.replace(
		/<c:chart>(?:\s*<c:title\/>|\s*<c:title>(?:(?!<\/c:title>)[^])*<\/c:title>)?/,
		() => `<c:chart>${title}`,
	);
}
