import type { PageWords } from '@web-data-extraction/documents/conversion';
import type { PlacedWord } from '@web-data-extraction/documents/placedWords';

/** Words that are read together, and their place: a cell, a line of an address, a label with its value. */
export interface Piece {
	text: string;
	/** 1-based. */
	page: number;
	/** In points from the upper left of the page. */
	x: number;
	y: number;
	right: number;
	bottom: number;
	/** The line that it is part of, by its index in the sheet. */
	line: number;
	/** Its words; none if their places are not known. */
	words: PlacedWord[];
}

/** Pieces at the same height, from left to right. */
export interface Line {
	page: number;
	y: number;
	bottom: number;
	pieces: Piece[];
	/** Of all pieces, divided by spaces. */
	text: string;
}

/** A document as lines of pieces with their places. */
export interface Sheet {
	lines: Line[];
	text: string;
}

/** Words further apart than this share of their height belong to different pieces: a space is a third of it. */
const PIECE_GAP = 0.75;
/** Words on one line overlap vertically by this share of the lower one. */
const SAME_LINE = 0.5;
/** A word of this many letters that is higher than wide is turned. */
const TURNED_LETTERS = 3;

const bottomOf = ([, y, , height]: PlacedWord): number => y + height;
const isTurned = ([, , width, height, text]: PlacedWord): boolean =>
	text.length >= TURNED_LETTERS && height > width * 1.5;

function isSameLine(a: PlacedWord, b: PlacedWord): boolean {
	const shared = Math.min(bottomOf(a), bottomOf(b)) - Math.max(a[1], b[1]);
	return shared >= Math.min(a[3], b[3]) * SAME_LINE;
}

/** Groups words by their height; each line by its first word, so that slanted ones do not drift together. */
function linesOfWords(words: readonly PlacedWord[]): PlacedWord[][] {
	const sorted = words.toSorted((a, b) => a[1] + a[3] / 2 - (b[1] + b[3] / 2));
	const lines: PlacedWord[][] = [];
	for (const word of sorted) {
		const line = lines.at(-1);
		const [first] = line ?? [];
		if (line && first && isSameLine(first, word)) line.push(word);
		else lines.push([word]);
	}
	return lines.map((line) => line.toSorted((a, b) => a[0] - b[0]));
}

function piecesOf(words: readonly PlacedWord[], page: number, line: number): Piece[] {
	const pieces: Piece[] = [];
	for (const word of words) {
		const [x, y, width, height, text] = word;
		const last = pieces.at(-1);
		if (last && x - last.right <= height * PIECE_GAP) {
			last.text += ` ${text}`;
			last.words.push(word);
			last.right = Math.max(last.right, x + width);
			last.y = Math.min(last.y, y);
			last.bottom = Math.max(last.bottom, y + height);
		} else {
			pieces.push({ text, page, x, y, right: x + width, bottom: y + height, line, words: [word] });
		}
	}
	return pieces;
}

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join(' ');

/** Lines as a document. */
export const sheetOf = (lines: Line[]): Sheet => ({
	lines,
	text: lines.map(({ text }) => text).join('\n'),
});

/** The pieces of all lines. */
export const piecesIn = ({ lines }: Sheet): Piece[] => lines.flatMap(({ pieces }) => pieces);

/** The pages of a document as lines of pieces; text that is turned is left out. */
export function sheetOfPages(pages: readonly PageWords[]): Sheet {
	const lines: Line[] = [];
	for (const { pageNumber: page, words } of pages) {
		for (const line of linesOfWords(words.filter((word) => !isTurned(word)))) {
			const pieces = piecesOf(line, page, lines.length);
			const y = Math.min(...pieces.map((piece) => piece.y));
			const bottom = Math.max(...pieces.map((piece) => piece.bottom));
			lines.push({ page, y, bottom, pieces, text: textOf(pieces) });
		}
	}
	return sheetOf(lines);
}

/** The height of a line of text without places, and the width of its cells and letters, in points. */
const PLAIN = { line: 12, text: 10, cell: 120, letter: 5 } as const;

/**
 * Rows of cells as a sheet: text without places has that of its row and column. An empty row is a gap.
 */
export function sheetOfRows(rows: ReadonlyArray<readonly string[]>): Sheet {
	const lines: Line[] = [];
	for (const [at, row] of rows.entries()) {
		const y = at * PLAIN.line;
		const pieces = row.flatMap((cell, column): Piece[] => {
			const text = cell.trim();
			const x = column * PLAIN.cell;
			const right = row.length > 1 ? x + PLAIN.cell - 10 : x + text.length * PLAIN.letter;
			const box = { x, y, right, bottom: y + PLAIN.text };
			return text === '' ? [] : [{ text, page: 1, ...box, line: lines.length, words: [] }];
		});
		if (pieces.length === 0) continue;
		lines.push({ page: 1, y, bottom: y + PLAIN.text, pieces, text: textOf(pieces) });
	}
	return sheetOf(lines);
}

/** Whether pieces share a part of the width of their page. */
export const isInColumn = (a: Pick<Piece, 'x' | 'right'>, b: Pick<Piece, 'x' | 'right'>): boolean =>
	Math.min(a.right, b.right) > Math.max(a.x, b.x);

/** The next piece below, in the same column and within some heights of a line. */
export function pieceBelow({ lines }: Sheet, piece: Piece, heights: number): Piece | undefined {
	const limit = piece.bottom + (piece.bottom - piece.y) * heights;
	for (let at = piece.line + 1; at < lines.length; at += 1) {
		const line = lines[at];
		if (line?.page !== piece.page || line.y > limit) return undefined;
		const below = line.pieces.find((other) => isInColumn(other, piece) && other.y < limit);
		if (below) return below;
	}
	return undefined;
}

/** The next piece to the right on the same line. */
export function pieceBeside({ lines }: Sheet, piece: Piece): Piece | undefined {
	const { pieces = [] } = lines[piece.line] ?? {};
	return pieces[pieces.indexOf(piece) + 1];
}

/** The words of a piece that a part of its text is in. */
export function wordsAt({ words }: Piece, at: number, end: number): PlacedWord[] {
	let from = 0;
	return words.filter(([, , , , text]) => {
		const isInside = from < end && from + text.length > at;
		from += text.length + 1;
		return isInside;
	});
}

/** The width that a part of a piece's text takes on its page. */
export function extentOf(piece: Piece, at: number, end: number): { x: number; right: number } {
	const inside = wordsAt(piece, at, end);
	const [first, last] = [inside[0], inside.at(-1)];
	return first && last ? { x: first[0], right: last[0] + last[2] } : piece;
}
