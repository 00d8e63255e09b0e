import { isHeader, withOneHeader } from '@web-data-extraction/markdown/headerRows';
import { runsOf } from '../layout/page.ts';

/**
 * The filled cells of a row as Markdown, by column, 0-based. A map, not an array: a row of a hostile
 * sheet may have its only cell in the last of 16,384 columns.
 */
export type SheetRow = ReadonlyMap<number, string>;

/** A part of a sheet: lines of text, or the rows of a table, the first of which is its header. */
export interface SheetPart {
	kind: 'lines' | 'table';
	rows: readonly SheetRow[];
}

/** Rows at the beginning of a table that show whether they are a header. */
const HEAD_ROWS = 6;

const isFilled = ({ size }: SheetRow): boolean => size > 0;
const hasSeveral = ({ size }: SheetRow): boolean => size > 1;

/** Rows between empty ones. */
const groupsOf = (rows: readonly SheetRow[]): SheetRow[][] =>
	runsOf(rows, ([first], row) => isFilled(first) && isFilled(row)).filter(([first]) =>
		isFilled(first),
	);

/** Rows that may be a table, with one header. */
function readGroup(rows: readonly SheetRow[]) {
	const columns = new Set(rows.flatMap((row) => [...row.keys()]).toSorted((a, b) => a - b));
	const places = [...columns];
	const head = rows.slice(0, HEAD_ROWS).map((row) => places.map((column) => row.get(column) ?? ''));
	const [first = [], ...others] = withOneHeader(head);
	const filled = places.map((column, at) => [column, first[at] ?? ''] as const);
	const header = new Map(filled.filter(([, text]) => text !== ''));
	return {
		rows: [header, ...rows.slice(head.length - others.length)],
		columns,
		isHeaded: isHeader(first, others[0]),
	};
}

/** The parts of a sheet, while its rows are read. */
class Parts {
	readonly found: Array<{ kind: SheetPart['kind']; rows: SheetRow[] }> = [];
	/** Rows of one cell, which belong to the table above if it goes on below them. */
	#lines: SheetRow[] = [];
	#table: SheetRow[] | undefined;
	#columns: ReadonlySet<number> = new Set();

	/** Adds rows that no empty one divides. */
	add(group: readonly SheetRow[]): void {
		const start = group.findIndex(hasSeveral);
		for (const row of start === -1 ? group : group.slice(0, start)) this.#lines.push(row);
		if (start === -1) return;
		const { rows, columns, isHeaded } = readGroup(group.slice(start));
		const isPart = [...columns].every((column) => this.#columns.has(column));
		// An entry without figures looks like a header above one with figures.
		const isAlike = columns.size === this.#columns.size && this.#lines.length === 0;
		const goesOn = isPart && (!isHeaded || isAlike);
		if (this.#table === undefined || !goesOn) {
			this.endLines();
			this.#table = [];
			this.#columns = columns;
			this.found.push({ kind: 'table', rows: this.#table });
		}
		for (const row of [...this.#lines, ...rows]) this.#table.push(row);
		this.#lines = [];
	}

	/** What was last is below the table. */
	endLines(): void {
		if (this.#lines.length > 0) this.found.push({ kind: 'lines', rows: this.#lines });
		this.#lines = [];
	}
}

/**
 * The lines and tables of a sheet, in order. Rows of one cell are lines above the first table and, between
 * empty rows, also further down. Below an empty row, what has columns of its own is another table, and what has a header
 * if it has a title or fewer columns; all else goes on with the one above.
 * @param rows with the empty ones between them
 */
export function sheetParts(rows: readonly SheetRow[]): SheetPart[] {
	if (!rows.some(hasSeveral)) return [{ kind: 'table', rows: rows.filter(isFilled) }];
	const parts = new Parts();
	for (const group of groupsOf(rows)) parts.add(group);
	parts.endLines();
	return parts.found;
}
