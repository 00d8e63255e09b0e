/// <reference lib="dom" />
import type TurndownService from 'turndown';
import { formatTable, type TableCell, type TableRow } from './tableGrid.ts';

/**
 * The converter works from the inside out and hands each element the text of its children. Cells and
 * rows therefore hand their facts up between signs of Unicode's private use area, which the table
 * reads back.
 */
const CELL_START = '\uE001';
const CELL_END = '\uE002';
const ROW_START = '\uE003';
const SIGNS = /[\uE001-\uE003]/g;
const CELL = /\uE001(\d+),(\d+),(\d),(\w*);([^\uE001\uE002]*)\uE002/g;

const LAYOUT_ROLES = new Set(['presentation', 'none']);
const ALIGNMENTS = ['left', 'center', 'right'] as const;

export const cellRule: TurndownService.Rule = {
	filter: ['td', 'th'],
	replacement: (content, node) => {
		const facts = [
			readSpan(node, 'colspan'),
			readSpan(node, 'rowspan'),
			node.nodeName === 'TH' ? 1 : 0,
			readAlignment(node) ?? '',
		];
		return `${CELL_START}${facts.join(',')};${content.replace(SIGNS, '')}${CELL_END}`;
	},
};

export const rowRule: TurndownService.Rule = {
	filter: ['tr'],
	replacement: (content, node) =>
		`${ROW_START}${node.parentNode?.nodeName === 'THEAD' ? 1 : 0}${content}`,
};

/** Row groups add nothing of their own. */
export const tablePartRule: TurndownService.Rule = {
	filter: ['thead', 'tbody', 'tfoot', 'colgroup', 'col', 'caption'],
	replacement: (content, node) =>
		node.nodeName === 'CAPTION' || node.nodeName.startsWith('COL') ? '' : content,
};

/** Tables of data become Markdown tables; tables that only arrange a page become its paragraphs. */
export const tableRule: TurndownService.Rule = {
	filter: ['table'],
	replacement: (content, node) => {
		const rows = readRows(content);
		const table = isLayout(node) ? undefined : formatTable(rows);
		if (table === undefined) return formatParagraphs(rows);
		const caption = node.querySelector('caption')?.textContent.trim() ?? '';
		return `\n\n${caption === '' ? '' : `${caption}\n\n`}${table}\n\n`;
	},
};

function readSpan(cell: Element, name: 'colspan' | 'rowspan'): number {
	return Math.max(1, Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1);
}

function readAlignment(cell: Element): TableCell['alignment'] {
	const style = /text-align\s*:\s*(\w+)/i.exec(cell.getAttribute('style') ?? '')?.[1];
	const named = (cell.getAttribute('align') ?? style ?? '').toLowerCase();
	return ALIGNMENTS.find((alignment) => alignment === named);
}

function readRows(content: string): TableRow[] {
	return content
		.split(ROW_START)
		.slice(1)
		.map((row) => ({
			isInHead: row.startsWith('1'),
			cells: [...row.matchAll(CELL)].map(readCell),
		}));
}

function readCell(match: RegExpMatchArray): TableCell {
	const [, columnSpan, rowSpan, isHeader, alignment, text = ''] = match;
	return {
		text,
		isHeader: isHeader === '1',
		columnSpan: Number(columnSpan),
		rowSpan: Number(rowSpan),
		alignment: ALIGNMENTS.find((known) => known === alignment),
	};
}

function isLayout(table: Element): boolean {
	const role = table.getAttribute('role') ?? '';
	return LAYOUT_ROLES.has(role) || table.querySelector('table') !== null;
}

function formatParagraphs(rows: readonly TableRow[]): string {
	const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text.trim()));
	return `\n\n${texts.filter((text) => text !== '').join('\n\n')}\n\n`;
}
