/**
 * Escapes plain text so that Markdown shows it as it is. Underscores inside a word and other marks
 * that Markdown would not act on are left alone, to keep names and numbers readable.
 */
export function escapeMarkdown(text: string): string {
	return text
		.replace(/[\\`*[\]]/g, '\\$&')
		.replace(/(?<!\w)_|_(?!\w)/g, '\\_')
		.replace(/<(?=[a-z/!?])/gi, '\\<')
		.replace(/^([ \t]*)([#>+-])(?=\s)/gm, '$1\\$2')
		.replace(/^([ \t]*)(={3,}|-{3,})(?=[ \t]*$)/gm, '$1\\$2');
}

/** An address as the target of a Markdown link: what would end the target is percent-encoded. */
export function linkTarget(address: string): string {
	return address.replace(
		/[\s|()<>]/g,
		(character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
	);
}

/** One cell on one line: a line break becomes `<br>`, a bar is escaped. */
export function gfmCell(text: string): string {
	return text
		.trim()
		.replace(/\|/g, '\\|')
		.replace(/\s{0,99}[\n\r]\s{0,99}/g, '<br>');
}

function gfmRow(cells: readonly string[], width: number): string {
	const padded = Array.from({ length: width }, (_, column) => cells[column] ?? '');
	return `| ${padded.join(' | ')} |`;
}

/**
 * A GFM table whose first row is the header. Cells must be ready for a cell (`gfmCell`); rows may
 * be of different lengths. Empty without rows.
 */
export function gfmTable(rows: ReadonlyArray<readonly string[]>): string {
	const [header, ...body] = rows;
	if (!header) return '';
	const width = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
	const rule = `|${' --- |'.repeat(width)}`;
	return [gfmRow(header, width), rule, ...body.map((row) => gfmRow(row, width))].join('\n');
}

const NUMERIC = /^[\s(]{0,9}[-+–]?[\p{Sc}\s]{0,9}\d[\d.,\s]{0,40}[%\p{Sc}\p{L}]{0,4}[\s)]{0,9}$/u;

/** Whether a cell holds a number, with its unit or currency. */
export function isNumeric(cell: string): boolean {
	return NUMERIC.test(cell);
}
