import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';
import { type OldCell, rowsOfCells } from './oldTables.ts';

/** What the document library writes before an item of a list and a title. */
const LINE_MARK = /^\s*(?:[-*+]|#{1,6})\s+/;
const NUMBER_MARK = /^\s*\d{1,9}[.)]\s+/;
/** A break within a paragraph. */
const HARD_BREAK = /(?:\\|<br ?\/?>)$/;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;

const isFilled = (line: string): boolean => line.trim() !== '';

/** The signs of a line that its text and its Markdown have in common. */
const signsOf = (line: string): string =>
	line
		.trimEnd()
		.replace(HARD_BREAK, '')
		.replace(ESCAPE, '')
		.replace(LINE_MARK, '')
		.replace(NUMBER_MARK, '')
		.replace(/[\s*_~`]+/g, '')
		.normalize('NFKC');

/** A line of Markdown as it stands in a cell. @param text what the document says there */
function lineInCell(line: string, text: string): string {
	const shown = line
		.trimEnd()
		.replace(HARD_BREAK, '')
		.replaceAll(String.raw`\|`, '|');
	return LINE_MARK.test(text) ? shown : shown.replace(LINE_MARK, '');
}

const linesOf = ({ text }: OldCell): string[] => text.split(/[\r\n\v]/).filter(isFilled);

/** Lines between ends of lines, for whole ones to be found in others. */
const joined = (lines: readonly string[]): string => ['', ...lines, ''].join('\n');

/** The lines of a Markdown that say something, to be found by what they say. */
class FilledLines {
	readonly #lines: string[];
	/** The places of filled lines in all of them. */
	readonly #filled: number[];
	readonly #signs: string;
	/** The number of a filled line, by where it begins in the signs of all. */
	readonly #numbers = new Map<number, number>();
	#searched = 0;

	constructor(markdown: string) {
		this.#lines = markdown.split('\n');
		this.#filled = [...this.#lines.keys()].filter((at) => isFilled(this.#lines[at] ?? ''));
		const signs = this.#filled.map((at) => signsOf(this.#lines[at] ?? ''));
		this.#signs = joined(signs);
		let start = 1;
		for (const [number, line] of signs.entries()) {
			this.#numbers.set(start, number);
			start += line.length + 1;
		}
	}

	/**
	 * Finds lines that stand right behind each other, below those that were found before.
	 * @returns their places
	 */
	find(texts: readonly string[]): number[] | undefined {
		const wanted = joined(texts.map(signsOf));
		const found = this.#signs.indexOf(wanted, this.#searched);
		const first = this.#numbers.get(found + 1);
		if (found === -1 || first === undefined) return undefined;
		this.#searched = found + wanted.length - 1;
		return this.#filled.slice(first, first + texts.length);
	}

	line(place: number | undefined): string {
		return this.#lines[place ?? -1] ?? '';
	}

	/** Puts a block in the place of lines. */
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
 * Markdown in which the lines of a table's cells, which the document library writes one by one, are a
 * table. They are moved only where all of a table are found, in their order and right behind each other.
 * @returns also how many tables stay lines
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
