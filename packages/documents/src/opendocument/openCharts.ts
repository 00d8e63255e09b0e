import { escapeText } from '@web-data-extraction/markdown/escape';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { findElements, firstElement, textsIn } from '../xml/xml.ts';

const textOf = (xml: string): string =>
	textsIn(xml, 'text:p')
		.map((text) => text.trim())
		.join(' ');

/** The values of a chart as a table; empty for anything else. */
export function openChartTable(xml: string): string {
	const { inner: chart } = firstElement(xml, 'office:chart');
	const rows = findElements(chart, 'table:table-row').map(({ inner }) =>
		findElements(inner, 'table:table-cell').map((cell) => gfmCell(escapeText(textOf(cell.inner)))),
	);
	return gfmTable(rows);
}

/** A chart as its title and the table of its values; empty for anything else. */
export function chartMarkdown(xml: string): string {
	const [chart] = findElements(xml, 'office:chart');
	if (!chart) return '';
	const title = textOf(firstElement(chart.inner, 'chart:title').inner);
	const parts = [title === '' ? '' : `**${escapeText(title)}**`, openChartTable(xml)];
	return parts.filter((part) => part !== '').join('\n\n');
}
