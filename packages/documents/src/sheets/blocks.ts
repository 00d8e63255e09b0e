/** A row of a sheet. */
export interface SheetRow {
	/**
	 * The filled cells as Markdown, by column, 0-based. A map, not an array: a row of a hostile sheet may have
	 * its only cell in the last of 16,384 columns.
	 */
	cells: ReadonlyMap<number, string>;
	/** How many columns a cell spans, by its column; those of one column are left out. */
	spans: ReadonlyMap<number, number>;
}

/** A part of a sheet: lines of text, or the rows of a table, the first of which is its header. */
export type SheetPart =
	{ kind: 'lines'; rows: readonly SheetRow[] } | { kind: 'table'; rows: readonly SheetRow[] };

const isFilled = ({ cells }: SheetRow): boolean => cells.size > 0;
const hasSeveral = ({ cells }: SheetRow): boolean => cells.size > 1;

const hasWords = (text = ''): boolean => /\p{L}/u.test(text);
const isFigure = (text = ''): boolean => /\d/u.test(text) && !hasWords(text);

/** Whether the first of some rows is a header: words alone, some of them above figures. */
function isHeaded([first, second]: readonly SheetRow[]): boolean {
	const titles = [...(first?.cells ?? [])];
	return (
		titles.every(([, text]) => hasWords(text)) &&
		titles.some(([column]) => isFigure(second?.cells.get(column)))
	);
}

/** Rows between empty ones. */
function groupsOf(rows: readonly SheetRow[]): SheetRow[][] {
	const groups: SheetRow[][] = [[]];
	for (const row of rows) {
		if (isFilled(row)) groups.at(-1)?.push(row);
		else if (groups.at(-1)?.length !== 0) groups.push([]);
	}
	return groups.filter((group) => group.length > 0);
}

/** The parts of a sheet, while its rows are read. */
class Parts {
	readonly found: Array<{ kind: SheetPart['kind']; rows: SheetRow[] }> = [];
	/** Rows of one cell, which belong to the table above if it goes on below them. */
	#lines: SheetRow[] = [];
	#table: SheetRow[] | undefined;
	#columns = new Set<number>();

	/** Adds rows that no empty one divides. */
	add(group: readonly SheetRow[]): void {
		const start = group.findIndex(hasSeveral);
		for (const row of start === -1 ? group : group.slice(0, start)) this.#lines.push(row);
		if (start === -1) return;
		const own = withOneHeader(group.slice(start));
		const columns = new Set(own.flatMap(({ cells }) => [...cells.keys()]));
		const goesOn = !isHeaded(own) && [...columns].every((column) => this.#columns.has(column));
		if (this.#table === undefined || !goesOn) {
			this.endLines();
			this.#table = [];
			this.#columns = columns;
			this.found.push({ kind: 'table', rows: this.#table });
		}
		for (const row of [...this.#lines, ...own]) this.#table.push(row);
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
 * empty rows, also further down. Below an empty row, what has a header or columns of its own is another table;
 * all else goes on with the one above.
 * @param rows with the empty ones between them
 */
export function sheetParts(rows: readonly SheetRow[]): SheetPart[] {
	if (!rows.some(hasSeveral)) return [{ kind: 'table', rows: rows.filter(isFilled) }];
	const parts = new Parts();
	for (const group of groupsOf(rows)) parts.add(group);
	parts.endLines();
	return parts.found;
}

/** The columns of a row below the cells that span several, by where these begin. */
function columnsBelow({ spans }: SheetRow, { cells }: SheetRow): Map<number, number[]> {
	const starts = [...spans].toSorted(([a], [b]) => a - b);
	const columns = [...cells.keys()].toSorted((a, b) => a - b);
	let at = 0;
	return Map.groupBy(columns, (column) => {
		while ((starts[at + 1]?.[0] ?? Infinity) <= column) at += 1;
		const [start = 0, width = 0] = starts[at] ?? [];
		return column >= start && column < start + width ? start : NaN;
	});
}

/** Whether cells of a header span several titles in the row below it, and do not entitle the whole table. */
function isAboveTitles(below: ReadonlyMap<number, readonly number[]>, rows: readonly SheetRow[]) {
	const [first, second, third] = rows;
	const groups = [...below].filter(([start, { length }]) => !Number.isNaN(start) && length > 1);
	if (first === undefined || second === undefined || groups.length === 0) return false;
	if (first.cells.size === 1 && below.size === 1) return false;
	// Entries begin in the first column, where the titles below a group have nothing.
	const isOpen = Math.min(...second.cells.keys()) > Math.min(...first.cells.keys());
	return isOpen || isHeaded(third === undefined ? [second] : [second, third]);
}

/** Further rows of a header with cells across columns are no titles. */
const MOST_HEADER_ROWS = 5;

/**
 * Rows of a table whose header stands in one: "2023" across "Sales" and "Profit" is "2023 Sales" and
 * "2023 Profit".
 */
function withOneHeader(rows: readonly SheetRow[]): readonly SheetRow[] {
	let [header] = rows;
	let next = 1;
	for (; next < MOST_HEADER_ROWS; next += 1) {
		const { [next]: titles } = rows;
		if (header === undefined || titles === undefined || header.spans.size === 0) break;
		const below = columnsBelow(header, titles);
		if (!isAboveTitles(below, [header, titles, ...rows.slice(next + 1, next + 2)])) break;
		header = joinHeaders(header, titles, below);
	}
	return header === undefined ? rows : [header, ...rows.slice(next)];
}

/** @param below the columns of the titles below each cell of the header */
function joinHeaders(
	header: SheetRow,
	titles: SheetRow,
	below: ReadonlyMap<number, readonly number[]>,
): SheetRow {
	const cells = new Map(titles.cells);
	for (const [column, text] of header.cells) {
		for (const one of below.get(column) ?? [column]) {
			const own = titles.cells.get(one) ?? '';
			cells.set(one, own === '' || own === text ? text : `${text} ${own}`);
		}
	}
	return { cells, spans: titles.spans };
}
