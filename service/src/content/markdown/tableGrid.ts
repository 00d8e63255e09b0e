/** One cell of a table as it stands in the page. */
export interface TableCell {
	/** Markdown of the cell. */
	text: string;
	isHeader: boolean;
	columnSpan: number;
	rowSpan: number;
	alignment: 'left' | 'center' | 'right' | undefined;
}

export interface TableRow {
	cells: TableCell[];
	/** Whether the row stands in the table's head. */
	isInHead: boolean;
}

interface Slot {
	text: string;
	cell: TableCell;
	/** False for the further columns of a cell that spans several. */
	isFirstColumn: boolean;
}

const LARGEST_SPAN = 100;
const DIVIDERS = { left: ':---', center: ':---:', right: '---:' } as const;

/**
 * Lays a table out as a Markdown table (GFM): every row has every column. A cell that spans rows is
 * repeated in each of them, so that rows can be read one by one; one that spans columns is written
 * once. Several header rows become one, their words joined column by column.
 * @returns undefined for tables with no two columns and rows to speak of
 */
export function formatTable(rows: readonly TableRow[]): string | undefined {
	const grid = layOut(rows);
	const columnCount = Math.max(0, ...grid.map((slots) => slots.length));
	if (columnCount < 2) return undefined;
	const headCount = countHeadRows(rows);
	const columns = [...Array(columnCount).keys()];
	const header = columns.map((column) => joinHeader(grid.slice(0, headCount), column));
	const body = grid
		.slice(headCount)
		.map((slots) => columns.map((column) => readBody(slots[column])))
		.filter((cells) => cells.some((text) => text !== ''));
	const dividers = columns.map((column) => readDivider(grid, column));
	return [header, dividers, ...body].map(formatRow).join('\n');
}

function layOut(rows: readonly TableRow[]): Slot[][] {
	const grid: Slot[][] = rows.map(() => []);
	rows.forEach((row, rowIndex) => {
		let column = 0;
		for (const cell of row.cells) {
			while (grid[rowIndex]?.[column] !== undefined) column++;
			place(grid, cell, rowIndex, column);
			column += Math.min(cell.columnSpan, LARGEST_SPAN);
		}
	});
	return grid;
}

function place(grid: Slot[][], cell: TableCell, rowIndex: number, column: number): void {
	const lastRow = rowIndex + Math.min(cell.rowSpan, LARGEST_SPAN);
	for (const slots of grid.slice(rowIndex, lastRow)) {
		for (let offset = 0; offset < Math.min(cell.columnSpan, LARGEST_SPAN); offset++) {
			slots[column + offset] = { text: cell.text, cell, isFirstColumn: offset === 0 };
		}
	}
}

// The head element says it; without one, leading rows made of header cells only.
function countHeadRows(rows: readonly TableRow[]): number {
	const isHead = (row: TableRow): boolean =>
		row.isInHead || (row.cells.length > 0 && row.cells.every((cell) => cell.isHeader));
	const firstBodyRow = rows.findIndex((row) => !isHead(row));
	// A table of header cells only has its header in the first row.
	return firstBodyRow === -1 ? Math.min(1, rows.length) : firstBodyRow;
}

function joinHeader(headRows: readonly Slot[][], column: number): string {
	const words = headRows.map((slots) => flatten(slots[column]?.text ?? ''));
	return [...new Set(words.filter((word) => word !== ''))].join(' ');
}

function readBody(slot: Slot | undefined): string {
	return slot?.isFirstColumn === true ? flatten(slot.text) : '';
}

function readDivider(grid: readonly Slot[][], column: number): string {
	const alignments = new Set(grid.map((slots) => slots[column]?.cell.alignment));
	const [alignment] = alignments;
	return alignments.size === 1 && alignment !== undefined ? DIVIDERS[alignment] : '---';
}

function formatRow(cells: readonly string[]): string {
	return `| ${cells.join(' | ')} |`;
}

// A table row is one line: blocks inside a cell are told apart by line breaks.
function flatten(text: string): string {
	return text
		.replace(/^(`{3,}).*\n([^]*?)\n\1$/gm, (_block, _fence, code: string) => toInlineCode(code))
		.replace(/^#{1,6} (.*)$/gm, '**$1**')
		.trim()
		.replace(/[ \t]*\n\s*/g, '<br>')
		.replace(/(?<!\\)\|/g, '\\|');
}

function toInlineCode(code: string): string {
	const lines = code.split('\n').filter((line) => line.trim() !== '');
	return lines.map((line) => `\`${line}\``).join('\n');
}
