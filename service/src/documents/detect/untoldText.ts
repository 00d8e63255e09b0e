import type { DocumentFormat } from './formats.ts';

/** Lines that are looked at. */
const SAMPLE_LINES = 20;
/** Fewer lines that look alike are a coincidence. */
const FEWEST_LINES = 3;
/** A cell is short; sentences with as many commas as the ones before are not cells. */
const LONGEST_CELL = 80;

/**
 * Which kind of text a file is that neither its name nor a mark at its beginning tells.
 * @param text its beginning
 * @param isSample whether the file goes on behind it
 * @returns undefined when it is just text
 */
export function untoldTextKind(text: string, isSample = false): DocumentFormat | undefined {
	const lines = text.split(/\r?\n/, SAMPLE_LINES + 1).slice(0, SAMPLE_LINES);
	if (isJson(isSample ? closeJson(text) : text) || lines.slice(0, 2).every(isObject)) return 'json';
	return ['\t', ';', ','].some((mark) => isTable(lines, mark)) ? 'csv' : undefined;
}

const isObject = (line: string): boolean => line.startsWith('{') && isJson(line);

/**
 * The beginning of a JSON text, ended where a value may be left out and all that is open is closed: what
 * comes out is JSON if the beginning was. Empty when nothing is open at such a place.
 */
function closeJson(text: string): string {
	let closers = '';
	let end = '';
	for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)|[[\]{},:]/gs)) {
		if (token === '{') closers = `}${closers}`;
		else if (token === '[') closers = `]${closers}`;
		else if (token === '}' || token === ']') closers = closers.slice(1);
		else if (token.startsWith('"')) continue;
		if (closers === '') end = '';
		else if (token === ',') end = text.slice(0, index) + closers;
		else if (token === ':') end = `${text.slice(0, index)}:null${closers}`;
	}
	return end;
}

function isJson(text: string): boolean {
	if (!/^[{[]/.test(text)) return false;
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Whether every line has as many cells as the first, and reads like no sentence. */
function isTable(lines: readonly string[], mark: string): boolean {
	const rows = lines.filter((line) => line !== '').map((line) => splitCells(line, mark));
	const width = rows[0]?.length ?? 0;
	if (rows.length < FEWEST_LINES || width < 2) return false;
	return rows.every((cells) => cells.length === width && cells.every(isCell));
}

const isCell = (cell: string): boolean =>
	cell.length <= LONGEST_CELL && !/^ |[a-z][.:!?]$/.test(cell);

/** Marks between quotation marks part no cells. */
function splitCells(line: string, mark: string): string[] {
	const parts = line.split('"');
	const bare = parts.map((part, at) => (at % 2 === 0 ? part : part.replaceAll(mark, '_')));
	return bare.join('"').split(mark);
}
