import type { Column, ItemTable } from './itemTables.ts';
import type { PlacedNumber } from './money.ts';
import type { NumberColumn } from './numberColumns.ts';
import { isInColumn, type Line, type Piece } from '../sheet/sheet.ts';

/** Details of an item below its name: "Serial no.: 12", a period. */
const DETAIL = /^[\p{L}#°\s/.-]{2,30}:|^\d{1,2}[./]\d{1,2}[./]\d{2,4}\s?[-–]/u;

/** Lines of text of a name are at most this many heights apart. */
const TEXT_GAP = 1.2;

/** A row of numbers, and the texts in the column of names that belong to it. */
export interface NamedRow {
	line: Line;
	texts: Piece[];
}

/** Assigns the texts of the column of names to the rows of numbers. */
export function textsOfRows(
	table: ItemTable,
	anchors: readonly Line[],
	name: { x: number; right: number },
): NamedRow[] {
	const rows = anchors.map((line): NamedRow => ({ line, texts: [] }));
	const pieces = table.lines.flatMap((line) =>
		line.pieces.filter(
			(piece) => piece.x >= name.x - 6 && piece.x < name.right && /\p{L}{2}/u.test(piece.text),
		),
	);
	const isBeside = (piece: Piece, line: Line): boolean =>
		piece.page === line.page && Math.abs(piece.y - line.y) <= 3;
	const isTop =
		rows.filter(({ line }) => pieces.some((piece) => isBeside(piece, line))).length * 2 >
		rows.length;
	for (const piece of pieces) {
		const index = (page: number, y: number): number => page * 1e6 + y;
		const at = isTop
			? rows.findLastIndex(({ line }) => index(line.page, line.y) <= index(piece.page, piece.y) + 3)
			: nearestRow(rows, piece);
		rows[at]?.texts.push(piece);
	}
	return rows;
}

const nearestRow = (rows: readonly NamedRow[], piece: Piece): number => {
	const far = rows.map(({ line }) =>
		line.page === piece.page
			? Math.abs((line.y + line.bottom) / 2 - (piece.y + piece.bottom) / 2)
			: Infinity,
	);
	const least = Math.min(...far);
	return least < 40 ? far.indexOf(least) : -1;
};

/** What a row's item is called; undefined where it has no text. @param cells of the row: a name may touch one */
export function nameOfRow({ texts }: NamedRow, cells: readonly PlacedNumber[]): string | undefined {
	const kept: Piece[] = [];
	for (const piece of texts) {
		const last = kept.at(-1);
		if (
			last &&
			(DETAIL.test(piece.text) || piece.y - last.bottom > (piece.bottom - piece.y) * TEXT_GAP)
		)
			break;
		if (last && last.page !== piece.page) break;
		kept.push(piece);
	}
	const textOf = (piece: Piece): string => {
		const touching = cells.find((cell) => cell.piece === piece && cell.at > 0);
		return touching ? piece.text.slice(0, touching.at).trim() : piece.text;
	};
	return kept.map(textOf).join(' ') || undefined;
}

/** Where the names of a table's items are: below the title of names, up to the next column. */
export function nameColumn(
	{ columns, lines }: ItemTable,
	numbers: readonly NumberColumn[],
): { x: number; right: number } | undefined {
	const titled = columns.filter(({ roles }) => {
		const name = roles.get('name') ?? 0;
		return name > 0 && name >= Math.max(...roles.values());
	});
	const textsIn = (column: Column): number =>
		lines.filter(({ pieces }) =>
			pieces.some((piece) => isInColumn(column, piece) && /\p{L}{2}/u.test(piece.text)),
		).length;
	// "Item" may be the title of positions.
	const most = Math.max(0, ...titled.map(textsIn));
	const best = titled
		.filter((column) => textsIn(column) * 2 > most)
		.toSorted((a, b) => (b.roles.get('name') ?? 0) - (a.roles.get('name') ?? 0))[0];
	if (best === undefined) return undefined;
	const nextTitle = columns.find(({ x }) => x >= best.right)?.x ?? Infinity;
	const nextNumber = Math.min(Infinity, ...numbers.map(({ x }) => x).filter((x) => x > best.right));
	const next = Math.min(nextTitle, nextNumber);
	// Cells may begin left of a centered title.
	const starts = lines.flatMap(({ pieces }) =>
		pieces
			.filter(({ x, right, text }) => x < best.x && right > best.x && /\p{L}{2}/u.test(text))
			.map(({ x }) => x),
	);
	return { x: Math.min(best.x, ...starts), right: next };
}
