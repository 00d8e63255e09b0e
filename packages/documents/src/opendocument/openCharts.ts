import { escapeText } from '@web-data-extraction/markdown/escape';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { findElements, textOfXml } from '../xml/xml.ts';

const textsOf = (xml: string): string =>
	findElements(xml, 'text:p')
		.map(({ inner }) => textOfXml(inner).trim())
		.join(' ');

/** The values of a chart as a table; empty for anything else. */
export function openChartTable(xml: string): string {
	const [chart] = findElements(xml, 'office:chart');
	const rows = findElements(chart?.inner ?? '', 'table:table-row').map(({ inner }) =>
		findElements(inner, 'table:table-cell').map((cell) => gfmCell(escapeText(textsOf(cell.inner)))),
	);
	return gfmTable(rows);
}

/** A chart as its title and the table of its values; empty for anything else. */
export function chartMarkdown(xml: string): string {
	const [chart] = findElements(xml, 'office:chart');
	if (!chart) return '';
	const title = textsOf(findElements(chart.inner, 'chart:title')[0]?.inner ?? '');
	const parts = [title === '' ? '' : `**${escapeText(title)}**`, openChartTable(xml)];
	return parts.filter((part) => part !== '').join('\n\n');
}
