import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { HARD_BREAK, LINE_MARK, signsOf } from './lineSigns.ts';
import { type OldCell, rowsOfCells } from './docTables.ts';

const isFilled = (line: string): boolean => line.trim() !== '';

/** A line of Markdown as it is in a cell. @param text what the document says there */
function lineInCell(line: string, text: string): string {
	const shown = line
		.trimEnd()
		.replace(HARD_BREAK, '')
		.replaceAll(String.raw`\|`, '|');
	return LINE_MARK.test(text) ? shown : shown.replace(LINE_MARK, '');
}

const linesOf = ({ text }: OldCell): string[] => text.split(/[\r\n\v]/).filter(isFilled);

/** After this many tables not found, the lines are not those of the records. */
const MOST_UNFOUND = 20;

/**
 * Where lines occur among others, directly after each other, from an index on; -1 if nowhere. Matched
 * lines are never compared again (Knuth, Morris and Pratt), so that the same lines over and over
 * take one pass.
 */
function indexOfRun(all: readonly string[], wanted: readonly string[], from: number): number {
	/** For each length, how many of the first lines recur at the end of it. */
	const again = [0];
	const step = (same: number, line: string | undefined): number => {
		let left = same;
		while (left > 0 && wanted[left] !== line) left = again[left - 1] ?? 0;
		return wanted[left] === line ? left + 1 : 0;
	};
	for (const line of wanted.slice(1)) again.push(step(again.at(-1) ?? 0, line));
	let same = 0;
	for (let at = from; at < all.length; at += 1) {
		same = step(same, all[at]);
		if (same === wanted.length) return at - same + 1;
	}
	return -1;
}

/** The lines of Markdown that are not empty, to be found by their text. */
export class FilledLines {
	readonly #lines: string[];
	/** The positions of filled lines among all lines. */
	readonly #filled: number[];
	readonly #signs: string[];
	#searched = 0;
	#unfound = 0;

	constructor(markdown: string) {
		this.#lines = markdown.split('\n');
		this.#filled = [...this.#lines.keys()].filter((at) => isFilled(this.#lines[at] ?? ''));
		this.#signs = this.#filled.map((at) => signsOf(this.#lines[at] ?? ''));
	}

	/**
	 * Finds lines directly after each other, below those found before.
	 * @returns their positions
	 */
	find(texts: readonly string[]): number[] | undefined {
		if (this.#unfound === MOST_UNFOUND) return undefined;
		const first = indexOfRun(this.#signs, texts.map(signsOf), this.#searched);
		if (first === -1) {
			this.#unfound += 1;
			return undefined;
		}
		this.#searched = first + texts.length;
		return this.#filled.slice(first, this.#searched);
	}

	line(place: number | undefined): string {
		return this.#lines[place ?? -1] ?? '';
	}

	/** Replaces lines with a block. */
	replace(places: readonly number[], block: string): void {
		for (const place of places) this.#lines[place] = '';
		const [first] = places;
		if (first !== undefined) this.#lines[first] = `\n${block}\n`;
	}

	get markdown(): string {
		return this.#lines
			.join('\n')
			.replace(/\n{3,}/g, '\n\n')
			.trim();
	}
}

/**
 * Markdown in which the lines of a table's cells, which the document library writes one by one, form a
 * table. They are moved only where all of a table's are found, in order and directly after each other.
 * @returns also how many tables remain lines
 */
export function placeOldTables(
	markdown: string,
	tables: ReadonlyArray<readonly OldCell[]>,
): { markdown: string; unplacedCount: number } {
	const filled = tables.filter((cells) => cells.some((cell) => linesOf(cell).length > 0));
	if (filled.length === 0) return { markdown, unplacedCount: 0 };
	const lines = new FilledLines(markdown);
	const placed = filled.filter((cells) => placeTable(lines, cells));
	return { markdown: lines.markdown, unplacedCount: filled.length - placed.length };
}

/** @returns whether the table was found */
function placeTable(lines: FilledLines, cells: readonly OldCell[]): boolean {
	const rows = rowsOfCells(cells);
	if (rows === undefined) return false;
	const places = lines.find(cells.flatMap(linesOf));
	if (places === undefined) return false;
	let next = 0;
	const shown = new Map(
		cells.map((cell) => {
			const own = linesOf(cell).map((text) => lineInCell(lines.line(places[next++]), text));
			return [cell, gfmCell(own.join('\n'))];
		}),
	);
	const table = gfmTable(rows.map((row) => row.map((cell) => (cell && shown.get(cell)) ?? '')));
	lines.replace(places, table);
	return true;
}
