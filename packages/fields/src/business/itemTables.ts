import { labelWords, wordsFit } from '../names/labels.ts';
import { termNames } from '../einvoice/termNames.ts';
import { namesOf, type Names } from '../labels/labelledTexts.ts';
import { isInColumn, type Line, type Piece, type Sheet } from '../sheet/sheet.ts';

/** What a column of a list of goods and services holds. */
export type Role =
	'id' | 'name' | 'code' | 'quantity' | 'unit' | 'price' | 'rate' | 'discount' | 'total';

const TERM_OF: Readonly<Record<Role, string>> = {
	id: 'BT-126',
	name: 'BT-153',
	code: 'BT-155',
	quantity: 'BT-129',
	unit: 'BT-130',
	price: 'BT-146',
	rate: 'BT-152',
	discount: 'BT-136',
	total: 'BT-131',
};
const ROLE_NAMES = Object.entries(TERM_OF).map(([role, id]): [Role, Names] => [
	role as Role,
	namesOf(termNames(id)),
]);

/** A column by its title. */
export interface Column {
	title: string;
	x: number;
	right: number;
	roles: Map<Role, number>;
}

/** The list of goods and services on a page: its columns, and the lines below its header. */
export interface ItemTable {
	columns: Column[];
	lines: Line[];
}

const LONGEST_TITLE = 40;
/** A header's titles have at most this many lines, each within this many heights of the one above. */
const MOST_HEADER_LINES = 6;

function rolesOf(title: string): Map<Role, number> {
	const words = labelWords(title);
	const found = ROLE_NAMES.map(([role, names]): [Role, number] => [
		role,
		Math.max(0, ...names.map((name) => wordsFit(name, words))),
	]);
	return new Map(found.filter(([, fit]) => fit > 0));
}

const isTitle = ({ text }: Piece): boolean => text.length <= LONGEST_TITLE && !/\d/u.test(text);

/** Titles above each other as columns. */
function columnsOf(pieces: readonly Piece[]): Column[] {
	const columns: Array<Omit<Column, 'roles'>> = [];
	for (const piece of pieces.filter(isTitle)) {
		const column = columns.find((one) => isInColumn(one, piece));
		if (column) {
			column.title += ` ${piece.text}`;
			column.x = Math.min(column.x, piece.x);
			column.right = Math.max(column.right, piece.right);
		} else columns.push({ title: piece.text, x: piece.x, right: piece.right });
	}
	return columns
		.map((column) => ({ ...column, roles: rolesOf(column.title) }))
		.toSorted((a, b) => a.x - b.x);
}

/** Columns that say what they hold: three of them are a header, two if one is a total. */
function isHeader(columns: readonly Column[]): boolean {
	const best = columns.flatMap(({ roles }) => [...roles].toSorted((a, b) => b[1] - a[1])[0] ?? []);
	const roles = new Set(best.filter((one) => typeof one === 'string'));
	return roles.size >= 3;
}

/** Whether a line may go on with a header: near the one above, and no row with amounts. */
function isHeaderLine(line: Line, above: Line): boolean {
	const isNear = line === above || line.y - above.bottom < (line.bottom - line.y) * 1.2;
	const isRow = line.pieces.some(({ text }) => /\d[.,]\d{2}(?!\d)/u.test(text));
	return line.page === above.page && isNear && !isRow;
}

/** Lines below a header that show where its columns begin. */
const MOST_BODY_LINES = 20;

/** Where texts begin in several lines. */
function cellStarts(lines: readonly Line[]): number[] {
	const all = lines.flatMap(({ pieces }) => pieces.map(({ x }) => Math.round(x)));
	return [...new Set(all.filter((x, at) => all.indexOf(x) !== at))];
}

/** Titles that stand too close to be told apart are divided where the cells below begin. */
function titlesIn(piece: Piece, starts: readonly number[]): Piece[] {
	const [first, ...others] = piece.words;
	if (first === undefined || !isTitle(piece)) return [piece];
	const groups = [[first]];
	for (const word of others) {
		if (starts.some((x) => Math.abs(x - word[0]) <= 3)) groups.push([word]);
		else groups.at(-1)?.push(word);
	}
	return groups.map((words) => {
		const [[x] = [piece.x], [end, , width] = [piece.right, 0, 0]] = [words[0], words.at(-1)];
		return { ...piece, words, x, right: end + width, text: words.map((word) => word[4]).join(' ') };
	});
}

/** The lines of a header from one on: the shortest run whose titles are those of a list. */
function headerAt({ lines }: Sheet, at: number): { columns: Column[]; end: number } | undefined {
	const [first] = lines.slice(at);
	if (!first?.pieces.some((piece) => isTitle(piece) && rolesOf(piece.text).size > 0))
		return undefined;
	let found: { columns: Column[]; end: number } | undefined;
	const pieces: Piece[] = [];
	const starts = cellStarts(lines.slice(at + 1, at + 1 + MOST_BODY_LINES));
	let above = first;
	for (const [offset, line] of lines.slice(at, at + MOST_HEADER_LINES).entries()) {
		if (!isHeaderLine(line, above)) break;
		above = line;
		pieces.push(...line.pieces.flatMap((piece) => titlesIn(piece, starts)));
		const columns = columnsOf(pieces);
		if (isHeader(columns)) {
			const isMore = columns.length >= (found?.columns.length ?? 0);
			if (isMore && (found === undefined || line.pieces.every(isTitle))) {
				found = { columns, end: at + offset + 1 };
			}
		}
	}
	return found;
}

/** The tables of goods and services of a document; a header that is repeated continues its table. */
export function itemTables(sheet: Sheet): ItemTable[] {
	const tables: ItemTable[] = [];
	let at = 0;
	while (at < sheet.lines.length) {
		const header = headerAt(sheet, at);
		const next = header ? header.end : at + 1;
		if (header) tables.push({ columns: header.columns, lines: [] });
		else tables.at(-1)?.lines.push(...sheet.lines.slice(at, at + 1));
		at = next;
	}
	return joinTables(tables);
}

/** Tables with the same header are one that goes on. */
function joinTables(tables: readonly ItemTable[]): ItemTable[] {
	const titleOf = ({ columns }: ItemTable): string => columns.map(({ title }) => title).join('|');
	return [...Map.groupBy(tables, titleOf).values()].flatMap(([first, ...others]) =>
		first
			? [{ columns: first.columns, lines: [first, ...others].flatMap(({ lines }) => lines) }]
			: [],
	);
}
